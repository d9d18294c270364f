import CGtk
import LayoutCore

/// The properties of a font that hold for all text in one script and language.
nonisolated struct FontProperties {
  /// The extents of ordinary glyphs.
  let ordinary: LineHeightClass
  /// Three average character widths: how far past a line's end Pango looks for breaks (pango-layout.c,
  /// `process_item`). `unknownSearchMargin` if metrics are not read: see `ShapingFont.searchMargin`.
  ///
  /// Here Pango 1.50 itself is not a function of the text. It computes a font's metrics by laying out a sample text;
  /// fonts that this sample falls back to, and whose metrics are first asked for meanwhile, keep an average width of
  /// 0 (pangocairo-font.c, `in_get_metrics`). So PangoLayout's answer for a text with broken words may depend on what
  /// the process laid out before, especially on emoji. The value read here is the one that Pango keeps for this font
  /// object, so both answers agree within a process.
  let searchMargin: Int32
  let hyphen: Int32

  /// - Parameter readsMetrics: Whether Pango may be asked for the font's metrics. Allowed on one thread only, because
  ///   Pango guards their computation with a variable shared by all threads (pangocairo-font.c, `in_get_metrics`).
  init(_ analysis: PangoAnalysis, readsMetrics: Bool) {
    let font = analysis.font!
    var rectangle = PangoRectangle()
    pango_font_get_glyph_extents(font, PangoGlyphs.empty, nil, &rectangle)
    var fontHeight = LineHeightClass.unknownFontHeight
    if readsMetrics {
      let metrics = pango_font_get_metrics(font, analysis.language)
      defer { pango_font_metrics_unref(metrics) }
      searchMargin = 3 * pango_font_metrics_get_approximate_char_width(metrics)
      fontHeight = abs(pango_font_metrics_get_height(metrics))
    } else {
      searchMargin = PreparedParagraph.Item.unknownSearchMargin
    }
    let script = Script(analysis)
    ordinary = LineHeightClass(
      top: rectangle.y, height: rectangle.height, fontHeight: fontHeight,
      system: script.baselineSystem, baselines: script.baselines(of: font))
    var glyph: hb_codepoint_t = 0
    let hbFont = pango_font_get_hb_font(font)
    let hasHyphen =
      hb_font_get_nominal_glyph(hbFont, 0x2010, &glyph) != 0
      || hb_font_get_nominal_glyph(hbFont, 0x2D, &glyph) != 0
    hyphen = hasHyphen ? hb_font_get_glyph_h_advance(hbFont, glyph) : 0
  }
}

/// The extents of hex boxes, which represent missing glyphs. Pango draws them in a small font of their own, which is
/// loaded on first use.
nonisolated struct MissingGlyphMetrics {
  /// For hex boxes alone, and together with ordinary glyphs.
  let alone: LineHeightClass
  let mixed: LineHeightClass

  init(_ font: UnsafeMutablePointer<PangoFont>, besides ordinary: LineHeightClass) {
    var rectangle = PangoRectangle()
    pango_font_get_glyph_extents(font, 0xE000 | PangoGlyphs.unknownFlag, nil, &rectangle)
    var box = ordinary
    box.top = rectangle.y
    box.height = rectangle.height
    alone = box
    var both = ordinary
    both.top = min(ordinary.top, box.top)
    both.height = max(ordinary.top + ordinary.height, box.top + box.height) - both.top
    mixed = both
  }
}

/// A font in one script and language, with everything needed for shaping, looked up once.
nonisolated final class ShapingFont {
  let features: FontFeatures
  let script: Script
  let properties: FontProperties
  /// What `properties` has, or what the main thread has read of the same font since; `unknownSearchMargin` until then.
  var searchMargin: Int32 {
    if readMargin != PreparedParagraph.Item.unknownSearchMargin { return readMargin }
    let version = margins.version
    if version != askedVersion {
      askedVersion = version
      readMargin = margins[marginKey] ?? readMargin
    }
    return readMargin
  }
  private var readMargin: Int32
  private let margins: SearchMargins
  /// The version of the margins that were asked last.
  private var askedVersion = 0
  private let marginKey: SearchMargins.Key
  private(set) lazy var missing = MissingGlyphMetrics(features.font, besides: properties.ordinary)
  /// Whether HarfBuzz's flags are unreliable, for left-to-right and right-to-left text.
  private let isMisleading: (Bool, Bool)
  /// Identifies this object in caches, together with a direction.
  let number: UInt32
  /// Whether the characters next to an item may change its shapes, as in joining scripts.
  let readsContext: Bool
  /// Only for scripts whose characters do not interact.
  let contextFreeWidths: ContextFreeGlyphWidths?
  private var inertSpace: (Bool?, Bool?)

  /// - Parameters:
  ///   - readsMetrics: See `FontProperties`.
  ///   - margins: Where what is read is kept for other threads, or looked up.
  init(
    _ analysis: PangoAnalysis, features: FontFeatures, number: UInt32, readsMetrics: Bool,
    margins: SearchMargins
  ) {
    self.features = features
    self.margins = margins
    marginKey = SearchMargins.Key(analysis)
    self.number = number
    script = Script(analysis)
    readsContext = script.mayJoin
    contextFreeWidths = script.hasContextFreeWidths ? ContextFreeGlyphWidths() : nil
    properties = FontProperties(analysis, readsMetrics: readsMetrics)
    readMargin = properties.searchMargin
    if readsMetrics { margins.keep(readMargin, for: marginKey) }
    isMisleading = (script.hasMisleadingFlags(atLevel: 0), script.hasMisleadingFlags(atLevel: 1))
  }

  func hasMisleadingFlags(atLevel level: UInt8) -> Bool { level % 2 == 0 ? isMisleading.0 : isMisleading.1 }

  /// Whether words can be shaped separately, because the space takes no part in shaping.
  func hasInertSpace(atLevel level: UInt8) -> Bool {
    if let known = level % 2 == 0 ? inertSpace.0 : inertSpace.1 { return known }
    let found = SpaceShapingAnalysis.isInert(
      in: features, script: script, direction: level % 2 == 0 ? HB_DIRECTION_LTR : HB_DIRECTION_RTL)
    if level % 2 == 0 { inertSpace.0 = found } else { inertSpace.1 = found }
    return found
  }
}

/// HarfBuzz's script and language of an item.
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

  /// Whether HarfBuzz's flags are unreliable for text of `level`: against the script's own direction HarfBuzz shapes
  /// reversed text, which in joining scripts is another text. Scripts of simple letters are not affected, except those that run
  /// from right to left: HarfBuzz does not reverse a piece that has digits and no letters (hb-ot-shape.cc,
  /// `hb_ensure_native_direction`), so that a split may decide whether it does.
  func hasMisleadingFlags(atLevel level: UInt8) -> Bool {
    let native = hb_script_get_horizontal_direction(script)
    if native == HB_DIRECTION_INVALID || (native == HB_DIRECTION_RTL) == (level % 2 == 1) { return false }
    return native == HB_DIRECTION_RTL || !Self.plainScripts.contains(script.rawValue)
  }

  /// Whether letters may join across the ends of an item; true unless the script is known not to join.
  var mayJoin: Bool {
    !Self.plainScripts.contains(script.rawValue) && !Self.unjoinedScripts.contains(script.rawValue)
  }

  var hasContextFreeWidths: Bool {
    switch script {
    case HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_HANGUL, HB_SCRIPT_BOPOMOFO: true
    default: false
    }
  }

  /// Scripts whose syllables HarfBuzz forms only within an item.
  private static let unjoinedScripts: Set<UInt32> = [
    HB_SCRIPT_THAI.rawValue, HB_SCRIPT_LAO.rawValue, HB_SCRIPT_DEVANAGARI.rawValue,
    HB_SCRIPT_BENGALI.rawValue, HB_SCRIPT_GURMUKHI.rawValue, HB_SCRIPT_GUJARATI.rawValue,
    HB_SCRIPT_ORIYA.rawValue, HB_SCRIPT_TAMIL.rawValue, HB_SCRIPT_TELUGU.rawValue,
    HB_SCRIPT_KANNADA.rawValue, HB_SCRIPT_MALAYALAM.rawValue, HB_SCRIPT_SINHALA.rawValue,
    HB_SCRIPT_KHMER.rawValue, HB_SCRIPT_MYANMAR.rawValue, HB_SCRIPT_HANGUL.rawValue,
    HB_SCRIPT_BOPOMOFO.rawValue, HB_SCRIPT_ARMENIAN.rawValue, HB_SCRIPT_GEORGIAN.rawValue,
    HB_SCRIPT_ETHIOPIC.rawValue,
  ]

  private static let plainScripts: Set<UInt32> = [
    HB_SCRIPT_LATIN.rawValue, HB_SCRIPT_GREEK.rawValue, HB_SCRIPT_CYRILLIC.rawValue,
    HB_SCRIPT_HEBREW.rawValue,
    HB_SCRIPT_COMMON.rawValue, HB_SCRIPT_HAN.rawValue, HB_SCRIPT_HIRAGANA.rawValue,
    HB_SCRIPT_KATAKANA.rawValue,
  ]

  /// The OpenType tags of the script and the language, most specific first.
  var openTypeTags: (scripts: [hb_tag_t], languages: [hb_tag_t]) {
    var scripts = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_SCRIPT))
    var languages = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_LANGUAGE))
    var scriptCount = UInt32(scripts.count)
    var languageCount = UInt32(languages.count)
    hb_ot_tags_from_script_and_language(script, language, &scriptCount, &scripts, &languageCount, &languages)
    return (Array(scripts.prefix(Int(scriptCount))), Array(languages.prefix(Int(languageCount))))
  }

  func baselines(of font: UnsafeMutablePointer<PangoFont>) -> LineHeightClass.Baselines {
    let tags = openTypeTags
    let hbFont = pango_font_get_hb_font(font)
    let found = Self.systems.map { system -> Int32 in
      var position: hb_position_t = 0
      hb_ot_layout_get_baseline_with_fallback(
        hbFont, system, HB_DIRECTION_LTR, tags.scripts.last ?? 0, tags.languages.last ?? 0, &position)
      return position
    }
    return LineHeightClass.Baselines(roman: found[0], hanging: found[1], ideographic: found[2])
  }
}
