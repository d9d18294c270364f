import CGtk
import LayoutCore

/// Shapes pieces of items with HarfBuzz like Pango 1.50 to 1.56 (shape.c, `pango_hb_shape`), to find what Pango does not
/// report: where a break changes the shapes around it.
///
/// Belongs to one context, and to the thread that made it.
nonisolated final class PieceShaper {
  /// One character of a shaped piece.
  struct Character {
    var width: Int32 = 0
    var flags: Flags = []
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    static var startsCluster: Flags { Flags(rawValue: 1) }
    static var isUnsafeToBreak: Flags { Flags(rawValue: 2) }
    static var hasOrdinaryGlyph: Flags { Flags(rawValue: 4) }
    static var hasMissingGlyph: Flags { Flags(rawValue: 8) }
    /// The character's cluster has more than one glyph.
    static var hasSeveralGlyphs: Flags { Flags(rawValue: 16) }
    /// The character's cluster contains a dotted circle, inserted for a mark without a base.
    static var hasDottedCircle: Flags { Flags(rawValue: 32) }
  }

  let roundsGlyphPositions: Bool
  private let readsMetrics: Bool
  private let margins: SearchMargins
  /// The characters of the last shaped piece; valid until the next one is shaped.
  var characters: UnsafeBufferPointer<Character> { UnsafeBufferPointer(rebasing: store[..<characterCount]) }
  private(set) var total: Int32 = 0
  /// The number of characters shaped so far.
  private(set) var shapedCount = 0
  /// Whether the last shaped piece contains a dotted circle for a mark without a base.
  private(set) var hasDottedCircle = false

  private let buffer = hb_buffer_create()
  private var store = UnsafeMutableBufferPointer<Character>.allocate(capacity: 512)
  private var byByte = UnsafeMutableBufferPointer<Character>.allocate(capacity: 1024)
  private var characterCount = 0
  private var fonts: [UnsafeMutablePointer<PangoFont>: FontFeatures] = [:]
  /// Short enough for linear search.
  private var shapingKeys: [ShapingKey] = []
  private var shapingFonts: [ShapingFont] = []
  let table: CharacterTable

  private struct ShapingKey: Equatable {
    let font: UnsafeMutablePointer<PangoFont>
    let script: UInt8
    let language: OpaquePointer?
  }

  /// - Parameters:
  ///   - readsMetrics: See `FontProperties`.
  ///   - margins: What threads that read them tell others.
  init(roundsGlyphPositions: Bool, readsMetrics: Bool, margins: SearchMargins, table: CharacterTable) {
    self.table = table
    self.margins = margins
    self.roundsGlyphPositions = roundsGlyphPositions
    self.readsMetrics = readsMetrics
  }

  deinit {
    hb_buffer_destroy(buffer)
    store.deallocate()
    byByte.deallocate()
  }

  func font(of analysis: PangoAnalysis) -> ShapingFont {
    let key = ShapingKey(font: analysis.font, script: analysis.script, language: analysis.language)
    for index in 0..<shapingKeys.count where shapingKeys[index] == key { return shapingFonts[index] }
    let made = ShapingFont(
      analysis, features: features(of: analysis.font), number: UInt32(shapingFonts.count),
      readsMetrics: readsMetrics, margins: margins)
    shapingKeys.append(key)
    shapingFonts.append(made)
    return made
  }

  private func features(of font: UnsafeMutablePointer<PangoFont>) -> FontFeatures {
    if let known = fonts[font] { return known }
    let made = FontFeatures(font)
    fonts[font] = made
    return made
  }

  /// The text of a layout, in Pango's memory.
  struct Text {
    let bytes: UnsafePointer<CChar>
    let length: Int

    /// The character at a byte offset of valid text.
    @inline(__always)
    func character(at byte: Int) -> UInt32 {
      let lead = UInt32(UInt8(bitPattern: bytes[byte]))
      if lead < 0x80 { return lead }
      let second = UInt32(UInt8(bitPattern: bytes[byte &+ 1])) & 0x3F
      if lead < 0xE0 { return (lead & 0x1F) << 6 | second }
      let third = UInt32(UInt8(bitPattern: bytes[byte &+ 2])) & 0x3F
      if lead < 0xF0 { return (lead & 0xF) << 12 | second << 6 | third }
      return (lead & 7) << 18 | second << 12 | third << 6 | UInt32(UInt8(bitPattern: bytes[byte &+ 3])) & 0x3F
    }
  }

  enum Hyphen {
    case none
    case appended
    /// The hyphen replaces the piece's last character (U+2027).
    case replacing
  }

  /// A range of text in one font and direction.
  struct Piece {
    let text: Text
    /// In bytes.
    var range: Range<Int>
    let font: ShapingFont
    /// The embedding level; odd for right-to-left text.
    let level: UInt8

    var start: UnsafePointer<CChar> { text.bytes + range.lowerBound }
  }

  /// Shapes `piece` into `characters` and `total`.
  ///
  /// - Parameter hyphen: The hyphen that a break at the piece's end adds.
  func shape(_ piece: Piece, characterCount: Int, hyphen: Hyphen = .none) {
    shapedCount &+= characterCount
    fill(piece, hyphen: hyphen)
    let features = piece.font.features
    // Pango's font for missing glyphs is slower, and differs only if a glyph is missing.
    hb_shape(features.hbFont, buffer, features.features, features.featureCount)
    if hasMissingGlyph {
      fill(piece, hyphen: hyphen)
      hb_shape(features.pangoCompatibleFont.pointer, buffer, features.features, features.featureCount)
    }
    collect(piece.range, dottedCircle: features.dottedCircle)
    distribute(piece.start, byteCount: piece.range.count, expected: characterCount)
  }

  private func prepareBuffer(_ piece: Piece) {
    hb_buffer_reset(buffer)
    hb_buffer_set_direction(buffer, piece.level % 2 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, piece.font.script.script)
    hb_buffer_set_language(buffer, piece.font.script.language)
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    hb_buffer_set_flags(
      buffer, hb_buffer_flags_t(rawValue: HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
    hb_buffer_set_invisible_glyph(buffer, PangoGlyphs.empty)
  }

  private func fill(_ piece: Piece, hyphen: Hyphen) {
    let text = piece.text
    let range = piece.range
    prepareBuffer(piece)
    guard hyphen != .none else {
      // HarfBuzz also gets the text around the piece, as context.
      hb_buffer_add_utf8(
        buffer, text.bytes, Int32(text.length), UInt32(range.lowerBound), Int32(range.count))
      return
    }
    var lastStart = range.upperBound
    repeat { lastStart -= 1 } while UInt8(bitPattern: text.bytes[lastStart]) & 0xC0 == 0x80
    let end = hyphen == .replacing ? lastStart : range.upperBound
    hb_buffer_add_utf8(buffer, text.bytes, Int32(range.lowerBound), UInt32(range.lowerBound), 0)
    hb_buffer_add_utf8(
      buffer, text.bytes, Int32(end), UInt32(range.lowerBound), Int32(end - range.lowerBound))
    hb_buffer_add_utf8(buffer, text.bytes, Int32(text.length), UInt32(end), 0)
    if let sign = [0x2010, 0x2D].first(where: { piece.font.features.pangoCompatibleFont.hasGlyph($0) }) {
      hb_buffer_add(buffer, sign, UInt32(lastStart))
    }
  }

  /// The width of a character in a piece's font if its shape does not depend on its neighbours; else nil.
  ///
  /// HarfBuzz reports this with its flags, but not at the ends of a text: the character is placed between two others.
  func widthAnywhere(of character: UInt32, like piece: Piece) -> Int32? {
    prepareBuffer(piece)
    let flags = hb_buffer_get_flags(buffer).rawValue | HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT.rawValue
    hb_buffer_set_flags(buffer, hb_buffer_flags_t(rawValue: flags))
    hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
    let neighbour: UInt32 = 0x4E00
    for (cluster, wanted) in [neighbour, character, neighbour].enumerated() {
      hb_buffer_add(buffer, wanted, UInt32(cluster))
    }
    let features = piece.font.features
    hb_shape(features.hbFont, buffer, features.features, features.featureCount)
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count), count == 3,
      let positions = hb_buffer_get_glyph_positions(buffer, nil),
      (0..<3).allSatisfy({ index in
        let glyph = glyphs[index]
        return glyph.codepoint != 0 && glyph.codepoint & PangoGlyphs.unknownFlag == 0
          && Int(glyph.cluster) == index && glyph.mask & HB_GLYPH_FLAG_UNSAFE_TO_CONCAT.rawValue == 0
      }), glyphs[0].codepoint == glyphs[2].codepoint, positions[0].x_advance == positions[2].x_advance,
      glyphs[1].codepoint != features.dottedCircle
    else { return nil }
    let width = abs(positions[1].x_advance)
    return roundsGlyphPositions ? (width &+ 512) & ~1023 : width
  }

  private var hasMissingGlyph: Bool {
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count) else { return false }
    for index in 0..<Int(count) where glyphs[index].codepoint == 0 { return true }
    return false
  }

  private func collect(_ range: Range<Int>, dottedCircle: hb_codepoint_t) {
    total = 0
    hasDottedCircle = false
    let last = range.count - 1
    if byByte.count < range.count {
      byByte.deallocate()
      byByte = .allocate(capacity: range.count * 2)
    }
    let byByte = byByte.baseAddress!
    byByte.update(repeating: Character(), count: range.count)
    var count: UInt32 = 0
    guard last >= 0, let glyphs = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return }
    var sum: Int32 = 0
    for index in 0..<Int(count) {
      let glyph = glyphs[index]
      var width = abs(positions[index].x_advance)
      if roundsGlyphPositions { width = (width &+ 512) & ~1023 }
      let place = min(max(Int(glyph.cluster) &- range.lowerBound, 0), last)
      sum &+= width
      var flags: Flags = .startsCluster
      if glyph.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0 { flags.insert(.isUnsafeToBreak) }
      let isMissing = glyph.codepoint & PangoGlyphs.unknownFlag != 0 && glyph.codepoint != PangoGlyphs.empty
      flags.insert(isMissing ? .hasMissingGlyph : .hasOrdinaryGlyph)
      if byByte[place].flags.contains(.startsCluster) { flags.insert(.hasSeveralGlyphs) }
      if glyph.codepoint == dottedCircle {
        flags.insert(.hasDottedCircle)
        hasDottedCircle = true
      }
      byByte[place].width &+= width
      byByte[place].flags.formUnion(flags)
    }
    total = sum
  }

  /// Divides a cluster's width evenly among its characters; the first one gets the remainder (glyphstring.c,
  /// `pango_glyph_item_get_logical_widths`).
  private func distribute(_ text: UnsafePointer<CChar>, byteCount: Int, expected: Int) {
    if store.count < expected {
      store.deallocate()
      store = .allocate(capacity: expected * 2)
    }
    let byByte = byByte.baseAddress!
    let store = store.baseAddress!
    var found = 0
    var byte = 0
    while found < expected, byte < byteCount {
      let cluster = byByte[byte]
      var count: Int32 = 0
      repeat {
        byte &+= 1
        while byte < byteCount, UInt8(bitPattern: text[byte]) & 0xC0 == 0x80 { byte &+= 1 }
        count &+= 1
      } while byte < byteCount && !byByte[byte].flags.contains(.startsCluster)
      let share = cluster.width / count
      store[found] = Character(width: cluster.width &- share &* (count &- 1), flags: cluster.flags)
      found &+= 1
      guard count > 1 else { continue }
      let inner = cluster.flags.intersection([.hasOrdinaryGlyph, .hasMissingGlyph, .hasSeveralGlyphs])
        .union(.isUnsafeToBreak)
      for _ in 1..<count where found < expected {
        store[found] = Character(width: share, flags: inner)
        found &+= 1
      }
    }
    characterCount = found
  }
}
