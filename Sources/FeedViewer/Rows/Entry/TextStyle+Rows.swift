import PangoText

/// The text styles of rows and headers.
extension TextStyle {
  package nonisolated static let title = TextStyle(weight: .bold)
  /// A title that was read is drawn like this, and measured as `title`, so that reading it changes no height.
  package nonisolated static let readTitle = TextStyle()
  package nonisolated static let preview = TextStyle(scale: 0.92, opacity: 0.8)
  package nonisolated static let metadata = TextStyle(scale: 0.85, opacity: 0.75)
  /// The title of a section.
  package nonisolated static let sectionTitle = TextStyle(weight: .bold, opacity: 0.75)
  /// All styles of rows and headers.
  package nonisolated static let ofRows = [title, readTitle, preview, metadata, sectionTitle]
}
