import CGtk

/// Shapes items, using cached results where they are exact.
///
/// Two kinds of pieces can be cached: short items as a whole, because HarfBuzz ignores the text around them unless
/// letters join or they start with a mark; and, where the font's space is inert (`SpaceShapingAnalysis`), words with
/// their trailing spaces.
nonisolated final class WordShaper {
  typealias Character = PieceShaper.Character
  typealias Piece = PieceShaper.Piece

  let pieces: PieceShaper
  /// The characters of the last shaped piece; valid until the next one is shaped.
  private(set) var characters: UnsafeBufferPointer<Character>
  private(set) var total: Int32 = 0

  /// The total widths and the characters of pieces by their bytes, font, script, language and direction.
  private var cache: ByteKeyCache<Int32, Character>
  /// In bytes. Longer pieces hardly ever occur again.
  private static let longestCachedPiece = 64
  private var joined = UnsafeMutableBufferPointer<Character>.allocate(capacity: 512)
  private var words: [Word] = []

  /// A word of the piece that is being shaped.
  private struct Word {
    let range: Range<Int>
    let known: ByteKeyCache<Int32, Character>.Entry?
  }

  /// - Parameter budget: The memory of the cached pieces.
  init(_ pieces: PieceShaper, budget: CacheBudget) {
    self.pieces = pieces
    characters = pieces.characters
    cache = ByteKeyCache(budget)
  }

  deinit { joined.deallocate() }

  /// Drops all cached pieces.
  func dropCaches() { cache.removeAll() }

  /// Shapes `piece` into `characters` and `total`.
  ///
  /// - Parameter hyphen: The hyphen that a break at the piece's end adds.
  func shape(_ piece: Piece, characterCount: Int, hyphen: PieceShaper.Hyphen = .none) {
    if hyphen == .none, let lone = piece.font.contextFreeWidths, piece.level % 2 == 0,
      shapeCharacters(piece, characterCount: characterCount, lone)
    {
      return
    }
    let isShort = piece.range.count <= Self.longestCachedPiece
    if hyphen != .none || piece.range.isEmpty {
      shapeWhole(piece, characterCount: characterCount, hyphen: hyphen)
    } else if isShort, !piece.font.readsContext {
      shapeItem(piece, characterCount: characterCount)
    } else if piece.font.hasInertSpace(atLevel: piece.level), isApart(piece) {
      shapeWords(piece, characterCount: characterCount)
    } else {
      shapeWhole(piece, characterCount: characterCount, hyphen: .none)
    }
  }

  /// Whether no neighbouring text joins to the piece.
  private func isApart(_ piece: Piece) -> Bool {
    guard piece.font.readsContext else { return true }
    let bytes = piece.text.bytes
    let range = piece.range
    return (range.lowerBound == 0 || bytes[range.lowerBound - 1] > 0)
      && (range.upperBound == piece.text.length || bytes[range.upperBound] > 0)
  }

  private func shapeWhole(_ piece: Piece, characterCount: Int, hyphen: PieceShaper.Hyphen) {
    pieces.shape(piece, characterCount: characterCount, hyphen: hyphen)
    characters = pieces.characters
    total = pieces.total
  }

  /// Takes the widths of characters from the cache, one by one.
  /// - Returns: False if a character's shape depends on its neighbours.
  private func shapeCharacters(_ piece: Piece, characterCount: Int, _ lone: ContextFreeGlyphWidths) -> Bool {
    begin(characterCount)
    let target = joined.baseAddress!
    var position = piece.range.lowerBound
    var count = 0
    var sum: Int32 = 0
    while position < piece.range.upperBound, count < characterCount {
      let character = piece.text.character(at: position)
      guard character < 0x11_0000 else { return false }
      let length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x1_0000 ? 3 : 4
      let width = lone.width(of: character) { pieces.widthAnywhere(of: character, like: piece) }
      guard let width else { return false }
      target[count] = Character(width: width, flags: [.startsCluster, .hasOrdinaryGlyph])
      sum &+= width
      count &+= 1
      position &+= length
    }
    guard count == characterCount, position == piece.range.upperBound else { return false }
    characters = UnsafeBufferPointer(start: target, count: count)
    total = sum
    return true
  }

  private func shapeItem(_ piece: Piece, characterCount: Int) {
    if let known = cache.find(piece.start, piece.range.count, seed: piece.cacheNumber) {
      begin(characterCount)
      append(known.elements, total: known.value)
      if known.isOld { keep(piece, characters[...]) }
      return
    }
    shapeWhole(piece, characterCount: characterCount, hyphen: .none)
    if Self.canStart(piece.start) { keep(piece, characters[...]) }
  }

  /// Takes words from the cache if nearly all of them are cached; otherwise shapes the piece as a whole and caches
  /// its words.
  private func shapeWords(_ piece: Piece, characterCount: Int) {
    words.removeAll(keepingCapacity: true)
    var missing = 0
    var areAllYoung = true
    var rest = piece.range
    while let word = Self.nextWord(&rest, in: piece.text) {
      let isShort = word.count <= Self.longestCachedPiece
      let start = piece.text.bytes + word.lowerBound
      let known = isShort ? cache.find(start, word.count, seed: piece.cacheNumber) : nil
      words.append(Word(range: word, known: known))
      if known?.isOld != false { areAllYoung = false }
      if known != nil { continue }
      guard isShort, Self.canStartWord(start, piece.font) else {
        missing = Int.max
        break
      }
      missing += 1
    }
    guard missing <= 1 + words.count / 4 else {
      shapeWhole(piece, characterCount: characterCount, hyphen: .none)
      keepWords(of: piece)
      return
    }
    begin(characterCount)
    for word in words {
      if let known = word.known {
        append(known.elements, total: known.value)
        continue
      }
      pieces.shape(Self.piece(piece, word.range), characterCount: Self.characterCount(piece, word.range))
      // Whether a mark without a base gets a dotted circle depends on other marks in the piece.
      if pieces.hasDottedCircle {
        shapeWhole(piece, characterCount: characterCount, hyphen: .none)
        return
      }
      append(pieces.characters, total: pieces.total)
    }
    if !areAllYoung, characters.count == characterCount { keepJoinedWords(of: piece) }
  }

  /// Caches the words that were joined, but for those that are in the young generation: when all are joined, because old
  /// ones may be dropped now.
  private func keepJoinedWords(of piece: Piece) {
    var first = 0
    for word in words {
      let end = first + (word.known?.elements.count ?? Self.characterCount(piece, word.range))
      if word.known?.isOld != false { keep(Self.piece(piece, word.range), characters[first..<end]) }
      first = end
    }
  }

  /// Caches the words of a piece that was shaped as a whole.
  private func keepWords(of piece: Piece) {
    if pieces.hasDottedCircle { return }
    var rest = piece.range
    var first = 0
    while let range = Self.nextWord(&rest, in: piece.text) {
      let word = Self.piece(piece, range)
      let end = min(first + Self.characterCount(piece, range), characters.count)
      let found = characters[first..<end]
      let isCut = first == 0 || found.first.map { $0.flags.isDisjoint(with: .isUnsafeToBreak) } ?? false
      first = end
      guard range.count <= Self.longestCachedPiece, isCut, Self.canStartWord(word.start, piece.font),
        // A mark after the word's trailing space would attach to the space.
        rest.isEmpty || Self.canStartWord(piece.text.bytes + rest.lowerBound, piece.font)
      else { continue }
      keep(word, found)
    }
  }

  private func keep(_ piece: Piece, _ characters: Slice<UnsafeBufferPointer<Character>>) {
    var total: Int32 = 0
    for character in characters {
      // Missing glyphs have other widths in Pango's own font.
      if character.flags.contains(.hasMissingGlyph) { return }
      total &+= character.width
    }
    guard !characters.isEmpty else { return }
    cache.insert(
      total, UnsafeBufferPointer(rebasing: characters), for: piece.start, piece.range.count,
      seed: piece.cacheNumber)
  }

  private func begin(_ characterCount: Int) {
    if joined.count < characterCount {
      joined.deallocate()
      joined = .allocate(capacity: characterCount * 2)
    }
    total = 0
    characters = UnsafeBufferPointer(start: joined.baseAddress!, count: 0)
  }

  @inline(__always)
  private func append(_ more: UnsafeBufferPointer<Character>, total added: Int32) {
    if let base = more.baseAddress {
      (joined.baseAddress! + characters.count).update(from: base, count: more.count)
    }
    characters = UnsafeBufferPointer(start: joined.baseAddress!, count: characters.count &+ more.count)
    total &+= added
  }

  /// Removes the next word with its trailing spaces from `rest`.
  @inline(__always)
  private static func nextWord(_ rest: inout Range<Int>, in text: PieceShaper.Text) -> Range<Int>? {
    if rest.isEmpty { return nil }
    let start = rest.lowerBound
    var end = start
    while end < rest.upperBound, text.bytes[end] != 0x20 { end &+= 1 }
    while end < rest.upperBound, text.bytes[end] == 0x20 { end &+= 1 }
    rest = end..<rest.upperBound
    return start..<end
  }

  /// A part of a piece.
  private static func piece(_ piece: Piece, _ range: Range<Int>) -> Piece {
    var part = piece
    part.range = range
    return part
  }

  private static func characterCount(_ piece: Piece, _ range: Range<Int>) -> Int {
    var count = 0
    for index in range where UInt8(bitPattern: piece.text.bytes[index]) & 0xC0 != 0x80 { count &+= 1 }
    return count
  }

  /// Whether a piece may start with its first character independently of context: a mark at the start gets a dotted
  /// circle in some contexts only.
  private static func canStart(_ start: UnsafePointer<CChar>) -> Bool {
    guard start[0] < 0 else { return true }
    switch g_unichar_type(g_utf8_get_char(start)) {
    case G_UNICODE_NON_SPACING_MARK, G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK, G_UNICODE_FORMAT,
      G_UNICODE_UNASSIGNED, G_UNICODE_MODIFIER_SYMBOL:
      return false
    default: return true
    }
  }

  /// Whether, in addition, the font does not classify the character as a mark.
  private static func canStartWord(_ start: UnsafePointer<CChar>, _ font: ShapingFont) -> Bool {
    guard start[0] < 0 else { return true }
    let hbFont = font.features.hbFont
    var glyph: hb_codepoint_t = 0
    return canStart(start) && hb_font_get_nominal_glyph(hbFont, g_utf8_get_char(start), &glyph) != 0
      && hb_ot_layout_get_glyph_class(hb_font_get_face(hbFont), glyph) != HB_OT_LAYOUT_GLYPH_CLASS_MARK
  }
}

extension PieceShaper.Piece {
  /// Identifies font, script, language and direction in a cache.
  fileprivate nonisolated var cacheNumber: UInt32 { font.number << 1 | UInt32(level & 1) }
}
