/// The links in the markup of a label, by their places in the label's text.
nonisolated struct MarkupLinks: Equatable, Sendable {
  struct Link: Equatable, Sendable {
    /// In bytes of the text.
    let range: Range<Int>
    let text: String
    let address: String
  }

  private(set) var links: [Link] = []

  /// - Parameter markup: Of our own making: each tag and entity in it is one that `ArticleMarkup` writes.
  /// - Complexity: O(length).
  init(markup: String) {
    var length = 0
    var open: (start: Int, address: String)?
    var text: [UInt8] = []
    var rest = markup.utf8[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        let tag = Substring(rest[..<end])
        rest = rest[rest.index(after: end)...]
        if let address = Self.address(in: tag) {
          open = (length, address)
          text = []
        } else if tag == "</a", let link = open {
          links.append(
            Link(
              range: link.start..<length, text: String(decoding: text, as: UTF8.self), address: link.address))
          open = nil
        }
        continue
      }
      var character = [byte]
      var next = rest.index(after: rest.startIndex)
      if byte == UInt8(ascii: "&"), let end = rest.firstIndex(of: UInt8(ascii: ";")),
        let plain = Self.entities[String(Substring(rest[..<end]))]
      {
        character = [plain]
        next = rest.index(after: end)
      }
      length += character.count
      if open != nil { text += character }
      rest = rest[next...]
    }
  }

  /// The link at a byte of the text.
  func link(at offset: Int) -> Link? { links.first { $0.range.contains(offset) } }

  private static let entities: [String: UInt8] = [
    "&amp": UInt8(ascii: "&"), "&lt": UInt8(ascii: "<"), "&gt": UInt8(ascii: ">"),
    "&quot": UInt8(ascii: "\""),
    "&#39": UInt8(ascii: "'"),
  ]

  private static func address(in tag: Substring) -> String? {
    let prefix = "<a href=\""
    guard tag.hasPrefix(prefix), tag.hasSuffix("\"") else { return nil }
    var address = String(tag.dropFirst(prefix.count).dropLast())
    // What was escaped first is the sign of all other escapes.
    for (entity, plain) in entities where entity != "&amp" {
      address = address.replacing(entity + ";", with: String(UnicodeScalar(plain)))
    }
    return address.replacing("&amp;", with: "&")
  }
}
