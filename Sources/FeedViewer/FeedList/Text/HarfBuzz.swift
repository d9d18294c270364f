import CGtk

/// HarfBuzz set up as Pango 1.50 sets it up (shape.c), for what Pango does not pass on.
enum HarfBuzz {
  /// PANGO_GLYPH_EMPTY, a macro with a cast.
  static let emptyGlyph: PangoGlyph = 0x0FFF_FFFF
  /// PANGO_GLYPH_UNKNOWN_FLAG, a macro with a cast.
  static let unknownGlyphFlag: PangoGlyph = 0x1000_0000

  static func script(of analysis: PangoAnalysis) -> hb_script_t {
    hb_script_t(rawValue: g_unicode_script_to_iso15924(GUnicodeScript(rawValue: Int32(analysis.script))))
  }

  static func language(of analysis: PangoAnalysis) -> hb_language_t? {
    hb_language_from_string(pango_language_to_string(analysis.language), -1)
  }

  /// One character's share of a shaped piece.
  struct Character {
    var width: Int32 = 0
    var startsCluster = false
    var isUnsafeToBreak = false
  }

  private static let buffer = hb_buffer_create()

  /// Shapes `bytes` of `text` as one piece of an item.
  ///
  /// - Returns: A value for each character, or nil if a glyph is missing.
  static func shape(
    _ text: UnsafePointer<CChar>, length: Int, bytes: Range<Int>, characterCount: Int,
    analysis: PangoAnalysis, roundsGlyphPositions: Bool
  ) -> [Character]? {
    hb_buffer_reset(buffer)
    hb_buffer_set_direction(buffer, analysis.level % 2 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, script(of: analysis))
    hb_buffer_set_language(buffer, language(of: analysis))
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    hb_buffer_set_flags(
      buffer, hb_buffer_flags_t(rawValue: HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
    hb_buffer_set_invisible_glyph(buffer, emptyGlyph)
    hb_buffer_add_utf8(buffer, text, Int32(length), UInt32(bytes.lowerBound), Int32(bytes.count))
    var features = [hb_feature_t](repeating: hb_feature_t(), count: 32)
    var featureCount: UInt32 = 0
    pango_font_get_features(analysis.font, &features, UInt32(features.count), &featureCount)
    hb_shape(pango_font_get_hb_font(analysis.font), buffer, &features, featureCount)

    var glyphCount: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &glyphCount),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return nil }
    var byByte = [Character](repeating: Character(), count: bytes.count)
    for index in 0..<Int(glyphCount) {
      var glyph = glyphs[index]
      if glyph.codepoint == 0 { return nil }
      var width = abs(positions[index].x_advance)
      if roundsGlyphPositions { width = (width + 512) & ~1023 }
      let place = min(max(Int(glyph.cluster) - bytes.lowerBound, 0), bytes.count - 1)
      byByte[place].width += width
      byByte[place].startsCluster = true
      if hb_glyph_info_get_glyph_flags(&glyph).rawValue & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0 {
        byByte[place].isUnsafeToBreak = true
      }
    }
    return distribute(byByte, text: text + bytes.lowerBound, characterCount: characterCount)
  }

  /// A cluster's width is split evenly among its characters, the rest goes to the first
  /// (pango_glyph_item_get_logical_widths).
  private static func distribute(
    _ byByte: [Character], text: UnsafePointer<CChar>, characterCount: Int
  ) -> [Character] {
    var result = [Character](repeating: Character(), count: characterCount)
    var byte = 0
    var character = 0
    while character < characterCount {
      let cluster = byByte[byte]
      var count = 0
      repeat {
        byte += utf8Length(text[byte])
        count += 1
      } while byte < byByte.count && !byByte[byte].startsCluster && character + count < characterCount
      let share = cluster.width / Int32(count)
      for index in 0..<count { result[character + index].width = share }
      result[character].width += cluster.width - share * Int32(count)
      result[character].startsCluster = cluster.startsCluster
      result[character].isUnsafeToBreak = cluster.isUnsafeToBreak
      character += count
    }
    return result
  }

  /// The length of the character that starts with `lead`, in bytes; the text is valid UTF-8.
  static func utf8Length(_ lead: CChar) -> Int {
    let byte = UInt8(bitPattern: lead)
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }
}
