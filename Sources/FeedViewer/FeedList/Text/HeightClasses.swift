import CGtk
import LayoutCore

/// The distinct vertical extents of a text's runs, with what Pango needs to align them on one line.
struct HeightClasses {
  struct Entry: Equatable {
    let extents: PreparedText.LineHeightClass
    /// The baseline system of the run's script: 0 roman, 1 hanging, 2 ideographic.
    let system: Int
    /// Where the run's font puts the baseline of each system.
    let baselines: [Int32]
  }

  private(set) var all: [Entry] = []

  /// The bit of an entry, or nil when there are too many of them.
  mutating func bit(of entry: Entry) -> UInt16? {
    if let index = all.firstIndex(of: entry) { return 1 << UInt16(index) }
    guard all.count < 16 else { return nil }
    all.append(entry)
    return 1 << UInt16(all.count - 1)
  }

  /// Whether no run is ever shifted: Pango moves runs to the baseline system of the line's first run
  /// (pango-layout.c, apply_baseline_shift), so a line's height would depend on which script starts it.
  var isFlat: Bool {
    all.allSatisfy { first in
      all.allSatisfy { $0.baselines[first.system] == first.baselines[first.system] }
    }
  }

  static func entry(of analysis: PangoAnalysis) -> Entry {
    let font = analysis.font!
    var rectangle = PangoRectangle()
    pango_font_get_glyph_extents(font, HarfBuzz.emptyGlyph, nil, &rectangle)
    let script = HarfBuzz.script(of: analysis)
    var scriptTags = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_SCRIPT))
    var languageTags = [hb_tag_t](repeating: 0, count: Int(HB_OT_MAX_TAGS_PER_LANGUAGE))
    var scriptCount = UInt32(scriptTags.count)
    var languageCount = UInt32(languageTags.count)
    hb_ot_tags_from_script_and_language(
      script, HarfBuzz.language(of: analysis), &scriptCount, &scriptTags, &languageCount, &languageTags)
    let systems = [
      HB_OT_LAYOUT_BASELINE_TAG_ROMAN, HB_OT_LAYOUT_BASELINE_TAG_HANGING,
      HB_OT_LAYOUT_BASELINE_TAG_IDEO_FACE_BOTTOM_OR_LEFT,
    ]
    let hbFont = pango_font_get_hb_font(font)
    let baselines = systems.map { system -> Int32 in
      var position: hb_position_t = 0
      hb_ot_layout_get_baseline_with_fallback(
        hbFont, system, HB_DIRECTION_LTR, scriptTags[Int(scriptCount) - 1],
        languageCount > 0 ? languageTags[0] : 0, &position)
      return position
    }
    let system = hb_ot_layout_get_horizontal_baseline_tag_for_script(script)
    return Entry(
      extents: .init(top: rectangle.y, bottom: rectangle.y + rectangle.height),
      system: systems.firstIndex(of: system) ?? 0, baselines: baselines)
  }
}
