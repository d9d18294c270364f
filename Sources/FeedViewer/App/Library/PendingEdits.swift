import FeedViewerRows
import LayoutCore
import VirtualList

/// The additions to the sections since the list was last told of any, by section key, because indices change with
/// further additions.
struct PendingEdits {
  private var inserted: Set<ItemKey> = []
  private var grown: [ItemKey: Range<Int>] = [:]
  private var retitled: Set<ItemKey> = []
  /// The sections that the list shows, if sections were replaced since: the edits then result from a comparison.
  private(set) var shown: [SectionKeys]?

  var isEmpty: Bool { inserted.isEmpty && grown.isEmpty && retitled.isEmpty && shown == nil }

  mutating func insert(_ section: ItemKey) { inserted.insert(section) }

  /// Records that rows were appended to a section.
  mutating func append(rows: Range<Int>, to section: ItemKey) {
    guard !inserted.contains(section) else { return }
    let first = grown[section]?.lowerBound ?? rows.lowerBound
    grown[section] = first..<rows.upperBound
  }

  mutating func retitle(_ section: ItemKey) {
    if !inserted.contains(section) { retitled.insert(section) }
  }

  /// Whether appending rows to a section conflicts with reloading its header in the same batch.
  func conflicts(withAppendingTo section: ItemKey) -> Bool { retitled.contains(section) }

  func conflicts(withRetitling section: ItemKey) -> Bool { grown[section] != nil }

  /// - Parameter sections: The sections that the list shows.
  mutating func replace(_ sections: @autoclosure () -> [SectionKeys]) {
    if shown == nil { shown = sections() }
  }

  /// The edits of one batch.
  ///
  /// - Parameter sections: The current sections.
  /// - Complexity: O(sections + new rows).
  func edits(of sections: [LibrarySection]) -> [ListEdit] {
    var newSections: [Int] = []
    var newRows: [RowIndexPath] = []
    var shownAgain: [Int] = []
    for (index, section) in sections.enumerated() {
      if inserted.contains(section.key) { newSections.append(index) }
      if let rows = grown[section.key] {
        newRows += rows.map { RowIndexPath(section: index, row: $0) }
      }
      // Reloads refer to indices before the batch.
      if retitled.contains(section.key) { shownAgain.append(index - newSections.count) }
    }
    var edits: [ListEdit] = []
    if !shownAgain.isEmpty { edits.append(.reloadSections(shownAgain)) }
    if !newSections.isEmpty { edits.append(.insertSections(newSections)) }
    if !newRows.isEmpty { edits.append(.insertRows(newRows)) }
    return edits
  }
}
