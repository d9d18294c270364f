import CGtk

/// Rules for breaking lines that differ among versions of Pango. `PangoAgreement` checks them with the installed one.
nonisolated enum PangoVersion {
  /// Whether a line may be too narrow for the white space at the end of the text. From 1.51.2 on, that space must fit
  /// (pango-layout.c, `process_item`: `is_last_item`).
  static let dropsSpaceAtEnd = pango_version() < 1_51_02
}
