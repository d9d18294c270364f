import LayoutCore

/// Prepares some paragraphs faster than itemizing and shaping them, with the same result.
nonisolated protocol ParagraphFastPath: AnyObject {
  /// - Parameters:
  ///   - font: The text's font description, which must outlive this object.
  ///   - fontAttributes: An attribute list that contains only `font`.
  /// - Returns: Nil if the text is not supported.
  func prepare(
    _ text: PieceShaper.Text, font: OpaquePointer, fontAttributes: OpaquePointer,
    ellipses: (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)
  ) -> PreparedText?

  /// Drops all cached words.
  func dropCaches()
}
