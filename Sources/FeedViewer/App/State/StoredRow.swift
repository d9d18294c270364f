import FeedViewerBase
import FeedViewerReadingState
import LayoutCore

/// A row as it is stored, to be found again in another run: by its file, and by what is written in its entry.
///
/// Earlier versions stored the file and the entry's key.
struct StoredRow: Hashable {
  /// How well a row agrees.
  enum Agreement: Int, Comparable {
    /// The entry has another title, link or date.
    case edited
    case same

    static func < (one: Agreement, other: Agreement) -> Bool { one.rawValue < other.rawValue }
  }

  let text: String
  private let entry: EntryKey?
  private let path: FilePath?

  /// - Parameter text: `storedText` of a row.
  init(_ text: String) {
    self.text = text
    let parts = text.utf8.lastIndex(of: UInt8(ascii: "|"))
    entry = parts.flatMap { EntryKey(storedText: String(text[text.utf8.index(after: $0)...])) }
    path = parts.map { FilePath(String(text[..<$0])) }
  }

  func agrees(with row: FeedRow) -> Agreement? {
    guard let entry else {
      // By bytes: canonically equivalent keys may denote different entries.
      return text.utf8.elementsEqual("\(row.path)|\(row.entryKey)".utf8) ? .same : nil
    }
    let key = row.stateKey
    guard key.hasSameKey(as: entry), row.path == path else { return nil }
    return key == entry ? .same : .edited
  }
}

nonisolated extension FeedRow {
  /// How the row is stored: see `StoredRow`.
  var storedText: String { "\(path)|\(stateKey.storedText)" }
}
