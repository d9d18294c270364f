import VirtualList

/// Finds the entries of the present day. Rows are looked through once, and again when their section has others.
struct TodaysRows {
  private struct Section {
    let contentVersion: Int
    let rowCount: Int
    let rows: [FeedRow]
  }

  private var today: Today?
  private var sections: [ItemKey: Section] = [:]

  /// - Returns: Nil unless all entries are known.
  /// - Complexity: O(sections + entries of the day), O(n) for n entries that were not looked at yet.
  mutating func rows(in library: FeedLibrary, on day: Today) -> [FeedRow]? {
    guard library.areAllRead else {
      // Those of closed files are let go of.
      sections = [:]
      return nil
    }
    if today != day { sections = [:] }
    today = day
    var known: [ItemKey: Section] = [:]
    for section in library.sections where !section.isOfOutlines {
      if let same = sections[section.key], same.contentVersion == library.contentVersion,
        same.rowCount == section.rows.count
      {
        known[section.key] = same
      } else {
        known[section.key] = Section(
          contentVersion: library.contentVersion, rowCount: section.rows.count,
          rows: section.rows.known.filter { day.contains($0.date) })
      }
    }
    sections = known
    return known.values.flatMap(\.rows)
  }
}
