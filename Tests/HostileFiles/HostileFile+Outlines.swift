/// Outlines with repeating folders.
extension HostileFile {
  static let outlines: [HostileFile] = [
    opml("outline-folders", 100, 200) { count in
      // Every folder has a section, whose title would name all enclosing folders.
      let name = String(repeating: "n", count: 4_000)
      let open = "<outline text='\(name)'><outline text='feed' xmlUrl='a.xml'/>"
      let sections = String(
        repeating: "<outline text='s'><outline text='f' xmlUrl='b.xml'/></outline>", count: count * 10)
      return String(repeating: open, count: count) + sections + String(repeating: "</outline>", count: count)
    },
    opml("outline-unclosed", 20_000, 30_000) { String(repeating: "<outline text='a'>", count: $0) },
    opml("outline-unclosed-feeds", 5_000, 10_000) {
      String(repeating: "<outline text='a name'><outline text='b' xmlUrl='c.xml'/>", count: $0)
    },
    opml("outline-siblings", 5_000, 20_000) {
      String(repeating: "<outline text='a'><outline text='b' xmlUrl='c.xml'/></outline>", count: $0)
    },
    opml("outline-of-itself", 1, 1) { _ in "<outline text='me' type='rss' xmlUrl='outline-of-itself.xml'/>" },
    opml("outline-long-address", 300_000, 10_000_000) {
      "<outline text='a' type='rss' xmlUrl='\(String(repeating: "../", count: $0 / 3))etc/passwd'/>"
    },
  ]

  private static func opml(
    _ name: String, _ small: Int, _ full: Int, body: @escaping @Sendable (Int) -> String
  ) -> HostileFile {
    HostileFile(name, view: .list) { size in
      let isClosed = !name.contains("unclosed")
      return Array(
        ("<opml version='2.0'><head><title>Feeds</title></head><body>" + body(size.pick(small, full))
          + (isClosed ? "</body></opml>" : "")).utf8)
    }
  }
}
