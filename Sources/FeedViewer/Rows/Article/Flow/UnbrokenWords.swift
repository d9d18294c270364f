/// Finds the lines of words that are longer than several lines, a few lines at a time.
///
/// Pango breaks such a word where the line is full, and shapes all that follows again as a text of its own. In a part of
/// 2,000 bytes each byte is shaped about forty times. What follows such a break does not depend on what precedes it, so
/// it can as well be laid out alone.
nonisolated enum UnbrokenWords {
  /// The bytes of a word that is laid out in steps.
  private static let shortestWord = 256
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
      let word = string.utf8.withContiguousStorageIfAvailable({ firstLongWord(in: $0[part]) }) ?? nil
    else { return lineStarts(part) }
    var known = [part.lowerBound]
    var step = shortestStep
    var end = min(word.lowerBound + step, word.upperBound)
    while end < word.upperBound {
      let start = known[known.count - 1]
      let certain = lineStarts(start..<end).dropFirst().dropLast(uncertainLines)
      if certain.count < fewestLines { step *= 2 }
      guard let last = certain.last(where: { $0 > word.lowerBound && $0 < word.upperBound }) else {
        end = min(end + step, word.upperBound)
        continue
      }
      known += certain.prefix { $0 <= last }
      end = min(last + step, word.upperBound)
    }
    return known + lineStarts(known[known.count - 1]..<part.upperBound).dropFirst()
  }

  /// The first word of ASCII letters, digits and marks that is long enough.
  private static func firstLongWord(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Range<Int>? {
    var start = bytes.startIndex
    for index in bytes.indices where !(0x21...0x7E).contains(bytes[index]) {
      if index - start >= shortestWord { return start..<index }
      start = index + 1
    }
    return bytes.endIndex - start >= shortestWord ? start..<bytes.endIndex : nil
  }
}
