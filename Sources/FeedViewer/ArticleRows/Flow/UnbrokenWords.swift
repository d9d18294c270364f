/// Finds the lines of words that are longer than several lines, a few lines at a time.
///
/// Pango breaks such a word where the line is full, and shapes all that follows again as a text of its own. In a part of
/// 2,000 bytes each byte is shaped about forty times. What follows such a break does not depend on what precedes it, so
/// it can as well be laid out alone.
nonisolated enum UnbrokenWords {
  /// The bytes of a word that is laid out in steps.
  static let shortestWord = 256
  /// The bytes that are laid out at once: as many as give some lines whatever follows them.
  private static let shortestStep = 320
  private static let fewestLines = 4
  private static let uncertainLines = 2

  /// The starts of the lines of a part of a text.
  ///
  /// - Parameters:
  ///   - part: Bytes of `string`, which begin with a line.
  ///   - lineStarts: The same for any part, by a layout of all of it; the first line start is the part's.
  /// - Returns: What `lineStarts` returns for `part`.
  /// - Complexity: That of laying out `part`, without shaping most of it again for each line.
  static func lineStarts(
    _ part: Range<Int>, of string: String, _ lineStarts: (Range<Int>) -> [Int]
  ) -> [Int] {
    guard part.count > shortestStep,
      let bytes = string.utf8.withContiguousStorageIfAvailable({ $0[part].map(\.self) }),
      let word = firstLongWord(in: bytes)
    else { return lineStarts(part) }
    func isInWord(_ byte: Int) -> Bool {
      word.contains(byte - part.lowerBound) && byte - part.lowerBound > word.lowerBound
    }
    let wordEnd = word.upperBound + part.lowerBound
    var known = [part.lowerBound]
    var step = shortestStep
    var end = min(word.lowerBound + part.lowerBound + step, wordEnd)
    while end < wordEnd {
      let start = known[known.count - 1]
      let certain = lineStarts(start..<end).dropFirst().dropLast(uncertainLines)
      if certain.count < fewestLines { step *= 2 }
      guard let last = certain.last(where: isInWord) else {
        end = min(end + step, wordEnd)
        continue
      }
      known += certain.prefix { $0 <= last }
      end = min(last + step, wordEnd)
    }
    return known + lineStarts(known[known.count - 1]..<part.upperBound).dropFirst()
  }

  /// The first word of ASCII letters, digits and marks that is long enough.
  private static func firstLongWord(in bytes: [UInt8]) -> Range<Int>? {
    var start = 0
    for (index, byte) in bytes.enumerated() where !(0x21...0x7E).contains(byte) {
      if index - start >= shortestWord { return start..<index }
      start = index + 1
    }
    return bytes.count - start >= shortestWord ? start..<bytes.count : nil
  }
}
