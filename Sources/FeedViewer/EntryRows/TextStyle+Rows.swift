import PangoText

/// The text styles of rows and headers.
extension TextStyle {
  public nonisolated static let title = TextStyle(weight: .bold)
  public nonisolated static let preview = TextStyle(scale: 0.95, opacity: 0.8)
  public nonisolated static let metadata = TextStyle(scale: 0.85, opacity: 0.62)
  public nonisolated static let sectionTitle = title
  public nonisolated static let sectionDetail = metadata
  /// The initial that replaces a picture.
  public nonisolated static let initial = TextStyle(scale: 1.5, weight: .semibold)
  /// All styles of rows and headers.
  public nonisolated static let ofRows = [title, preview, metadata, initial]
}
