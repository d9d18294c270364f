import CGtk

/// Pango's log attributes: the break opportunities at each character boundary of a text.
nonisolated struct LogAttributes {
  private let pointer: UnsafePointer<PangoLogAttr>

  init(_ pointer: UnsafePointer<PangoLogAttr>) { self.pointer = pointer }

  init(_ layout: OpaquePointer) {
    var count: Int32 = 0
    pointer = pango_layout_get_log_attrs_readonly(layout, &count)
  }

  subscript(index: Int) -> PangoLogAttr { pointer[index] }
}
