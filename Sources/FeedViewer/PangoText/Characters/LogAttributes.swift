import CGtk

/// Pango's facts about the places between a text's characters.
nonisolated struct LogAttributes {
  private let pointer: UnsafePointer<PangoLogAttr>

  init(_ pointer: UnsafePointer<PangoLogAttr>) { self.pointer = pointer }

  init(_ layout: OpaquePointer) {
    var count: Int32 = 0
    pointer = pango_layout_get_log_attrs_readonly(layout, &count)
  }

  subscript(index: Int) -> PangoLogAttr { pointer[index] }
}
