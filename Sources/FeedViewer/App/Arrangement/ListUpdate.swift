import LayoutCore
import VirtualList

/// A change on its way to the list: from `FeedLibrary` to `ShownEntries`, and from there to the window.
enum ListUpdate {
  /// The sections have changed by these edits.
  case edits([ListEdit])
  /// The sections have changed; by a choice of the reader if another order, filter or search was chosen.
  case change(ChangeSet, isNewArrangement: Bool = false)
  /// The entries of rows that were there before are known now.
  case read([RowIndexPath])
  /// Rows show other marks, at the same heights.
  case marks
  /// Files were opened, closed or read, or failed.
  case files
  /// A section should be scrolled to.
  case reveal(section: Int)
}

/// Follows changes in the same turn of the main loop: its data source already answers for them.
protocol ListUpdateConsumer: AnyObject {
  func apply(_ update: ListUpdate)
  /// The rows on screen, by the places that updates tell.
  var visibleRows: [RowIndexPath] { get }
  var selectedRow: RowIndexPath? { get }
}

/// Follows the changes of a library's files.
protocol LibraryConsumer: ListUpdateConsumer {
  /// The pages of the rows on screen.
  var visiblePages: [EntryPage] { get }
  /// Whether another order is being made: of a file that changes faster, it would never be shown.
  var isArranging: Bool { get }
  /// If another order is shown: how many rows are shown before a row of the library, nil for one that is not shown.
  var otherOrder: ((RowIndexPath) -> Int?)? { get }
}
