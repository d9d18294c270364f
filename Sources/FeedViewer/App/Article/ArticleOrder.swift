import LayoutCore

/// The articles in the order of the list.
extension [LibrarySection] {
  /// The next row in a direction whose entry is known.
  ///
  /// - Returns: Nil if there is none.
  func article(_ forward: Bool, from place: RowIndexPath) -> RowIndexPath? {
    next(forward, from: place) { _ in true }
  }

  /// The next row in a direction that has an article and is unread; after the last row the search goes on from the other end.
  ///
  /// - Parameter returns: Whether the row at the place is the last one to be found, because it is not the one that is read.
  /// - Complexity: O(rows).
  func unreadArticle(
    _ forward: Bool, from place: RowIndexPath, returns: Bool = false
  ) -> RowIndexPath? {
    func isWanted(_ row: FeedRow) -> Bool { !row.isRead && !row.isOutline }
    if let found = next(forward, from: place, where: isWanted) { return found }
    let end =
      forward ? RowIndexPath.beforeFirst : RowIndexPath(section: count - 1, row: last?.rows.count ?? 0)
    return next(forward, from: end, where: isWanted).flatMap { found in
      found == place ? (returns ? found : nil) : forward == (found < place) ? found : nil
    }
  }

  /// The place of a row by its key.
  ///
  /// - Parameters:
  ///   - likely: A place where it may be.
  ///   - candidates: The sections that may have it; nil for all.
  /// - Complexity: O(1) if it is at the likely place, else O(rows of the sections).
  func place(of row: FeedRow, near likely: RowIndexPath?, in candidates: [Int]? = nil) -> RowIndexPath? {
    let key = row.key
    if let likely, self.row(at: likely)?.key == key { return likely }
    for section in candidates ?? Swift.Array(0..<count) {
      if let index = self[section].rows.knownIndex(where: { $0.key == key }) {
        return RowIndexPath(section: section, row: index)
      }
    }
    return nil
  }

  private func next(
    _ forward: Bool, from place: RowIndexPath, where isWanted: (FeedRow) -> Bool
  ) -> RowIndexPath? {
    var section = place.section
    var row = place.row
    while indices.contains(section) {
      let rows = self[section].rows
      row += forward ? 1 : -1
      while let known = rows.knownIndex(from: row, forward: forward) {
        if isWanted(rows[known]) { return RowIndexPath(section: section, row: known) }
        row = known + (forward ? 1 : -1)
      }
      section += forward ? 1 : -1
      row = forward || !indices.contains(section) ? -1 : self[section].rows.count
    }
    return nil
  }
}

/// The rows of entries whose files were read again.
extension FeedLibrary {
  /// The place of a row by its key.
  ///
  /// - Parameter likely: A place where it may be.
  /// - Complexity: O(1) if it is there, else O(rows of its file).
  func place(of row: FeedRow, near likely: RowIndexPath?) -> RowIndexPath? {
    let candidates = index(ofFile: row.path).map { _ in places[row.path].map { Array($0.sections) } ?? [] }
    return sections.place(of: row, near: likely, in: candidates)
  }

  /// Whether a row's entry is not in its file any more; false where that is not known, because not all entries that it may be
  /// have rows.
  ///
  /// - Parameter row: Without a place in the library.
  func hasGone(_ row: FeedRow) -> Bool {
    guard let place = places[row.path] else { return !awaitsEntries }
    return sections[place.first...place.last].allSatisfy { $0.placeholderCount == 0 }
      || replacement(of: row) != nil && knowsNewEntries(of: row.path)
  }
}

extension RowIndexPath {
  /// The place from which the next row is the first one.
  static let beforeFirst = RowIndexPath(section: 0, row: -1)
}
