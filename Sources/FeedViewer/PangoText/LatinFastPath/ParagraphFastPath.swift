import LayoutCore

/// Prepares some paragraphs more cheaply than itemizing and shaping them does, with the same result.
nonisolated protocol ParagraphFastPath: AnyObject {
  /// - Parameters:
  ///   - font: The text's font description, which must outlive this object.
  ///   - fontAttributes: An attribute list of `font` alone.
  /// - Returns: Nil if the text is none of those that this path knows.
  func prepare(
    _ text: PieceShaper.Text, font: OpaquePointer, fontAttributes: OpaquePointer,
    ellipses: (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)
  ) -> PreparedText?

  /// Forgets what was shaped.
  func dropCaches()
}
