import Foundation
import RandomNumbers

/// Generates feeds of any size from words. The same number of items gives the same feed.
nonisolated struct FeedMaker {
  let items: Int
  private static let words =
    """
    the list of rows grows and every height is known before it is drawn so that nothing jumps while a reader scrolls \
    past café naïve Straße Ελλάδα Москва 東京 新聞 서울 שלום مرحبا 🚲 window letter morning paper story garden river
    """.split(separator: " ").map(String.init)

  private struct Item {
    let number: Int
    let title: String
    let paragraphs: [String]
    let seconds: Int
  }

  private func item(_ number: Int, _ random: inout SplitMix64) -> Item {
    func words(_ range: ClosedRange<Int>) -> String {
      (0..<Int.random(in: range, using: &random)).map { _ in
        Self.words[Int.random(in: 0..<Self.words.count, using: &random)]
      }.joined(separator: " ")
    }
    return Item(
      number: number, title: words(3...12),
      paragraphs: (0..<Int.random(in: 1...5, using: &random)).map { _ in words(8...60) },
      seconds: 1_700_000_000 - number * 600)
  }

  /// - Parameter format: `rss`, `atom` or `json`.
  func write(_ format: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
    defer { fclose(file) }
    var random = SplitMix64(seed: 1)
    fputs(Self.head(format), file)
    for number in 0..<items {
      fputs(Self.text(of: item(number, &random), format), file)
      if format == "json", number < items - 1 { fputs(",", file) }
    }
    fputs(format == "rss" ? "</channel></rss>" : format == "atom" ? "</feed>" : "]}", file)
  }

  private static func head(_ format: String) -> String {
    switch format {
    case "rss":
      """
      <?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Made</title><link>https://made.example/</link>
      """
    case "atom": "<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Made</title>"
    default: "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"Made\",\"items\":["
    }
  }

  private static func text(of item: Item, _ format: String) -> String {
    let address = "https://made.example/items/\(item.number)"
    let html = item.paragraphs.map { "<p>\($0) <b>bold</b> &amp; <a href=\"/x\">link</a></p>" }.joined(
      separator: "\n")
    let escaped = html.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let date = date(item.seconds)
    switch format {
    case "rss":
      let body =
        item.number % 2 == 0
        ? "<description>\(escaped)</description>"
        : "<description>\(item.paragraphs[0])</description><content:encoded><![CDATA[\(html)]]></content:encoded>"
      return """
        <item><title>\(item.title)</title><link>\(address)</link><guid>\(address)</guid><pubDate>\(date)</pubDate>
        <dc:creator>Ann Author</dc:creator><category>news</category>\(body)</item>

        """
    case "atom":
      return """
        <entry><id>\(address)</id><title>\(item.title)</title><link href="\(address)"/><updated>\(date)</updated>
        <author><name>Ann Author</name></author><content type="html">\(escaped)</content></entry>

        """
    default:
      let quoted = html.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      return """
        {"id":"\(address)","url":"\(address)","title":"\(item.title)","date_published":"\(date)",\
        "authors":[{"name":"Ann Author"}],"tags":["news"],"content_html":"\(quoted)"}

        """
    }
  }

  private static func date(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}
