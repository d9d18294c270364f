/// The most compact form of a paragraph: one font, one line height, and white space of one width.
///
/// Each word is stored as twice the width up to its end, without white space that is dropped at the end of a line, plus
/// one if there is such white space. Comparing a word with a limit needs no unpacking, and the start of the next line
/// is one addition. 16 bits store whole pixels, 32 bits store Pango units. The value is immutable.
struct PackedWords<Word: FixedWidthInteger & UnsignedInteger & Sendable>: @unchecked Sendable {
  private let buffer: ManagedBuffer<PackedWordsHeader, Word>

  /// Packs a paragraph.
  ///
  /// - Parameter visibleEnds: At least as many as `ends`.
  /// - Returns: Nil if the paragraph does not fit this form.
  static func make(_ visibleEnds: [Int32], _ ends: [Int32], height: LineHeightClass, unit: Int32) -> Self? {
    visibleEnds.withUnsafeBufferPointer { visibleEnds in
      ends.withUnsafeBufferPointer { make(visibleEnds, $0, height: height, unit: unit) }
    }
  }

  private static func make(
    _ visibleEnds: UnsafeBufferPointer<Int32>, _ ends: UnsafeBufferPointer<Int32>, height: LineHeightClass,
    unit: Int32
  ) -> Self? {
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
    let header = PackedWordsHeader(
      count: Int32(ends.count), space: space >> shift, top: height.top, height: height.height,
      fontHeight: height.fontHeight)
    let made = ManagedBuffer<PackedWordsHeader, Word>.create(minimumCapacity: ends.count + 1) { _ in header }
    made.withUnsafeMutablePointerToElements { elements in
      for index in 0..<ends.count {
        let dropsSpace = visibleEnds[index] < ends[index]
        (elements + index).initialize(
          to: Word(truncatingIfNeeded: (visibleEnds[index] >> shift) &* 2 &+ (dropsSpace ? 1 : 0)))
      }
      (elements + ends.count).initialize(to: Word.max)
    }
    return Self(buffer: made)
  }

  /// The size of its allocation in bytes.
  var byteCount: Int {
    let needed =
      16 + MemoryLayout<PackedWordsHeader>.stride + (Int(buffer.header.count) + 1) * MemoryLayout<Word>.stride
    return (needed + 8 + 15) & ~15
  }

  /// The extents of the paragraph.
  ///
  /// - Parameter shift: The base-2 logarithm of the unit's size in Pango units.
  @inline(__always)
  func extents(in constraint: LineConstraint, shift: Int) -> TextExtents? {
    buffer.withUnsafeMutablePointers { header, words in
      let header = header.pointee
      if constraint.lineSpacing != 0, header.fontHeight < 0 { return nil }
      let count = Int(header.count)
      let space = Int(header.space)
      // Without wrapping: more than any line is wide, but small enough to be doubled.
      let width = (constraint.width ?? 1 << 40) >> shift
      let lastLine = constraint.maximumLineCount > 0 ? constraint.maximumLineCount : Int.max
      let whole = Int(words[count &- 1] >> 1) &+ Int(words[count &- 1] & 1) &* space
      var next = 0
      var start = 0
      var lines = 0
      var widest = 0
      var isTruncated = false
      var guess = width >= whole ? count : width &* count / whole
      while next < count {
        lines &+= 1
        if lines == lastLine {
          // The last line takes all remaining words.
          isTruncated = whole &- start > width && constraint.width != nil
          widest = max(widest, whole &- start)
          break
        }
        let limit = Word(truncatingIfNeeded: min((start &+ width) &* 2 &+ 1, Int(Word.max) &- 1))
        let first = next
        next = min(first &+ guess, count)
        if words[next] <= limit {
          repeat { next &+= 1 } while words[next] <= limit
        } else {
          while next > first, words[next &- 1] > limit { next &-= 1 }
        }
        if next == first { return nil }
        guess = next &- first
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
}

/// The values of a packed paragraph besides its words.
struct PackedWordsHeader {
  let count: Int32
  /// The width of the white space that is dropped at the end of a line, in the words' unit.
  let space: Int32
  let top: Int32
  let height: Int32
  let fontHeight: Int32

  func extents(lines: Int, width: Int, isTruncated: Bool, _ constraint: LineConstraint) -> TextExtents {
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
