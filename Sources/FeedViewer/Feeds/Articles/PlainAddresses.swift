/// Finds web addresses in text without markup, whose readers could not follow them else.
enum PlainAddresses {
  /// Characters that end a sentence rather than an address.
  private static let sentenceEnds = Set(".,;:!?'\"".utf8)
  private static let brackets: [UInt8: UInt8] = [0x29: 0x28, 0x5D: 0x5B, 0x7D: 0x7B]

  /// The links of a text, in order. O(length).
  static func runs(in text: UnsafeBufferPointer<UInt8>) -> [ArticleRun] {
    var runs: [ArticleRun] = []
    var position = 0
    while let colon = text[position...].firstIndex(of: 0x3A) {
      position = colon + 1
      guard let start = start(beforeColon: colon, in: text, from: runs.last?.range.upperBound ?? 0) else {
        continue
      }
      let end = end(of: text, from: colon + 3)
      guard end > colon + 3, isLetterOrDigit(text[colon + 3]) || text[colon + 3] == 0x5B else { continue }
      let address = UnsafeBufferPointer(rebasing: text[start..<end]).string
      runs.append(ArticleRun(range: start..<end, link: CleanAddress.of(address)))
      position = end
    }
    return runs
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
        start == 0 || !ASCII.isLetter(text[start - 1]) && !ASCII.isDigit(text[start - 1])
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

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80
  }
}
