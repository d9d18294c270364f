import PangoText

/// The text styles of rows and headers.
extension TextStyle {
  package nonisolated static let title = TextStyle(weight: .bold)
  /// A title that was read is drawn like this, and measured as `title`, so that reading it changes no height.
  package nonisolated static let readTitle = TextStyle(opacity: 0.68)
  package nonisolated static let preview = TextStyle(scale: 0.95, opacity: 0.8)
  package nonisolated static let metadata = TextStyle(scale: 0.85, opacity: 0.62)
  /// The initial that replaces a picture.
  package nonisolated static let initial = TextStyle(scale: 1.5, weight: .semibold)
  /// The same in a small circle.
  nonisolated static let smallInitial = TextStyle(scale: 1, weight: .semibold)
  /// All styles of rows and headers.
  package nonisolated static let ofRows = [title, preview, metadata, initial]
}
