import FeedViewerReadingState
import LayoutCore
import VirtualList

/// Where a window's list was left: the row at the top, by its key, and the place within it.
struct SessionPlace {
  let rowKey: String
  let textInRow: String
  /// The index of the row's entry in its file: the row of a file that is read only where it is shown.
  let ordinal: Int?

  /// - Parameter key: The key of a row; by default, with its file.
  /// - Returns: Nil at the top of the list.
  init?(
    of list: ListView, showing entries: ShownEntries, key: (FeedRow) -> String = { $0.storedText }
  ) {
    guard let place = list.readingPlace else { return nil }
    if let row = place.row, let shown = entries.row(at: row) {
      rowKey = key(shown)
      ordinal = shown.ordinal
      textInRow = place.textInRow
    } else if let row = list.visibleRows.first, let shown = entries.row(at: row) {
      // A header is at the top: its section may have another one the next time.
      rowKey = key(shown)
      ordinal = shown.ordinal
      textInRow = Self.topOfRow
    } else {
      return nil
    }
  }

  init(rowKey: String, textInRow: String, ordinal: Int? = nil) {
    self.rowKey = rowKey
    self.textInRow = textInRow
    self.ordinal = ordinal
  }

  /// The top of a row.
  init(topOf row: FeedRow) {
    self.init(rowKey: row.storedText, textInRow: Self.topOfRow, ordinal: row.ordinal)
  }

  /// - Parameter text: What `text` gave.
  init?(text: String) {
    let parts = text.split(separator: "|", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let place = parts[0].split(separator: "#", maxSplits: 1)
    textInRow = place.first.map(String.init) ?? ""
    // Entries have numbers of 32 bits.
    ordinal = place.count > 1 ? UInt32(place[1]).map(Int.init) : nil
    rowKey = String(parts[1])
  }

  var text: String { "\(textInRow)\(ordinal.map { "#\($0)" } ?? "")|\(rowKey)" }

  /// - Parameter row: The row with the key.
  func readingPlace(at row: RowIndexPath) -> ReadingPlace? { ReadingPlace(textInRow: textInRow, row: row) }

  private static let topOfRow = "-1 0 0 0 0"
}
