import CGtk

/// The direction of the first strong character. Pango's function for it is deprecated, but PangoLayout 1.50 uses it,
/// and no other function gives the same results.
nonisolated protocol ParagraphDirecting {
  static func of(_ text: UnsafePointer<CChar>, _ length: Int32) -> PangoDirection
}

nonisolated enum ParagraphDirection: ParagraphDirecting {
  static var asPango: any ParagraphDirecting.Type { Self.self }

  @available(*, deprecated)
  static func of(_ text: UnsafePointer<CChar>, _ length: Int32) -> PangoDirection {
    pango_find_base_dir(text, length)
  }
}
