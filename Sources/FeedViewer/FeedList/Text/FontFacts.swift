import CGtk
import LayoutCore

/// What a font says of all text of one script and language in it.
nonisolated struct FontFacts {
  /// The extents of ordinary glyphs, of hex boxes, and of both.
  let ordinary: LineHeightClass
  let missing: LineHeightClass
  let mixed: LineHeightClass
  /// Three average character widths: how far beyond a line's end Pango looks (pango-layout.c, `process_item`).
  let searchMargin: Int32
  let hyphen: Int32

  init(_ analysis: PangoAnalysis, subFont: SubFont) {
    let font = analysis.font!
    var rectangle = PangoRectangle()
    pango_font_get_glyph_extents(font, PangoGlyphs.empty, nil, &rectangle)
    let metrics = pango_font_get_metrics(font, analysis.language)
    searchMargin = 3 * pango_font_metrics_get_approximate_char_width(metrics)
    let script = Script(analysis)
    let plain = LineHeightClass(
      top: rectangle.y, height: rectangle.height, fontHeight: abs(pango_font_metrics_get_height(metrics)),
      system: script.baselineSystem, baselines: script.baselines(of: font))
    pango_font_metrics_unref(metrics)
    ordinary = plain
    pango_font_get_glyph_extents(font, 0xE000 | PangoGlyphs.unknownFlag, nil, &rectangle)
    var box = plain
    box.top = rectangle.y
    box.height = rectangle.height
    missing = box
    var both = plain
    both.top = min(plain.top, box.top)
    both.height = max(plain.top + plain.height, box.top + box.height) - both.top
    mixed = both
    var glyph: hb_codepoint_t = 0
    let hbFont = pango_font_get_hb_font(font)
    let hasHyphen =
      hb_font_get_nominal_glyph(hbFont, 0x2010, &glyph) != 0
      || hb_font_get_nominal_glyph(hbFont, 0x2D, &glyph) != 0
    hyphen = hasHyphen ? hb_font_get_glyph_h_advance(hbFont, glyph) : 0
  }
}

/// An item's script and language as HarfBuzz names them.
nonisolated struct Script {
  let script: hb_script_t
  let language: hb_language_t?

  init(_ analysis: PangoAnalysis) {
    script = hb_script_t(
      rawValue: g_unicode_script_to_iso15924(GUnicodeScript(rawValue: Int32(analysis.script))))
    language = hb_language_from_string(pango_language_to_string(analysis.language), -1)
  }

  private static let systems = [
    HB_OT_LAYOUT_BASELINE_TAG_ROMAN, HB_OT_LAYOUT_BASELINE_TAG_HANGING,
    HB_OT_LAYOUT_BASELINE_TAG_IDEO_FACE_BOTTOM_OR_LEFT,
  ]

  var baselineSystem: LineHeightClass.System {
    switch hb_ot_layout_get_horizontal_baseline_tag_for_script(script) {
    case HB_OT_LAYOUT_BASELINE_TAG_HANGING: .hanging
    case HB_OT_LAYOUT_BASELINE_TAG_IDEO_FACE_BOTTOM_OR_LEFT: .ideographic
    default: .roman
    }
  }

  /// Whether HarfBuzz's flags mean nothing for text of `level`: against the script's own direction it shapes
  /// reversed text, and where letters join by context that is another text. Scripts of plain letters are not
  /// touched by it.
  func hasMisleadingFlags(atLevel level: UInt8) -> Bool {
    let native = hb_script_get_horizontal_direction(script)
    if native == HB_DIRECTION_INVALID || (native == HB_DIRECTION_RTL) == (level % 2 == 1) { return false }
    return !Self.plainScripts.contains(script.rawValue)
  }

  private static let plainScripts: Set<UInt32> = [
    HB_SCRIPT_LATIN.rawValue, HB_SCRIPT_GREEK.rawValue, HB_SCRIPT_CYRILLIC.rawValue,
    HB_SCRIPT_HEBREW.rawValue,
    HB_SCRIPT_COMMON.rawValue, HB_SCRIPT_HAN.rawValue, HB_SCRIPT_HIRAGANA.rawValue,
    HB_SCRIPT_KATAKANA.rawValue,
  ]

  func baselines(of font: UnsafeMutablePointer<PangoFont>) -> LineHeightClass.Baselines {
    var scriptTags = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_SCRIPT))
    var languageTags = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_LANGUAGE))
    var scriptCount = UInt32(scriptTags.count)
    var languageCount = UInt32(languageTags.count)
    hb_ot_tags_from_script_and_language(
      script, language, &scriptCount, &scriptTags, &languageCount, &languageTags)
    let hbFont = pango_font_get_hb_font(font)
    let found = Self.systems.map { system -> Int32 in
      var position: hb_position_t = 0
      hb_ot_layout_get_baseline_with_fallback(
        hbFont, system, HB_DIRECTION_LTR, scriptCount > 0 ? scriptTags[Int(scriptCount) - 1] : 0,
        languageCount > 0 ? languageTags[Int(languageCount) - 1] : 0, &position)
      return position
    }
    return LineHeightClass.Baselines(roman: found[0], hanging: found[1], ideographic: found[2])
  }
}
