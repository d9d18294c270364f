/// Feeds that are truncated, deeply nested, wrongly declared, or have too many elements.
extension HostileFile {
  static let structures: [HostileFile] = [
    rss("cut-in-cdata", "<item><title>kept</title><description><![CDATA[the text that is there"),
    rss("cut-in-comment", "<item><title>kept</title><description>text<!-- and then"),
    rss("cut-in-tag", "<item><title>kept</title><description>text</descri"),
    rss("cut-in-attribute", "<item><title>kept</title><enclosure url=\"http://a.example/"),
    rss("legacy-entities", "<item><title>a&copy=2&notit;&amp;copy</title></item>", isClosed: true),
    rss(
      "local-links",
      """
      <item><title>Local files</title><link>file:///tmp/evil.desktop</link>
      <description>&lt;a href="../../../../../../etc/passwd"&gt;here&lt;/a&gt;
      &lt;img src="/dev/zero"&gt;&lt;img src="file:///proc/self/mem"&gt;</description>
      <enclosure url="file:///tmp/evil.desktop" type="application/pdf" length="1"/></item>
      """, isClosed: true),
    HostileFile("latin-1-declared") { _ in
      Array(
        "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><item><title>Zoë 日本</title></item></channel></rss>"
          .utf8)
    },
    HostileFile("utf-16-lone-surrogates") { _ in
      let feed = "<?xml version='1.0' encoding='utf-16'?><rss><channel><item><title>"
      let end = "</title></item></channel></rss>"
      let units = Array(feed.utf16) + [0xD800, 0x61, 0xDC00, 0xD800, 0xD800] + Array(end.utf16)
      return [0xFF, 0xFE] + units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    },
    HostileFile("overlong-utf-8") { _ in
      Array("<rss><channel><item><title>".utf8) + [
        0xC0, 0xBC, 0xE0, 0x80, 0xBC, 0xF8, 0x88, 0x80, 0x80, 0x80, 0xED, 0xA0, 0x80,
      ]
        + Array("</title></item></channel></rss>".utf8)
    },
    HostileFile("nul-bytes") { _ in
      Array(
        "<rss><channel><item><title>a\0b</title><description>\0\0\0</description></item></channel></rss>\0"
          .utf8)
    },
    HostileFile("nothing-but-nul", view: .list) { Array(repeating: 0, count: $0.pick(100_000, 20_000_000)) },
    HostileFile("nothing-but-angles", view: .list) {
      Array(repeating: 0x3C, count: $0.pick(200_000, 20_000_000))
    },
    HostileFile("nothing-but-spaces", view: .list) {
      Array(repeating: 0x20, count: $0.pick(200_000, 50_000_000))
    },
    nested("deep-elements", 50_000, 2_000_000) {
      "<rss><channel><item><title>" + String(repeating: "<a>", count: $0)
    },
    nested("deep-json", 50_000, 5_000_000) { "{\"items\":" + String(repeating: "[", count: $0) },
    nested("deep-json-objects", 50_000, 2_000_000) { String(repeating: "{\"items\":[", count: $0) },
    nested("many-attributes", 50_000, 1_000_000) {
      "<rss \((0..<$0).map { "a\($0)='b' " }.joined())><channel>"
    },
    nested("many-namespaces", 20_000, 500_000) {
      "<rss \((0..<$0).map { "xmlns:a\($0)='b' " }.joined())><channel><item><title>a"
    },
    nested("nested-namespaces", 10_000, 300_000) { count in
      "<rss><channel><item>" + (0..<count).map { "<a\($0):b xmlns:a\($0)='c'>" }.joined() + "<title>a"
    },
    nested("long-name", 300_000, 10_000_000) { "<rss><channel><\(String(repeating: "a", count: $0))>" },
    nested("open-instructions", 50_000, 2_000_000) {
      "<rss><channel>" + String(repeating: "<?a ", count: $0)
    },
    nested("open-sections", 50_000, 2_000_000) {
      "<rss><channel>" + String(repeating: "<![CDATA[", count: $0)
    },
    nested("open-references", 100_000, 5_000_000) {
      "<rss><channel><item><title>" + String(repeating: "&#x", count: $0)
    },
    nested("many-entries", 5_000, 30_000) { count in
      "<rss><channel><title>Many</title>" + String(repeating: "<item><title>t</title></item>", count: count)
    },
    nested("many-categories", 20_000, 500_000) {
      "<rss><channel><item><title>t</title>" + String(repeating: "<category>c</category>", count: $0)
    },
    nested("many-enclosures", 5_000, 200_000) {
      "<rss><channel><item><title>t</title>"
        + String(repeating: "<enclosure url='http://a.example/b' length='99999999999999999999'/>", count: $0)
    },
    nested("many-authors", 20_000, 500_000) {
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>t</title>"
        + String(repeating: "<author><name>n</name></author>", count: $0)
    },
    nested("one-identifier", 5_000, 30_000) {
      "<rss><channel>" + String(repeating: "<item><guid>same</guid><title>t</title></item>", count: $0)
    },
    nested("long-date", 300_000, 10_000_000) {
      "<rss><channel><item><title>t</title><pubDate>\(String(repeating: "1", count: $0))</pubDate>"
    },
    nested("entity-laughter", 9, 30) { levels in
      var types = "<!ENTITY a0 'haha'>"
      for level in 1...levels {
        types += "<!ENTITY a\(level) '\(String(repeating: "&a\(level - 1);", count: 10))'>"
      }
      return
        "<?xml version='1.0'?><!DOCTYPE rss [\(types)]><rss><channel><item><title>&a\(levels);</title></item></channel></rss>"
    },
    nested("entity-long", 50_000, 1_000_000) { count in
      "<!DOCTYPE rss [<!ENTITY a '\(String(repeating: "a", count: count))'>]><rss><channel><item><title>"
        + String(repeating: "&a;", count: count / 3) + "</title></item></channel></rss>"
    },
    nested("json-escapes", 50_000, 2_000_000) {
      "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":\"1\",\"title\":\""
        + String(repeating: "\\ud83d", count: $0) + "\"}]}"
    },
    nested("json-numbers", 100_000, 5_000_000) {
      "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":1\(String(repeating: "0", count: $0))e9999}]}"
    },
    nested("json-keys", 50_000, 1_000_000) { count in
      "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{"
        + (0..<count).map { "\"k\($0)\":{}" }.joined(separator: ",") + "}]}"
    },
    HostileFile("packed-zeros", view: .list, extension: "xml.gz") {
      Deflate.gzip(zeros: $0.pick(50_000_000, 300_000_000))
    },
    HostileFile("pages-in-a-circle", view: .list) { folder, _ in
      try (0..<3).map { number in
        try folder.write(
          "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='page\((number + 1) % 3).xml'/>"
            + "<entry><id>\(number)</id><title>t</title></entry></feed>", to: "page\(number).xml")
      }.prefix(1).map { $0 }
    },
    HostileFile("many-files", view: .list) { folder, size in
      try (0..<size.pick(300, 5_000)).map {
        try folder.write(
          "<rss><channel><title>Feed \($0)</title><item><title>t</title></item></channel></rss>",
          to: "many\($0).xml")
      }
    },
  ]

  private static func rss(_ name: String, _ items: String, isClosed: Bool = false) -> HostileFile {
    HostileFile(name) { _ in
      Array(
        ("<rss version='2.0'><channel><title>A feed</title>\(items)" + (isClosed ? "</channel></rss>" : ""))
          .utf8)
    }
  }

  private static func nested(
    _ name: String, _ small: Int, _ full: Int, text: @escaping @Sendable (Int) -> String
  ) -> HostileFile {
    HostileFile(name, view: .list) { size in Array(text(size.pick(small, full)).utf8) }
  }
}
