import CGtk
import LayoutCore

/// Shapes pieces of items with HarfBuzz as Pango 1.50 does (shape.c, `pango_hb_shape`), for what Pango does not
/// pass on: where a break changes the shapes around it.
///
/// It belongs to one context, and is used on the thread that made it.
nonisolated final class PieceShaper {
  /// One character's share of a shaped piece.
  struct Character {
    var width: Int32 = 0
    var flags: Flags = []
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let startsCluster = Flags(rawValue: 1)
    static let isUnsafeToBreak = Flags(rawValue: 2)
    static let hasOrdinaryGlyph = Flags(rawValue: 4)
    static let hasMissingGlyph = Flags(rawValue: 8)
  }

  let roundsGlyphPositions: Bool
  /// The characters of the piece that was shaped last.
  private(set) var characters: [Character] = []
  private(set) var total: Int32 = 0

  private let buffer = hb_buffer_create()
  private let features = UnsafeMutablePointer<hb_feature_t>.allocate(capacity: 32)
  private var byByte: [Character] = []
  private var subFonts: [UnsafeMutablePointer<PangoFont>: SubFont] = [:]
  private var facts: [FactsKey: FontFacts] = [:]

  private struct FactsKey: Hashable {
    let font: UnsafeMutablePointer<PangoFont>
    let script: UInt8
    let language: OpaquePointer?
  }

  init(roundsGlyphPositions: Bool) { self.roundsGlyphPositions = roundsGlyphPositions }

  deinit {
    hb_buffer_destroy(buffer)
    features.deallocate()
  }

  func facts(of analysis: PangoAnalysis) -> FontFacts {
    let key = FactsKey(font: analysis.font, script: analysis.script, language: analysis.language)
    if let known = facts[key] { return known }
    let found = FontFacts(analysis, subFont: subFont(analysis.font))
    facts[key] = found
    return found
  }

  private func subFont(_ font: UnsafeMutablePointer<PangoFont>) -> SubFont {
    if let known = subFonts[font] { return known }
    let made = SubFont(font)
    subFonts[font] = made
    return made
  }

  /// Text of a layout, as Pango holds it.
  struct Text {
    let bytes: UnsafePointer<CChar>
    let length: Int
  }

  /// Shapes `range` (bytes) of `text` into `characters` and `total`.
  ///
  /// - Parameter hyphen: What a break at the piece's end adds.
  func shape(
    _ text: Text, _ range: Range<Int>, characterCount: Int, analysis: PangoAnalysis, hyphen: Hyphen = .none
  ) {
    fill(text, range, analysis: analysis, hyphen: hyphen)
    var featureCount: UInt32 = 0
    pango_font_get_features(analysis.font, features, 32, &featureCount)
    // Pango's font for missing glyphs is slower, and makes a difference only where one is missing.
    hb_shape(pango_font_get_hb_font(analysis.font), buffer, features, featureCount)
    if hasMissingGlyph {
      fill(text, range, analysis: analysis, hyphen: hyphen)
      hb_shape(subFont(analysis.font).pointer, buffer, features, featureCount)
    }
    collect(range)
    distribute(text.bytes + range.lowerBound, byteCount: range.count, characterCount: characterCount)
  }

  enum Hyphen {
    case none
    case appended
    /// It stands in for the piece's last character (U+2027).
    case replacing
  }

  private func fill(_ text: Text, _ range: Range<Int>, analysis: PangoAnalysis, hyphen: Hyphen) {
    let script = Script(analysis)
    hb_buffer_reset(buffer)
    hb_buffer_set_direction(buffer, analysis.level % 2 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, script.script)
    hb_buffer_set_language(buffer, script.language)
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    hb_buffer_set_flags(
      buffer, hb_buffer_flags_t(rawValue: HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
    hb_buffer_set_invisible_glyph(buffer, PangoGlyphs.empty)
    var end = range.upperBound
    var lastStart = end
    if hyphen != .none {
      repeat { lastStart -= 1 } while UInt8(bitPattern: text.bytes[lastStart]) & 0xC0 == 0x80
      if hyphen == .replacing { end = lastStart }
    }
    let length = Int32(text.length)
    hb_buffer_add_utf8(buffer, text.bytes, Int32(range.lowerBound), UInt32(range.lowerBound), 0)
    hb_buffer_add_utf8(
      buffer, text.bytes, Int32(end), UInt32(range.lowerBound), Int32(end - range.lowerBound))
    hb_buffer_add_utf8(buffer, text.bytes, length, UInt32(end), 0)
    guard hyphen != .none else { return }
    let font = subFont(analysis.font)
    if let sign = [0x2010, 0x2D].first(where: { font.hasGlyph($0) }) {
      hb_buffer_add(buffer, sign, UInt32(lastStart))
    }
  }

  private var hasMissingGlyph: Bool {
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count) else { return false }
    return (0..<Int(count)).contains { glyphs[$0].codepoint == 0 }
  }

  private func collect(_ range: Range<Int>) {
    total = 0
    byByte.removeAll(keepingCapacity: true)
    byByte.append(contentsOf: repeatElement(Character(), count: range.count))
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return }
    byByte.withUnsafeMutableBufferPointer { byByte in
      for index in 0..<Int(count) {
        let glyph = glyphs[index]
        var width = abs(positions[index].x_advance)
        if roundsGlyphPositions { width = (width + 512) & ~1023 }
        let place = min(max(Int(glyph.cluster) - range.lowerBound, 0), range.count - 1)
        byByte[place].width += width
        total += width
        var flags: Flags = .startsCluster
        if hb_glyph_info_get_glyph_flags(glyphs + index).rawValue & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue
          != 0
        {
          flags.insert(.isUnsafeToBreak)
        }
        let isMissing = glyph.codepoint & PangoGlyphs.unknownFlag != 0 && glyph.codepoint != PangoGlyphs.empty
        flags.insert(isMissing ? .hasMissingGlyph : .hasOrdinaryGlyph)
        byByte[place].flags.formUnion(flags)
      }
    }
  }

  /// A cluster's width is split evenly among its characters, the rest goes to the first
  /// (glyphstring.c, `pango_glyph_item_get_logical_widths`).
  private func distribute(_ text: UnsafePointer<CChar>, byteCount: Int, characterCount: Int) {
    characters.removeAll(keepingCapacity: true)
    var byte = 0
    while characters.count < characterCount, byte < byteCount {
      let cluster = byByte[byte]
      var count: Int32 = 0
      repeat {
        byte += 1
        while byte < byteCount, UInt8(bitPattern: text[byte]) & 0xC0 == 0x80 { byte += 1 }
        count += 1
      } while byte < byteCount && !byByte[byte].flags.contains(.startsCluster)
      let share = cluster.width / count
      characters.append(Character(width: cluster.width - share * (count - 1), flags: cluster.flags))
      let inner = cluster.flags.intersection([.hasOrdinaryGlyph, .hasMissingGlyph])
      for _ in 1..<max(count, 1) {
        characters.append(Character(width: share, flags: inner.union(.isUnsafeToBreak)))
      }
    }
  }
}
