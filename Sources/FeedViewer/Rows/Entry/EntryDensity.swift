/// How much of each entry a list shows.
package nonisolated enum EntryDensity: String, CaseIterable, Sendable {
  /// The titles.
  case titles
  /// A small picture, the title, one line of the text, author and date.
  case compact
  /// A picture, the title, several lines of the text, author and date.
  case comfortable
}
