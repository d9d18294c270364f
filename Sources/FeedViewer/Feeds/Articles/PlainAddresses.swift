/// Finds addresses of pages and mailboxes in text without markup, whose readers could not follow them else.
enum PlainAddresses {
  /// Characters that end a sentence rather than an address.
  private static let sentenceEnds = Set(".,;:!?'\"".utf8)
  private static let brackets: [UInt8: UInt8] = [0x29: 0x28, 0x5D: 0x5B, 0x7D: 0x7B]

  /// The links of a text, in order. O(length).
  static func runs(in text: UnsafeBufferPointer<UInt8>) -> [ArticleRun] {
    var runs: [ArticleRun] = []
    var position = 0
    while let sign = text[position...].firstIndex(where: { $0 == 0x3A || $0 == 0x40 }) {
      let least = runs.last?.range.upperBound ?? 0
      let found =
        text[sign] == 0x3A
        ? page(colon: sign, in: text, from: least) : mailbox(at: sign, in: text, from: least)
      if let found { runs.append(found) }
      position = found?.range.upperBound ?? sign + 1
    }
    return runs
  }

  // MARK: Pages

  private static func page(colon: Int, in text: UnsafeBufferPointer<UInt8>, from least: Int) -> ArticleRun? {
    guard let start = start(beforeColon: colon, in: text, from: least) else { return nil }
    let end = end(of: text, from: colon + 3)
    guard end > colon + 3 else { return nil }
    // A name, also in letters beyond ASCII, or a number in brackets.
    let first = text[colon + 3]
    guard isWordByte(first) || first >= 0x80 || first == 0x5B else { return nil }
    let address = UnsafeBufferPointer(rebasing: text[start..<end]).string
    return ArticleRun(range: start..<end, link: CleanAddress.of(address))
  }

  /// The start of `http` or `https` before `://`, if no letter or digit of ASCII precedes it. Others may: Chinese
  /// and Japanese have no spaces.
  private static func start(
    beforeColon colon: Int, in text: UnsafeBufferPointer<UInt8>, from least: Int
  ) -> Int? {
    guard colon + 3 < text.count, text[colon + 1] == 0x2F, text[colon + 2] == 0x2F else { return nil }
    for scheme in ["https", "http"] as [StaticString] {
      let start = colon - scheme.utf8CodeUnitCount
      guard start >= least,
        UnsafeBufferPointer(rebasing: text[start..<colon]).equalsIgnoringCase(scheme),
        start == 0 || !isWordByte(text[start - 1])
      else { continue }
      return start
    }
    return nil
  }

  /// The end of an address: white space, quotation marks and angle brackets are no part of it, nor are the full stop or the
  /// bracket after it.
  private static func end(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < text.count, !isDelimiter(text, end) { end += 1 }
    var opened: [UInt8: Int] = [:]
    for byte in text[start..<end] { opened[byte, default: 0] += brackets.values.contains(byte) ? 1 : 0 }
    var closed: [UInt8: Int] = [:]
    for byte in text[start..<end] where brackets[byte] != nil { closed[byte, default: 0] += 1 }
    while end > start {
      let last = text[end - 1]
      if sentenceEnds.contains(last) {
        end -= 1
      } else if let bracket = brackets[last], closed[last, default: 0] > opened[bracket, default: 0] {
        closed[last, default: 0] -= 1
        end -= 1
      } else {
        break
      }
    }
    return end
  }

  private static func isDelimiter(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    switch text[index] {
    case ...0x20, 0x22, 0x3C, 0x3E, 0x60, 0x7F: true
    // U+00A0, quotation marks and ideographic punctuation.
    case 0xC2: index + 1 < text.count && [0xA0, 0xAB, 0xBB].contains(text[index + 1])
    case 0xE2: index + 1 < text.count && text[index + 1] == 0x80
    case 0xE3: index + 1 < text.count && text[index + 1] == 0x80
    case 0xEF: index + 1 < text.count && text[index + 1] == 0xBC
    default: false
    }
  }

  // MARK: Mailboxes

  /// Signs in the part of a mail address before the `@`, of those that HTML allows there: others stand around addresses more
  /// often than in them.
  private static let mailboxSigns = Set("._-+&=~".utf8)
  /// The longest part before the `@`, and the longest name of a host (RFC 5321, section 4.5.3.1).
  private static let longestMailbox = 64
  private static let longestHost = 255

  /// A mail address around an `@` (HTML Living Standard, section 4.10.5.1.5), with the `mailto:` before it, if any. The host has a
  /// domain, or the `@` would only be a word like others. Names of accounts, such as `@name@host`, and of places on a server,
  /// such as `name@host:folder`, are no mail addresses.
  private static func mailbox(
    at sign: Int, in text: UnsafeBufferPointer<UInt8>, from least: Int
  ) -> ArticleRun? {
    var start = sign
    while start > max(least, sign - longestMailbox - 1),
      isWordByte(text[start - 1]) || mailboxSigns.contains(text[start - 1])
    {
      start -= 1
    }
    while start < sign, !isWordByte(text[start]) { start += 1 }
    guard (1...longestMailbox).contains(sign - start), text[sign - 1] != 0x2E,
      start == 0 || text[start - 1] != 0x40 && text[start - 1] != 0x2F
    else { return nil }
    var end = sign + 1
    while end < min(text.count, sign + 1 + longestHost),
      isWordByte(text[end]) || text[end] == 0x2D || text[end] == 0x2E
    {
      end += 1
    }
    while end > sign + 1, !isWordByte(text[end - 1]) { end -= 1 }
    let isPlace = end + 1 < text.count && text[end] == 0x3A && text[end + 1] > 0x20
    guard isHost(text[(sign + 1)..<end]), !isPlace, end == text.count || text[end] != 0x40 else { return nil }
    let address = "mailto:" + UnsafeBufferPointer(rebasing: text[start..<end]).string
    let scheme = start - "mailto:".utf8.count
    let hasScheme =
      scheme >= least && UnsafeBufferPointer(rebasing: text[scheme..<start]).equalsIgnoringCase("mailto:")
    return ArticleRun(range: (hasScheme ? scheme : start)..<end, link: address)
  }

  /// Whether labels are those of a host in a domain, whose last one is a word.
  private static func isHost(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let labels = name.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.count > 1, ASCII.isLetter(last[last.startIndex])
    else {
      return false
    }
    return labels.allSatisfy { label in
      guard let first = label.first, let last = label.last else { return false }
      return first != 0x2D && last != 0x2D
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) }
}
