/// Addresses with line feeds and other control characters, which would become more addresses where they are stored, copied
/// or dragged.
extension HostileFile {
  public static let addresses: [HostileFile] = [
    HostileFile("addresses-json", extension: "json") { size in
      let items = (0..<size.pick(3, 2_000)).flatMap { number in
        hostileAddresses.map(inJSON).map { address in
          """
          {"id": "\(number)\(address)", "url": "\(address)", "external_url": "\(address)", "title": "\(address)",
          "content_html": "<a href='\(address)'>link</a><img src='\(address)'><p>\(address)", "image": "\(address)",
          "banner_image": "\(address)", "attachments": [{"url": "\(address)", "mime_type": "\(address)"}]}
          """
        }
      }
      let first = inJSON(hostileAddresses[0])
      return Array(
        """
        {"version": "https://jsonfeed.org/version/1.1", "title": "Addresses", "home_page_url": "\(first)",
        "feed_url": "\(first)", "icon": "\(first)", "items": [\(items.joined(separator: ","))]}
        """.utf8)
    },
    HostileFile("addresses-rss") { size in
      let items = (0..<size.pick(3, 2_000)).flatMap { _ in
        hostileAddresses.map(inXML).map { address in
          """
          <item><link>\(address)</link><guid>\(address)</guid><comments>\(address)</comments>
          <enclosure url="\(address)"/><source url="\(address)">x</source>
          <description>&lt;a href="\(address)"&gt;link&lt;/a&gt;</description></item>
          """
        }
      }
      let first = inXML(hostileAddresses[0])
      return Array(
        "<rss><channel><title>x</title><link>\(first)</link>\(items.joined())</channel></rss>".utf8)
    },
  ]

  private static let hostileAddresses = [
    "https://a.example/x\nfile:///etc/passwd", "https://a.example/x\r\nfile:///etc/passwd",
    "\njavascript:alert(1)",
    "java\nscript:alert(1)", "https://a.example/\0\u{1}\u{1B}[31m", "https://a.example/\u{9B}31m\u{7F}",
    "https://a\t.example/", "\thttps://a.example/", "https://a.example/\u{202E}\u{2066}",
    "file\n:///etc/passwd",
    "mailto:a@b.example?subject=x\nbcc:c@d.example", "mailto:a@b.example?attach=/etc/passwd",
    "mailto:a@b.example?%61ttach=/etc/passwd&attachment=file:///etc/passwd",
    "https://a.example/\u{2028}\u{2029}\u{85}", "https://\u{430}.example/",
    "http://a.example:99999999999999999999/", "https://a.example\\b", "\0", "",
  ]

  private static func inJSON(_ address: String) -> String { written(address) { "\\u" + padded($0) } }

  private static func inXML(_ address: String) -> String { written(address) { "&#x\(padded($0));" } }

  private static func padded(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func written(_ address: String, escape: (Unicode.Scalar) -> String) -> String {
    address.unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ":", "/", ".", "?", "=", "@", "%", "(", ")", "[": String(scalar)
      default: escape(scalar)
      }
    }.joined()
  }
}
