import FeedViewerBase
import Glibc

/// The encoding of a file, detected from its first bytes (formats.md, section 3).
struct Encoding {
  enum Kind {
    case utf8(hasMark: Bool)
    /// A single-byte superset of ASCII. It is rejected as soon as `evidenceThreshold` multi-byte UTF-8 characters are
    /// found.
    case singleByte(SingleByteEncoding, evidenceThreshold: Int)
    /// An encoding that iconv knows by this name.
    case named(String)
  }

  var kind: Kind
  /// The length of the byte order mark that precedes `named` text, in bytes.
  var markLength = 0
  /// A wrong declaration, and how it was treated.
  var complaint: (found: Message, repair: Message)?
  /// Whether the declaration or the format says UTF-8.
  var declaresUTF8 = false

  /// The name that iconv uses.
  var name: String {
    switch kind {
    case .utf8: "UTF-8"
    case .singleByte(let encoding, _): encoding.name
    case .named(let name): name
    }
  }

  static func of(_ bytes: [UInt8]) -> Encoding {
    let start = Array(bytes.prefix(4))
    func begins(_ expected: UInt8...) -> Bool { start.starts(with: expected) }
    if begins(0xEF, 0xBB, 0xBF) { return Encoding(kind: .utf8(hasMark: true)) }
    if begins(0xFF, 0xFE, 0, 0) { return Encoding(kind: .named("UTF-32LE"), markLength: 4) }
    if begins(0, 0, 0xFE, 0xFF) { return Encoding(kind: .named("UTF-32BE"), markLength: 4) }
    if begins(0xFF, 0xFE) { return Encoding(kind: .named("UTF-16LE"), markLength: 2) }
    if begins(0xFE, 0xFF) { return Encoding(kind: .named("UTF-16BE"), markLength: 2) }
    if begins(0x3C, 0, 0, 0) { return Encoding(kind: .named("UTF-32LE")) }
    if begins(0, 0, 0, 0x3C) { return Encoding(kind: .named("UTF-32BE")) }
    if begins(0x3C, 0) || begins(0x7B, 0) { return Encoding(kind: .named("UTF-16LE")) }
    if begins(0, 0x3C) || begins(0, 0x7B) { return Encoding(kind: .named("UTF-16BE")) }
    if begins(0x4C, 0x6F, 0xA7, 0x94) { return Encoding(kind: .named("IBM037")) }
    guard let label = declaredLabel(bytes) else {
      return Encoding(kind: .utf8(hasMark: false), declaresUTF8: isJSON(bytes))
    }
    return declared(label)
  }

  private static func declared(_ label: String) -> Encoding {
    let utf8 = Kind.utf8(hasMark: false)
    let name = label.uppercased().hyphenated
    switch name {
    case "UTF-8", "UTF8": return Encoding(kind: utf8, declaresUTF8: true)
    case "US-ASCII", "ASCII", "": return Encoding(kind: utf8)
    case _ where name.hasPrefix("UTF-16") || name.hasPrefix("UTF-32") || name.hasPrefix("UCS-"):
      let found = Message("the declaration says \(label), but the bytes are not")
      return Encoding(kind: utf8, complaint: (found, Message("read as UTF-8")))
    default: break
    }
    let known = aliases[name] ?? name
    guard let converter = iconv_open("UTF-8", known), converter != iconv_t(bitPattern: -1) else {
      return Encoding(
        kind: utf8, complaint: (Message("the unknown encoding “\(label)”"), Message("read as UTF-8")))
    }
    iconv_close(converter)
    guard let encoding = SingleByteEncoding(known) else { return Encoding(kind: .named(known)) }
    // Old programs declare ISO 8859 by default, but windows-1252 only on purpose.
    let isDeclaredDeliberately = name == "WINDOWS-1252" || name == "CP1252"
    return Encoding(kind: .singleByte(encoding, evidenceThreshold: isDeclaredDeliberately ? 2 : 1))
  }

  /// Labels that mean something else on the web, or that iconv spells differently.
  private static let aliases = [
    "ISO-8859-1": "WINDOWS-1252", "ISO8859-1": "WINDOWS-1252", "LATIN1": "WINDOWS-1252",
    "LATIN-1": "WINDOWS-1252", "CP1252": "WINDOWS-1252", "ISO-8859-9": "WINDOWS-1254",
    "ISO-8859-11": "WINDOWS-874", "TIS-620": "WINDOWS-874", "GB2312": "GB18030", "GBK": "GB18030",
    "KS-C-5601-1987": "CP949", "EUC-KR": "CP949", "SHIFT-JIS": "CP932", "SJIS": "CP932", "X-SJIS": "CP932",
    "WINDOWS-31J": "CP932", "BIG5": "BIG5-HKSCS", "X-MAC-ROMAN": "MACINTOSH",
  ]

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { !ASCII.isSpace($0) }
    return first == 0x7B || first == 0x5B
  }

  /// The value of `encoding` in an XML declaration within the first kilobyte; nil if there is none.
  ///
  /// JSON never has one, although a text in it may look like it.
  private static func declaredLabel(_ bytes: [UInt8]) -> String? {
    if isJSON(bytes) { return nil }
    let head = String(decoding: bytes.prefix(1_024), as: UTF8.self)
    let lowered = head.lowercased()
    guard let opening = lowered.range(of: "<?xml"),
      let closing = lowered.range(of: ">", after: opening.upperBound),
      let name = lowered.range(of: "encoding", after: opening.upperBound),
      name.lowerBound < closing.lowerBound
    else { return nil }
    let rest = lowered[name.upperBound..<closing.lowerBound].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = rest.first else { return nil }
    if quote == "\"" || quote == "'" {
      return rest.dropFirst().prefix { $0 != quote }.trimmingSpaces
    }
    return rest.prefix { !$0.isWhitespace && $0 != "?" }.trimmingSpaces
  }
}

extension String {
  /// The first occurrence of `text` at or after `start`.
  func range(of text: String, after start: String.Index? = nil) -> Range<String.Index>? {
    self[(start ?? startIndex)...].range(ofBytes: text)
  }
}

extension StringProtocol {
  /// The text without leading and trailing Unicode white space.
  var trimmingSpaces: String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last, first.isSpace || last.isSpace
    else { return String(self) }
    var part = Substring(self).unicodeScalars
    while part.first?.isSpace == true { part.removeFirst() }
    while part.last?.isSpace == true { part.removeLast() }
    return String(Substring(part))
  }
}

extension String {
  /// The text without leading and trailing white space, which most texts don't have.
  var trimmingSpaces: String {
    guard let first = utf8.first, let last = utf8.last else { return self }
    return Self.mayStartSpace(first) || Self.mayEndSpace(last) ? Substring(self).trimmingSpaces : self
  }

  /// Whether white space may start with a byte.
  static func mayStartSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0xC2 || byte &- 0xE1 < 3
  }

  /// Whether white space may end with a byte.
  static func mayEndSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x80...0x8A, 0x9F, 0xA0, 0xA8, 0xA9, 0xAF: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// The property White_Space (Unicode 16, PropList.txt); faster than asking for `properties`.
  var isSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
