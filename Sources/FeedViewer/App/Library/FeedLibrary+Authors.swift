import FeedViewerBase

/// Rows of a feed whose entries all have one author do not name it.
extension FeedLibrary {
  /// Decides for a file that was read completely.
  ///
  /// - Parameter other: Sections with rows of the file that are not shown yet.
  /// - Returns: Whether rows that were there before look different.
  /// - Complexity: O(rows of the file).
  func updateAuthors(of path: FilePath, and other: [LibrarySection]) -> Bool {
    let shown = places[path].map { Array(sections[$0.sections]) } ?? []
    let old = contexts(of: path, in: shown)
    // The rows that are not shown yet take the place of those that are.
    let new = other.isEmpty ? old : contexts(of: path, in: other)
    var sole = SoleAuthor()
    for context in new { sole.add(context.soleAuthor) }
    for context in new where !old.contains(where: { $0 === context }) {
      context.setOmitsAuthor(sole.isKnownFromFeed)
    }
    var isDifferent = false
    for context in old where context.omitsAuthor != sole.isKnownFromFeed {
      context.setOmitsAuthor(sole.isKnownFromFeed)
      isDifferent = true
    }
    return isDifferent
  }

  /// What the texts of rows depend on: one object for each reading of the file, or a few.
  private func contexts(of path: FilePath, in sections: [LibrarySection]) -> [RowContext] {
    var found: [RowContext] = []
    for section in sections {
      for row in section.rows.known where row.path == path {
        let context = row.page.context
        if found.last !== context, !found.contains(where: { $0 === context }) { found.append(context) }
      }
    }
    return found
  }
}
