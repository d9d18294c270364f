/// How much of each entry a list shows.
package nonisolated enum EntryDensity: String, CaseIterable, Sendable {
  /// The titles, in one line each.
  case titles
  /// The title, one line of the text, author and date, and a small picture.
  case compact
  /// The title, several lines of the text, author and date, and a picture.
  case comfortable

  /// That of lists for which none was chosen.
  package static let usual = compact
}
