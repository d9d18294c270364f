import CGtk

/// Rules of Pango that differ among versions. `PangoAgreement` compares what they lead to with the installed Pango.
nonisolated enum PangoVersion {
  /// Whether a line may be too narrow for the white space at the end of the text. From 1.51.2 on, that space must fit
  /// (pango-layout.c, `process_item`: `is_last_item`).
  static let dropsSpaceAtEnd = pango_version() < 1_51_02
  /// Whether a mark is in the item of the character before it even if it belongs to another script, so that its font is
  /// chosen for the language of that character. Pango does so from 1.51.0 on (pango-script.c, `is_cluster_extender`).
  static let keepsMarksInScriptRuns = pango_version() >= 1_51_00
}
