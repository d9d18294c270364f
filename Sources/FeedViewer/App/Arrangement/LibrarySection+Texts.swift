nonisolated extension [LibrarySection] {
  /// Reads the texts of rows that are about to be shown. In another order each is on another page, and reading all of these would
  /// take a good part of the frame that shows them.
  ///
  /// - Parameters:
  ///   - count: The number of rows on screen.
  ///   - row: One of the rows on screen; nil if these are the first ones.
  /// - Complexity: O(n) for all rows; reads the disk.
  func loadTexts(of count: Int, near row: FeedRow?) {
    guard count > 0 else { return }
    var rows: [FeedRow] = []
    for section in self where rows.count < count {
      guard let row else {
        rows += section.rows.prefix(count - rows.count)
        continue
      }
      guard let index = section.rows.knownIndex(where: { $0 == row }) else { continue }
      rows += section.rows[Swift.max(0, index - count)..<Swift.min(section.rows.count, index + count)]
      break
    }
    // The selected row may not be shown.
    if rows.isEmpty, row != nil { return loadTexts(of: count, near: nil) }
    for row in rows where !row.isPlaceholder { row.page.load() }
  }
}
