/// The most compact form of a paragraph: one font, one line height, and white space of one width.
///
/// Each word is stored as twice the width up to its end, without white space that is dropped at the end of a line, plus
/// one if there is such white space. Comparing a word with a limit needs no unpacking, and the start of the next line
/// is one addition. 16 bits store whole pixels, 32 bits store Pango units. After the last word there is a sentinel that
/// no limit reaches.
struct PackedWords<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>: BitwiseCopyable {
  let header: UnsafePointer<TextHeader>
  let words: UnsafePointer<Word>

  /// Packs a paragraph.
  ///
  /// - Parameters:
  ///   - visibleEnds: The width up to each word's end without dropped white space; at least as many as `ends`.
  ///   - ends: The width up to each word's end.
  ///   - height: The height class of all lines.
  ///   - unit: The unit of the packed words in Pango units: 1 or 1,024.
  /// - Returns: Nil if the paragraph does not fit this form.
  static func make(
    _ visibleEnds: [Int32], _ ends: [Int32], height: LineHeightClass, unit: Int32
  ) -> TextStorage? {
    guard let last = ends.last, Int(last / unit) < Int(Word.max) / 2 - 1 else { return nil }
    var space: Int32 = 0
    // A unit is a power of two, so the lower bits are fractions of it.
    var fractions: Int32 = 0
    for index in 0..<ends.count {
      let dropped = ends[index] &- visibleEnds[index]
      fractions |= ends[index] | dropped
      if dropped == 0 { continue }
      if space != 0, space != dropped { return nil }
      space = dropped
    }
    guard fractions & (unit &- 1) == 0 else { return nil }
    let shift = Int32(unit.trailingZeroBitCount)
    let header = TextHeader(
      form: unit == 1 ? .units : .pixels, count: Int32(ends.count), space: space >> shift, top: height.top,
      height: height.height, fontHeight: height.fontHeight)
    return TextStorage(header, count: ends.count + 1) { (words: UnsafeMutablePointer<Word>) in
      for index in 0..<ends.count {
        let dropsSpace = visibleEnds[index] < ends[index]
        (words + index).initialize(
          to: Word(truncatingIfNeeded: (visibleEnds[index] >> shift) &* 2 &+ (dropsSpace ? 1 : 0)))
      }
      (words + ends.count).initialize(to: Word.max)
    }
  }

  /// The size of packed words after the header, in bytes.
  static func byteCount(words: Int) -> Int { (words + 1) * MemoryLayout<Word>.stride }

  /// The extents of the paragraph.
  ///
  /// - Parameter shift: The base-2 logarithm of the unit's size in Pango units.
  @inline(__always)
  func extents(in constraint: LineConstraint, shift: Int) -> TextExtents? {
    let header = header.pointee
    if constraint.lineSpacing != 0, header.fontHeight < 0 { return nil }
    let count = Int(header.count)
    let space = Int(header.space)
    // More than any line holds, but small enough to be doubled.
    let width = (constraint.width ?? 1 << 40) >> shift
    let lastLine = constraint.maximumLineCount > 0 ? constraint.maximumLineCount : Int.max
    let whole = Int(words[count &- 1] >> 1) &+ Int(words[count &- 1] & 1) &* space
    var next = 0
    var start = 0
    var lines = 0
    var widest = 0
    var isTruncated = false
    var estimate = width >= whole ? count : width &* count / whole
    while next < count {
      lines &+= 1
      if lines == lastLine {
        // All that is left stands on the last line.
        isTruncated = whole &- start > width && constraint.width != nil
        widest = max(widest, whole &- start)
        break
      }
      let limit = Word(truncatingIfNeeded: min((start &+ width) &* 2 &+ 1, Int(Word.max) &- 1))
      let first = next
      next = min(first &+ estimate, count)
      if words[next] <= limit {
        repeat { next &+= 1 } while words[next] <= limit
      } else {
        while next > first, words[next &- 1] > limit { next &-= 1 }
      }
      if next == first { return nil }
      estimate = next &- first
      let last = words[next &- 1]
      let end = Int(last >> 1)
      let after = end &+ Int(last & 1) &* space
      widest = max(widest, (next == count ? after : end) &- start)
      start = after
    }
    return header.extents(
      lines: lines, width: isTruncated ? constraint.width ?? 0 : widest << shift, isTruncated: isTruncated,
      constraint)
  }
}

extension TextHeader {
  /// The extents of packed words that take this number of lines.
  fileprivate func extents(lines: Int, width: Int, isTruncated: Bool, _ constraint: LineConstraint)
    -> TextExtents
  {
    guard constraint.lineSpacing == 0 else {
      var stack = LineStack(constraint)
      stack.isTruncated = isTruncated
      for _ in 0..<lines {
        stack.push(top: Int(top), height: Int(height), fontHeight: Int(fontHeight), width: width)
      }
      return stack.extents
    }
    let distance = Int(height) &+ constraint.spacing
    return TextExtents(
      width: width, height: lines &* distance &- constraint.spacing, lineCount: lines,
      isTruncated: isTruncated,
      firstBaseline: -Int(top), lastBaseline: (lines &- 1) &* distance &- Int(top))
  }
}
