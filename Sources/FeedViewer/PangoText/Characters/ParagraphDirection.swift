import CGtk

/// The direction of the first strong character. Pango's function for it is deprecated, but it is the one that
/// PangoLayout 1.50 uses, and no other gives the same answers.
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
