import Glibc

/// Folds text: leaves out the differences that a search ignores.
///
/// Two texts are equal for a search if their folded forms have the same bytes. The folded form of a text is made in these
/// steps; `FoldingTable` holds their result for each scalar:
/// 1. Compatibility decomposition (NFKD): ﬁ becomes fi, ㎏ kg, Ａ A, and é e and an acute accent.
/// 2. Diacritics are removed: marks of the canonical combining classes 1, 10 to 36 and 200 to 240 (UAX #44), which are
///    those of Latin, Greek and Cyrillic letters, the points of Hebrew and the vowel signs of Arabic and Syriac. All other
///    marks make other letters or words of what they are added to: vowel signs and viramas of Indic and Southeast Asian
///    scripts, tone marks of Thai and Lao, nuktas, and the marks of voiced kana. Strokes and ligatures of Latin letters are
///    removed too, although they have no decomposition: ø, ł, đ, ħ, ŧ, æ, œ.
/// 3. Full case folding, by the mappings to lower, upper and again lower case: ß becomes ss, ς σ, ı i. It comes after the
///    diacritics, because it would make a letter of the Greek iota subscript, out of the order of the marks.
/// 4. Scalars that are not seen are removed: soft hyphens, joiners, zero-width spaces, controls of direction, variation
///    selectors (Default_Ignorable_Code_Point), control characters, and the Arabic tatweel, which only stretches words.
/// 5. Apostrophes are removed, as many people leave them out: don’t and don't become dont. Quotation marks, hyphens and
///    dashes become those of a keyboard: " -
/// 6. Runs of white space become one space; none is left at either end.
/// 7. Marks are put into canonical order, and Korean syllables and kana are composed (`HangulSyllable`).
///
/// - Complexity: O(length), whatever the text.
package struct TextFolder: ~Copyable {
  /// No result of one scalar is longer: U+FDFA becomes 33 bytes.
  private static let margin = 64

  private var base: UnsafeMutablePointer<UInt8>
  package private(set) var count = 0
  private var capacity: Int
  /// The field begins here: no scalar before it combines with one after it.
  private var fieldStart = 0

  package init(capacity: Int = 4_096) {
    self.capacity = max(capacity, Self.margin)
    guard let memory = malloc(self.capacity + FoldedBytes.slack) else {
      preconditionFailure("Out of memory.")
    }
    base = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { free(base) }

  /// The folded form of a text.
  package static func fold(_ text: String) -> [UInt8] {
    var folder = TextFolder(capacity: text.utf8.count)
    folder.append(text)
    folder.endField()
    return Array(folder.view)
  }

  /// Valid until the next change.
  package var view: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Adds the folded form of a text to the field. The text must begin where `startsUnit` is true, or the field must be
  /// empty.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Removes white space at the end of the field and begins another one.
  package mutating func endField() {
    if count > fieldStart, base[count - 1] == 0x20 { count -= 1 }
    fieldStart = count
  }

  /// Ends the field and adds a byte that no folded text contains.
  package mutating func endField(with separator: UInt8) {
    endField()
    reserve(Self.margin)
    base[count] = separator
    count += 1
    fieldStart = count
  }

  /// Removes everything; the memory is kept.
  package mutating func clear() {
    count = 0
    fieldStart = 0
  }

  /// The folded text, in memory of its size. The folder is empty afterwards and needs memory again.
  package mutating func takeBytes() -> FoldedBytes {
    let memory = realloc(base, count + FoldedBytes.slack) ?? UnsafeMutableRawPointer(base)
    let bytes = FoldedBytes(adopting: memory.assumingMemoryBound(to: UInt8.self), count: count)
    guard let next = malloc(Self.margin + FoldedBytes.slack) else { preconditionFailure("Out of memory.") }
    base = next.assumingMemoryBound(to: UInt8.self)
    capacity = Self.margin
    clear()
    return bytes
  }

  /// Makes room for more bytes, so that adding about that many does not move the text again.
  package mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(count + more, capacity + capacity / 2)
    guard let larger = realloc(base, capacity + FoldedBytes.slack) else {
      preconditionFailure("Out of memory.")
    }
    base = larger.assumingMemoryBound(to: UInt8.self)
  }

  // MARK: Plain text

  /// Whether folding may begin at this scalar: it does not combine with the one before it, whatever that is.
  package static func startsUnit(_ scalar: Unicode.Scalar) -> Bool {
    let entry = FoldingMap.shared.entry(for: scalar.value)
    if entry == .unchanged || entry == .space { return true }
    if entry.isPlain { return entry.length > 0 }
    return entry.isSequence
      && FoldingMap.shared.sequence(entry).first.map(HangulSyllable.isVowelOrTrailing) == false
  }

  /// Whether a scalar becomes digits but is none: a fraction, a superscript, a number in a circle.
  package static func becomesDigits(_ scalar: Unicode.Scalar) -> Bool {
    let map = FoldingMap.shared
    let entry = map.entry(for: scalar.value)
    let hasDigits =
      entry.isPlain
      ? entry.length > 0 && (0x30...0x39).contains(entry.bits & 0xFF)
      : entry.isSequence && map.sequence(entry).contains { (0x30...0x39).contains($0) }
    return hasDigits && scalar.properties.numericType != .decimal
  }

  /// Whether a scalar that is removed is seen: an apostrophe, or a letter that is written like one.
  static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x27, 0x2BB...0x2BF, 0x55A, 0x5F3, 0x2018...0x201B, 0xFF07: true
    default: false
    }
  }

  /// Whether the scalar at a position of folded text makes another letter of the one before, so that no match can end
  /// between them: a nukta, or the mark of a voiced kana (canonical combining classes 7 and 8).
  @inline(__always)
  package static func changesLetter(_ position: UnsafePointer<UInt8>) -> Bool {
    // All such marks are beyond U+0800.
    guard position.pointee >= 0xE0 else { return false }
    return (7...8).contains(FoldingMap.shared.entry(for: scalar(at: position).value).combiningClass)
  }

  /// - Parameter source: Valid UTF-8.
  package mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
    guard var position = source.baseAddress else { return }
    let map = FoldingMap.shared
    let end = position + source.count
    // Whether white space adds nothing here.
    var isSpaced = count == fieldStart || base[count - 1] == 0x20
    // The combining class of the last scalar.
    var lastClass: UInt8 = 0
    // The end of the text, kept here while plain text is added.
    var output = base + count
    var limit = base + capacity - Self.margin
    while position < end {
      if output > limit {
        count = output - base
        reserve(2 * Self.margin)
        output = base + count
        limit = base + capacity - Self.margin
      }
      let first = position.pointee
      let entry: FoldingMap.Entry
      let width: Int
      if first < 0x80 {
        // A single ASCII character among others is quicker alone.
        if end - position >= 8, position[1] < 0x80 {
          let length = Self.appendWord(position, to: output, &isSpaced)
          position += length
          output += length
          if length > 0 {
            lastClass = 0
            continue
          }
        }
        entry = map.firstEntries[Int(first)]
        width = 1
      } else if first < 0xE0 {
        entry = map.firstEntries[Int(UInt32(first & 0x1F) << 6 | UInt32(position[1] & 0x3F))]
        width = 2
      } else if first < 0xF0 {
        let value = UInt32(first & 0x0F) << 12 | UInt32(position[1] & 0x3F) << 6 | UInt32(position[2] & 0x3F)
        entry = map.entry(inFirstPlane: value)
        width = 3
      } else {
        entry = map.entry(for: Self.scalar(at: position).value)
        width = 4
      }
      if entry == .unchanged {
        for index in 0..<width { output[index] = position[index] }
        output += width
        isSpaced = false
        lastClass = 0
        position += width
      } else if entry.isPlain {
        UnsafeMutableRawPointer(output).storeBytes(of: entry.bits, as: UInt32.self)
        output += entry.length
        if entry.length > 0 {
          isSpaced = false
          lastClass = 0
        }
        position += width
      } else if entry == .space {
        if !isSpaced {
          output.pointee = 0x20
          output += 1
        }
        isSpaced = true
        lastClass = 0
        position += width
      } else if entry.combiningClass >= max(1, lastClass), entry.combiningClass != VoicedKana.combiningClass {
        // A mark in order.
        for index in 0..<width { output[index] = position[index] }
        output += width
        isSpaced = false
        lastClass = entry.combiningClass
        position += width
      } else {
        count = output - base
        position = appendSpecial(entry, at: position, width, before: end, &isSpaced, &lastClass)
        output = base + count
        limit = base + capacity - Self.margin
      }
    }
    count = output - base
  }

  /// Adds up to eight ASCII characters, up to a control character, DEL, an apostrophe, white space after white space, or
  /// anything beyond ASCII.
  /// - Parameters:
  ///   - position: The start of eight readable bytes.
  ///   - output: Eight bytes are written here.
  /// - Returns: The number of characters.
  @inline(__always)
  private static func appendWord(
    _ position: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>, _ isSpaced: inout Bool
  ) -> Int {
    let high: UInt64 = 0x8080_8080_8080_8080
    let low: UInt64 = 0x0101_0101_0101_0101
    let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
    let bits = word & ~high
    // Each sum sets the high bit of its byte from a character on: space, "!", DEL, "A", "[".
    let notControl = bits &+ low &* (0x80 - 0x20)
    let delete = bits &+ low
    let apostrophe = ~((bits ^ low &* 0x27) &+ low &* 0x7F)
    let spaces = ~(bits &+ low &* (0x80 - 0x21)) & notControl & ~word & high
    let doubled = spaces & (spaces << 8 | (isSpaced ? 0x80 : 0))
    let stops = (~notControl | delete | apostrophe | word | doubled) & high
    let capitals = (bits &+ low &* (0x80 - 0x41)) & ~(bits &+ low &* (0x80 - 0x5B)) & high
    UnsafeMutableRawPointer(output).storeBytes(of: word | capitals >> 2, as: UInt64.self)
    let length = stops.trailingZeroBitCount >> 3
    if length > 0 { isSpaced = spaces >> UInt64(truncatingIfNeeded: 8 * length - 1) & 1 != 0 }
    return length
  }

  private mutating func appendSpace(_ isSpaced: inout Bool) {
    if isSpaced { return }
    base[count] = 0x20
    count += 1
    isSpaced = true
  }

  // MARK: Marks, syllables and long forms

  /// Adds what the entry at a position stands for, and marks after it that must be sorted with it.
  /// - Returns: The position after what was added.
  @inline(never)
  private mutating func appendSpecial(
    _ entry: FoldingMap.Entry, at position: UnsafePointer<UInt8>, _ width: Int,
    before end: UnsafePointer<UInt8>, _ isSpaced: inout Bool, _ lastClass: inout UInt8
  ) -> UnsafePointer<UInt8> {
    let map = FoldingMap.shared
    if entry.isSequence {
      for value in map.sequence(entry) {
        reserve(Self.margin)
        if value == 0x20 { appendSpace(&isSpaced) } else { append(value, &isSpaced) }
      }
      lastClass = 0
      return position + width
    }
    let marks = Self.marks(entry, Self.scalar(at: position))
    isSpaced = false
    var classBefore = lastClass
    for mark in marks {
      guard mark.class >= classBefore else {
        // No mark of this scalar has been added yet if they are in order among themselves.
        return appendSorted(from: position, before: end, &lastClass)
      }
      classBefore = mark.class
    }
    for mark in marks {
      reserve(Self.margin)
      if lastClass != 0 || !compose(with: mark) { append(mark.value) }
      lastClass = mark.class
    }
    return position + width
  }

  /// A mark that is not removed.
  private struct Mark {
    var value: UInt32
    var `class`: UInt8
  }

  /// The marks that a scalar stands for; empty if it is not a mark.
  private static func marks(_ entry: FoldingMap.Entry, _ scalar: Unicode.Scalar) -> [Mark] {
    if entry.combiningClass != 0 { return [Mark(value: scalar.value, class: entry.combiningClass)] }
    guard entry.isMarkSequence else { return [] }
    return FoldingMap.shared.sequence(entry).map { value in
      Mark(value: value, class: FoldingMap.shared.entry(for: value).combiningClass)
    }
  }

  /// Puts the marks at the end of the text and those that follow into canonical order: by their classes, and those of one
  /// class as they were.
  /// - Complexity: O(number of marks).
  private mutating func appendSorted(
    from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, _ lastClass: inout UInt8
  ) -> UnsafePointer<UInt8> {
    var run: [Mark] = []
    while let (value, width) = lastScalar() {
      let markClass = FoldingMap.shared.entry(for: value).combiningClass
      guard markClass != 0 else { break }
      run.append(Mark(value: value, class: markClass))
      count -= width
    }
    run.reverse()
    var position = start
    while position < end {
      let scalar = Self.scalar(at: position)
      let entry = FoldingMap.shared.entry(for: scalar.value)
      let marks = Self.marks(entry, scalar)
      guard !marks.isEmpty || entry == .removed else { break }
      run += marks
      position += UTF8.width(scalar)
    }
    var sorted: [[Mark]] = Array(repeating: [], count: 256)
    for mark in run { sorted[Int(mark.class)].append(mark) }
    var isFirst = true
    for mark in sorted.joined() {
      reserve(Self.margin)
      if !isFirst || !compose(with: mark) { append(mark.value) }
      isFirst = false
      lastClass = mark.class
    }
    return position
  }

  /// Composes the last scalar with a mark, if there is such a kana.
  private mutating func compose(with mark: Mark) -> Bool {
    guard mark.class == VoicedKana.combiningClass, let (value, width) = lastScalar(),
      let kana = VoicedKana.composed(value, mark.value)
    else { return false }
    count -= width
    append(kana)
    return true
  }

  /// Adds a scalar that is no mark and no white space, or composes it with the last one.
  private mutating func append(_ value: UInt32, _ isSpaced: inout Bool) {
    isSpaced = false
    if HangulSyllable.isVowelOrTrailing(value), let (last, width) = lastScalar(),
      let syllable = HangulSyllable.composed(last, value)
    {
      count -= width
      append(syllable)
    } else {
      append(value)
    }
  }

  private mutating func append(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else {
      preconditionFailure("The table holds scalars.")
    }
    for byte in bytes {
      base[count] = byte
      count += 1
    }
  }

  /// The last scalar of the field, and the number of its bytes.
  private func lastScalar() -> (value: UInt32, width: Int)? {
    guard count > fieldStart else { return nil }
    var start = count - 1
    while start > fieldStart, base[start] & 0xC0 == 0x80 { start -= 1 }
    return (Self.scalar(at: base + start).value, count - start)
  }

  /// The scalar that begins at a position of valid UTF-8.
  package static func scalar(at position: UnsafePointer<UInt8>) -> Unicode.Scalar {
    let first = UInt32(position[0])
    let value: UInt32 =
      if first < 0x80 {
        first
      } else if first < 0xE0 {
        (first & 0x1F) << 6 | UInt32(position[1] & 0x3F)
      } else if first < 0xF0 {
        (first & 0x0F) << 12 | UInt32(position[1] & 0x3F) << 6 | UInt32(position[2] & 0x3F)
      } else {
        (first & 0x07) << 18 | UInt32(position[1] & 0x3F) << 12 | UInt32(position[2] & 0x3F) << 6
          | UInt32(position[3] & 0x3F)
      }
    guard let scalar = Unicode.Scalar(value) else { preconditionFailure("The text must be valid UTF-8.") }
    return scalar
  }
}
