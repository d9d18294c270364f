import CGtk
import LayoutCore

/// Converts attribute runs to a PangoAttrList.
nonisolated enum AttributeList {
  /// Calls `body` with the list for `runs`, or with nil if there are none.
  ///
  /// - Parameter measuresOnly: Whether runs that do not affect sizes are omitted.
  static func with<Result>(
    _ runs: [TextAttributeRun], measuresOnly: Bool, _ body: (OpaquePointer?) -> Result
  ) -> Result {
    let wanted = measuresOnly ? runs.filter { $0.kind != .link } : runs
    guard !wanted.isEmpty, let list = pango_attr_list_new() else { return body(nil) }
    defer { pango_attr_list_unref(list) }
    for run in wanted {
      let attribute = attribute(run.kind)
      attribute.pointee.start_index = UInt32(clamping: run.bytes.lowerBound)
      attribute.pointee.end_index = UInt32(clamping: run.bytes.upperBound)
      pango_attr_list_insert(list, attribute)
    }
    return body(list)
  }

  private static func attribute(_ kind: TextAttributeRun.Kind) -> UnsafeMutablePointer<PangoAttribute> {
    switch kind {
    case .bold: pango_attr_weight_new(PANGO_WEIGHT_BOLD)
    case .italic: pango_attr_style_new(PANGO_STYLE_ITALIC)
    case .monospace: pango_attr_family_new("Monospace")
    case .scale(let factor): pango_attr_scale_new(factor)
    case .size(let points): pango_attr_size_new(Int32(clamping: Int(points * 1024)))
    case .language(let tag): pango_attr_language_new(pango_language_from_string(tag))
    case .link: pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)
    case .letterSpacing(let units): pango_attr_letter_spacing_new(Int32(clamping: units))
    case .lineHeight(let factor): pango_attr_line_height_new(factor)
    }
  }
}
