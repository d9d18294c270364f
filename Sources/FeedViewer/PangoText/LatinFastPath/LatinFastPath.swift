import CGtk
import LayoutCore

/// Prepares paragraphs of Latin, Greek or Cyrillic letters in one font from cached words.
///
/// For each word with its trailing spaces, the width and the break opportunities inside it are cached. Widths are
/// exact where the font's space is inert (`SpaceShapingAnalysis`). Break opportunities inside a word do not depend on
/// other words, and whether a line may end before a word depends only on the line breaking classes of its first
/// character and of the last character before the spaces (UAX 14: only LB 8 and LB 14 to 17 look across spaces). All
/// of this is Pango's own answer (`pango_default_break`), asked once. Any other text takes the general path.
nonisolated final class LatinFastPath: ParagraphFastPath {
  private static let maximumLength = 64

  private struct Word: BitwiseCopyable {
    var advance: Int32 = 0
    /// The width without the last white space.
    var visible: Int32 = 0
    /// The line breaking classes of the first character and of the last one that is not a space.
    var first: UInt8 = 0
    var last: UInt8 = 0
    /// Whether line breaks depend on widths alone.
    var isSimple = false
  }

  /// A place inside a word where a line may end.
  private struct Break: BitwiseCopyable {
    let visible: Int32
    let end: Int32
  }

  /// One font description and one script.
  private struct Run {
    let run: SingleRun
    /// Separates the run's words from those of other runs.
    let number: UInt32
  }

  private let context: OpaquePointer
  private let pieces: PieceShaper
  private var runs: [Key: Run?] = [:]
  /// The words of all runs, with the break opportunities inside them.
  private var words: ByteKeyCache<Word, Break>
  private struct Key: Hashable {
    let font: OpaquePointer
    let script: Int32
  }

  private var visibleEnds: [Int32] = []
  private var ends: [Int32] = []
  /// The break opportunities inside the word that was made last.
  private var breaks: [Break] = []
  private var logAttributes = UnsafeMutableBufferPointer<PangoLogAttr>.allocate(capacity: maximumLength + 2)
  /// Whether a line may end between two words, by the classes on both sides of the spaces.
  private var breaksBetween = [Bool?](repeating: nil, count: 64 * 64)

  init(context: OpaquePointer, pieces: PieceShaper, budget: CacheBudget) {
    self.context = context
    self.pieces = pieces
    words = ByteKeyCache(budget)
  }

  deinit { logAttributes.deallocate() }

  func dropCaches() { words.removeAll() }

  /// - Parameters:
  ///   - font: The text's font description, which must outlive this object.
  ///   - fontAttributes: An attribute list that contains only `font`.
  /// - Returns: Nil if the text is not simple enough.
  func prepare(
    _ text: PieceShaper.Text, font: OpaquePointer, fontAttributes: OpaquePointer,
    ellipses: (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)
  ) -> PreparedText? {
    guard text.length > 0, text.bytes[0] != 0x20, let letter = Self.firstLetter(of: text),
      let run = run(of: letter, font, fontAttributes, ellipses)
    else { return nil }
    visibleEnds.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    var position = 0
    var x: Int32 = 0
    var visible: Int32 = 0
    var last: UInt8 = 0
    while position < text.length {
      let start = position
      guard Self.passWord(&position, of: text, in: run.run), position - start <= Self.maximumLength,
        x < 1 << 29
      else { return nil }
      guard let (word, inside) = word(text, start..<position, run), word.isSimple else { return nil }
      if start > 0, canBreak(last, word.first, text, at: start) {
        visibleEnds.append(visible)
        ends.append(x)
      }
      for place in inside {
        visibleEnds.append(x &+ place.visible)
        ends.append(x &+ place.end)
      }
      visible = x &+ word.visible
      x &+= word.advance
      last = word.last
    }
    visibleEnds.append(PangoVersion.dropsSpaceAtEnd ? visible : x)
    ends.append(x)
    return PreparedText(visibleEnds: visibleEnds, ends: ends, heightClass: run.run.height)
  }

  /// Advances over a word and its trailing spaces.
  /// - Returns: False if the word contains a character of another run.
  @inline(__always)
  private static func passWord(_ position: inout Int, of text: PieceShaper.Text, in run: SingleRun) -> Bool {
    while position < text.length, text.bytes[position] != 0x20 {
      let lead = UInt8(bitPattern: text.bytes[position])
      let character = lead < 0x80 ? UInt32(lead) : g_utf8_get_char(text.bytes + position)
      guard run.contains(character) else { return false }
      position &+= lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3
    }
    while position < text.length, text.bytes[position] == 0x20 { position &+= 1 }
    return true
  }

  private static func firstLetter(of text: PieceShaper.Text) -> UInt32? {
    var position = 0
    while position < text.length {
      let lead = UInt8(bitPattern: text.bytes[position])
      if lead < 0x80 {
        if (0x61...0x7A).contains(lead | 0x20) { return 0x61 }
        position += 1
        continue
      }
      let character = g_utf8_get_char(text.bytes + position)
      switch g_unichar_get_script(character) {
      case G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_INHERITED: break
      case G_UNICODE_SCRIPT_LATIN: return 0x61
      case G_UNICODE_SCRIPT_GREEK: return 0x3B1
      case G_UNICODE_SCRIPT_CYRILLIC: return 0x430
      default: return nil
      }
      position += lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }
    return nil
  }

  private func run(
    of letter: UInt32, _ font: OpaquePointer, _ fontAttributes: OpaquePointer,
    _ ellipses: (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)
  ) -> Run? {
    let key = Key(font: font, script: Int32(letter))
    if let known = runs[key] { return known }
    let made = SingleRun(
      letter: letter, context: context, fontAttributes: fontAttributes, pieces: pieces, ellipses: ellipses
    ).map { Run(run: $0, number: UInt32(runs.count)) }
    runs[key] = .some(made)
    return made
  }

  /// A word with the break opportunities inside it, which are valid until the next word is asked for.
  @inline(__always)
  private func word(
    _ text: PieceShaper.Text, _ range: Range<Int>, _ run: Run
  ) -> (Word, UnsafeBufferPointer<Break>)? {
    let start = text.bytes + range.lowerBound
    guard let known = words.find(start, range.count, seed: run.number) else {
      return makeWord(text, range, run)
    }
    return known.isOld ? renewed(known, start, range.count, run) : (known.value, known.elements)
  }

  private func renewed(
    _ word: ByteKeyCache<Word, Break>.Entry, _ start: UnsafePointer<CChar>, _ length: Int, _ run: Run
  ) -> (Word, UnsafeBufferPointer<Break>)? {
    words.renew(word, for: start, length, seed: run.number)
    return words.find(start, length, seed: run.number).map { ($0.value, $0.elements) }
  }

  /// Nil if a glyph is missing, or if the font shapes across characters in an unexpected way.
  private func makeWord(
    _ text: PieceShaper.Text, _ range: Range<Int>, _ run: Run
  ) -> (Word, UnsafeBufferPointer<Break>)? {
    let start = text.bytes + range.lowerBound
    let count = g_utf8_strlen(start, range.count)
    pieces.shape(
      .init(text: text, range: range, font: run.run.font, level: run.run.level), characterCount: count)
    let characters = pieces.characters
    guard characters.count == count, !characters.contains(where: { $0.flags.contains(.hasMissingGlyph) })
    else {
      return nil
    }
    let places = Self.isPlainWord(start, range.count) ? nil : breaks(of: start, range.count, count)
    breaks.removeAll(keepingCapacity: true)
    var word = Word(isSimple: true)
    var x: Int32 = 0
    for index in 0..<count {
      let breakAttributes = places.map { BreakAttributes($0[index]) } ?? []
      if index > 0, let places, breakAttributes.has(.lineBreak) {
        let isWhite = places[index - 1].is_white != 0
        breaks.append(Break(visible: isWhite ? x &- characters[index - 1].width : x, end: x))
        if breakAttributes.has([.hyphen, .removesPreceding])
          || characters[index].flags.contains(.isUnsafeToBreak)
          || !characters[index].flags.contains(.startsCluster)
        {
          word.isSimple = false
        }
      }
      x &+= characters[index].width
    }
    word.advance = x
    let endsWhite = places.map { $0[count - 1].is_white != 0 } ?? (start[range.count - 1] == 0x20)
    word.visible = endsWhite ? x &- characters[count - 1].width : x
    word.first = Self.lineBreakingClass(g_utf8_get_char(start))
    word.last = Self.lineBreakingClass(Self.lastCharacter(text, range))
    breaks.withUnsafeBufferPointer {
      words.insert(word, $0, for: start, range.count, seed: run.number)
    }
    return words.find(start, range.count, seed: run.number).map { ($0.value, $0.elements) }
  }

  /// Pango's own break opportunities in a word.
  private func breaks(of word: UnsafePointer<CChar>, _ length: Int, _ count: Int) -> UnsafePointer<
    PangoLogAttr
  > {
    let places = logAttributes.baseAddress!
    places.update(repeating: PangoLogAttr(), count: count + 1)
    pango_default_break(word, Int32(length), nil, places, Int32(count + 1))
    return UnsafePointer(places)
  }

  /// Whether a word consists of ASCII letters with at most one punctuation mark and spaces after them: no line ends
  /// inside it (UAX 14, LB 7, 13 and 28).
  private static func isPlainWord(_ bytes: UnsafePointer<CChar>, _ length: Int) -> Bool {
    var index = 0
    while index < length, (0x61...0x7A).contains(UInt8(bitPattern: bytes[index]) | 0x20) { index &+= 1 }
    if index > 0, index < length {
      switch UInt8(bitPattern: bytes[index]) {
      case 0x21, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F: index &+= 1
      default: break
      }
    }
    while index < length, bytes[index] == 0x20 { index &+= 1 }
    return index == length
  }

  private static func lineBreakingClass(_ character: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: g_unichar_break_type(character).rawValue) & 63
  }

  /// The last character of a word before its trailing spaces.
  private static func lastCharacter(_ text: PieceShaper.Text, _ range: Range<Int>) -> UInt32 {
    var end = range.upperBound
    while end > range.lowerBound + 1, text.bytes[end - 1] == 0x20 { end -= 1 }
    repeat { end -= 1 } while UInt8(bitPattern: text.bytes[end]) & 0xC0 == 0x80
    return g_utf8_get_char(text.bytes + end)
  }

  @inline(__always)
  private func canBreak(_ last: UInt8, _ first: UInt8, _ text: PieceShaper.Text, at start: Int) -> Bool {
    breaksBetween[Int(last) << 6 | Int(first)] ?? askForBreak(last, first, text, at: start)
  }

  /// Asks Pango about two characters with a space between them.
  private func askForBreak(_ last: UInt8, _ first: UInt8, _ text: PieceShaper.Text, at start: Int) -> Bool {
    let before = Self.lastCharacter(text, 0..<start)
    let after = g_utf8_get_char(text.bytes + start)
    let string = String(
      String.UnicodeScalarView([before, 0x20, after].compactMap { Unicode.Scalar($0) }))
    let length = Int32(string.utf8.count)
    let places = logAttributes.baseAddress!
    places.update(repeating: PangoLogAttr(), count: 4)
    string.withCString { pango_default_break($0, length, nil, places, 4) }
    let answer = places[2].is_line_break != 0
    breaksBetween[Int(last) << 6 | Int(first)] = answer
    return answer
  }
}
