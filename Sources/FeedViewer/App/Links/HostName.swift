import FeedViewerFeeds

/// The host of a URL in both of its forms, parsed like browsers do.
nonisolated struct HostName: Equatable, Sendable {
  /// The ASCII form in lower case, with Punycode labels (`xn--`).
  let ascii: String
  /// The Unicode form; equals `ascii` for most hosts.
  let unicode: String

  /// - Parameter text: The text between `//` (or `@`) and the port or path of a URL.
  /// - Returns: nil if the text is not a valid host.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 1_000 else { return nil }
    // Browsers decode percent escapes, and accept the full stops of other scripts as dots.
    let plain = PercentEncoding.decoded(text) ?? text
    let dots: Set<Character> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    var labels: [(ascii: String, unicode: String)] = []
    for label in plain.lowercased().split(omittingEmptySubsequences: false, whereSeparator: dots.contains) {
      if label.hasPrefix("xn--") {
        labels.append((String(label), Punycode.decoded(label.dropFirst(4)) ?? String(label)))
      } else if label.utf8.allSatisfy({ $0 < 0x80 }) {
        labels.append((String(label), String(label)))
      } else if let encoded = Punycode.encoded(String(label)) {
        labels.append(("xn--" + encoded, String(label)))
      } else {
        return nil
      }
    }
    ascii = labels.map(\.ascii).joined(separator: ".")
    unicode = labels.map(\.unicode).joined(separator: ".")
    let forbidden = Set("\0\t\n\r #%/:<>?@[\\]^|".unicodeScalars)
    let isAddress = ascii.hasPrefix("[") && ascii.hasSuffix("]")
    guard ascii.utf8.count <= 253,
      isAddress || !ascii.unicodeScalars.contains(where: { forbidden.contains($0) || $0.value < 0x20 })
    else { return nil }
  }

  /// Whether both hosts belong to one site: they are equal, or one is a subdomain of the other.
  func isRelated(to other: HostName) -> Bool {
    let (mine, theirs) = (Self.withoutPrefix(ascii), Self.withoutPrefix(other.ascii))
    return mine == theirs || mine.hasSuffix("." + theirs) || theirs.hasSuffix("." + mine)
  }

  private static func withoutPrefix(_ name: String) -> Substring {
    let name = name.hasSuffix(".") ? name.dropLast() : name[...]
    return name.hasPrefix("www.") ? name.dropFirst(4) : name
  }

  /// Whether letters of the name may be mistaken for others: a label mixes scripts, or consists of letters of another
  /// script that look like Latin ones.
  var isDeceptive: Bool {
    unicode.split(separator: ".").contains { label in
      var alphabets: Set<Alphabet> = []
      var looksLatin = true
      for scalar in label.unicodeScalars {
        guard let alphabet = Alphabet(of: scalar) else { continue }
        alphabets.insert(alphabet)
        if !Self.latinLookalikes.contains(scalar) { looksLatin = false }
      }
      // Japanese, Chinese and Korean names may contain Latin letters.
      if alphabets.subtracting([.latin, .eastAsian]).count > (alphabets.contains(.latin) ? 0 : 1) {
        return true
      }
      if alphabets.contains(.eastAsian), !alphabets.isSubset(of: [.latin, .eastAsian]) { return true }
      return looksLatin && !alphabets.isEmpty && alphabets != [.latin]
    }
  }

  /// Letters of other scripts that look like a Latin one in most fonts.
  private static let latinLookalikes = Set(
    "асԁеһіјӏорԛѕԝхуьԍцвкмнтгпεοανικρτυωγηѵүқңґօսհոց".unicodeScalars)
}

/// The scripts that must be told apart. Digits, marks and punctuation belong to none.
nonisolated enum Alphabet: Hashable {
  case latin, greek, cyrillic, armenian, eastAsian
  /// Any other script, identified by the start of its block of 128 code points.
  case other(UInt32)

  init?(of scalar: Unicode.Scalar) {
    guard scalar.properties.isAlphabetic, scalar.properties.generalCategory != .nonspacingMark else {
      return nil
    }
    switch scalar.value {
    case 0x41...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xFF21...0xFF5A: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
    case 0x530...0x58F: self = .armenian
    case 0x1100...0x11FF, 0x2E80...0x33FF, 0x3400...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFF66...0xFFDC, 0x20000...0x3FFFF:
      self = .eastAsian
    case 0x600...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: self = .other(0x600)
    case 0x590...0x5FF, 0xFB1D...0xFB4F: self = .other(0x580)
    default: self = .other(scalar.value & ~0x7F)
    }
  }
}
