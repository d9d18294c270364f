import CGtk
import LayoutCore

/// Converts attribute runs to a PangoAttrList.
nonisolated enum AttributeList {
  /// Calls `body` with the list for `runs`, or with nil if there are none.
  ///
  /// - Parameter colors: The colours of links and marked text; nil omits runs that do not affect sizes.
  static func with<Result>(
    _ runs: [TextAttributeRun], colors: TextColors?, _ body: (OpaquePointer?) -> Result
  ) -> Result {
    let wanted = colors == nil ? runs.filter(\.affectsSize) : runs
    guard !wanted.isEmpty, let list = pango_attr_list_new() else { return body(nil) }
    defer { pango_attr_list_unref(list) }
    for run in wanted {
      for attribute in attributes(run.kind, colors) {
        attribute.pointee.start_index = UInt32(clamping: run.bytes.lowerBound)
        attribute.pointee.end_index = UInt32(clamping: run.bytes.upperBound)
        pango_attr_list_insert(list, attribute)
      }
    }
    return body(list)
  }

  private static func attributes(
    _ kind: TextAttributeRun.Kind, _ colors: TextColors?
  ) -> [UnsafeMutablePointer<PangoAttribute>] {
    switch kind {
    case .bold: [pango_attr_weight_new(PANGO_WEIGHT_BOLD)]
    case .italic: [pango_attr_style_new(PANGO_STYLE_ITALIC)]
    case .monospace: [pango_attr_family_new("Monospace")]
    case .scale(let factor): [pango_attr_scale_new(factor)]
    case .size(let points): [pango_attr_size_new(Int32(clamping: Int(points * 1024)))]
    case .language(let tag): [pango_attr_language_new(pango_language_from_string(tag))]
    case .link:
      [pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)]
        + (colors?.link.map { [pango_attr_foreground_new($0.red, $0.green, $0.blue)] } ?? [])
    case .underline: [pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)]
    case .strikethrough: [pango_attr_strikethrough_new(1)]
    case .marked:
      colors.map {
        [
          pango_attr_background_new($0.mark.red, $0.mark.green, $0.mark.blue),
          pango_attr_background_alpha_new($0.mark.alpha),
        ]
      } ?? []
    case .superscript:
      [
        pango_attr_font_scale_new(PANGO_FONT_SCALE_SUPERSCRIPT),
        pango_attr_baseline_shift_new(Int32(PANGO_BASELINE_SHIFT_SUPERSCRIPT.rawValue)),
      ]
    case .subscript:
      [
        pango_attr_font_scale_new(PANGO_FONT_SCALE_SUBSCRIPT),
        pango_attr_baseline_shift_new(Int32(PANGO_BASELINE_SHIFT_SUBSCRIPT.rawValue)),
      ]
    case .letterSpacing(let units): [pango_attr_letter_spacing_new(Int32(clamping: units))]
    case .lineHeight(let factor): [pango_attr_line_height_new(factor)]
    case .unhyphenated: [pango_attr_insert_hyphens_new(0)]
    // Layouts have the direction from their contexts, and the alignment as a whole.
    case .baseDirection, .alignment: []
    }
  }
}
