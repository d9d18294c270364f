/// Small feeds for tests.
nonisolated enum SampleFeed {
  static func rss(title: String = "A feed", entries: [String]) -> String {
    let items = entries.map {
      "<item><guid>\($0)</guid><title>Title of \($0)</title><link>https://feed.example/\($0)</link>"
        + "<description>Text of \($0).</description></item>"
    }
    return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
  }
}
