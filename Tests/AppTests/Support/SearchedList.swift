import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

extension ShownEntries {
  /// Whether the sections are those of the library.
  var isPlain: Bool {
    arranged == nil && whole.indices == nil && arrangement == Arrangement() && found == nil
  }
}

/// A list that knows only the notifications, and shows the numbers of entries.
final class SearchedList: ListUpdateConsumer, WindowEventFollower {
  let library: FeedLibrary
  let entries: ShownEntries
  let search: EntrySearch
  private(set) var shown: [[Int]] = []
  private(set) var last: ChangeSet?
  /// The rows of which it was told that they were read.
  private(set) var read: Set<RowIndexPath> = []
  private var wasArranged = false
  /// Whether each entry keeps its number.
  var keepsNumbers = true
  private(set) var newArrangementCount = 0
  var visibleRows: [RowIndexPath] = []
  var selectedRow: RowIndexPath?
  /// Called when a file that has changed was read again.
  var onNewEntries: () -> Void = {}

  init(_ library: FeedLibrary) {
    self.library = library
    entries = ShownEntries(library: library)
    search = EntrySearch(entries)
    entries.consumer = self
    library.follower = self
  }

  private var wanted: [[Int]] {
    entries.sections.enumerated().map { section, content in
      content.rows.enumerated().map { index, row in
        guard row.isPlaceholder else { return row.ordinal }
        return entries.entry(at: RowIndexPath(section: section, row: index))?.ordinal ?? index
      }
    }
  }
  var agrees: Bool { shown == wanted }
  var isComplete: Bool { !search.isBusy && !entries.isBusy }

  func apply(_ update: ListUpdate) {
    switch update {
    case .edits(let edits): follow(edits)
    case .change(let change, let isNewArrangement): follow(change, isNewArrangement: isNewArrangement)
    case .read(let rows): read.formUnion(rows)
    case .files: search.filesChanged()
    case .marks, .reveal: break
    }
  }

  func follow(_ event: WindowEvent) { if case .newEntries = event { onNewEntries() } }

  private func follow(_ edits: [ListEdit]) {
    do {
      follow(try ChangeSet(edits, before: shown.map(\.count), after: wanted.map(\.count)))
    } catch {
      Issue.record("The edits \(edits) contradict what is shown: \(error)")
    }
  }

  private func follow(_ change: ChangeSet, isNewArrangement: Bool) {
    if isNewArrangement { newArrangementCount += 1 }
    last = change
    guard change.before == shown.map(\.count), change.after == wanted.map(\.count) else {
      Issue.record("The change does not lead from what was shown to what is shown.")
      return
    }
    follow(change)
    if isNewArrangement || entries.isArranged { search.filesChanged() }
  }

  private func follow(_ change: ChangeSet) {
    let before = shown
    shown = wanted
    defer { wasArranged = entries.isArranged }
    // Until all are counted, and in a file that has changed, entries get other numbers.
    guard keepsNumbers, entries.isArranged || wasArranged else { return }
    for section in shown.indices {
      for row in shown[section].indices {
        guard let source = change.oldIndexPath(for: RowIndexPath(section: section, row: row)) else {
          continue
        }
        if before[source.section][source.row] != shown[section][row] {
          Issue.record("Another entry is taken for the one of row \(row).")
        }
      }
    }
  }
}
