/// A paragraph in its smallest form: one font, one line height, white space of one width.
///
/// A word is twice the width up to its end without the white space that a line's end forgives, plus one if
/// there is any: the comparison with a limit needs no unpacking, and where the next line starts is one addition.
/// 16 bits hold whole pixels, 32 bits hold Pango units. Filled when it is made, and never changed.
struct PackedWords<Word: FixedWidthInteger & UnsignedInteger & Sendable>: @unchecked Sendable {
  private let buffer: ManagedBuffer<PackedWordsHeader, Word>

  /// Nil if the paragraph needs more than this.
  static func make(_ words: WordEnds, height: LineHeightClass, unit: Int) -> Self? {
    var space: Int?
    for index in 0..<words.count {
      let forgiven = Int(words.ends[index] - words.visibleEnds[index])
      if forgiven == 0 { continue }
      if let space, space != forgiven { return nil }
      space = forgiven
    }
    let isInUnits = words.ends.allSatisfy { Int($0) % unit == 0 } && (space ?? 0) % unit == 0
    guard isInUnits, let last = words.ends.last, Int(last) / unit < Int(Word.max) / 2 - 1 else { return nil }
    let header = PackedWordsHeader(
      count: Int32(words.count), space: Int32((space ?? 0) / unit), top: height.top, height: height.height,
      fontHeight: height.fontHeight)
    let made = ManagedBuffer<PackedWordsHeader, Word>.create(minimumCapacity: words.count + 1) { _ in header }
    made.withUnsafeMutablePointerToElements { elements in
      for index in 0..<words.count {
        let forgives = words.visibleEnds[index] < words.ends[index]
        let end = Int(words.visibleEnds[index]) / unit
        (elements + index).initialize(to: Word(end * 2 + (forgives ? 1 : 0)))
      }
      (elements + words.count).initialize(to: Word.max)
    }
    return Self(buffer: made)
  }

  /// What its one allocation takes, in bytes.
  var byteCount: Int {
    let needed =
      16 + MemoryLayout<PackedWordsHeader>.stride + (Int(buffer.header.count) + 1) * MemoryLayout<Word>.stride
    return (needed + 8 + 15) & ~15
  }

  /// - Parameter shift: The unit's size as a power of two of Pango units.
  @inline(__always)
  func extents(in constraint: LineConstraint, shift: Int) -> TextExtents? {
    buffer.withUnsafeMutablePointers { header, words in
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
      var guess = width >= whole ? count : width &* count / whole
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

/// What a packed paragraph holds besides its words.
struct PackedWordsHeader {
  let count: Int32
  /// The width of a forgiven white space, in the words' unit.
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
