import LayoutCore
import VirtualList

/// Rows that wait for their entries in two orders of the same files. Without them, a list of which nothing was read would
/// lose its place whenever its entries are put in order again.
nonisolated struct KeptPlaces: Sendable {
  /// An entry without a row of its own.
  struct Entry: Sendable {
    /// Where it was shown.
    let place: RowIndexPath
    let outline: FileOutline
    let ordinal: Int
  }

  /// The keys of the rows by section and index, before and after.
  private(set) var before: [ItemKey: [Int: ItemKey]] = [:]
  private(set) var after: [ItemKey: [Int: ItemKey]] = [:]

  /// None.
  init() {}

  /// - Parameters:
  ///   - entries: Those whose rows are to stay where they are.
  ///   - old: The sections in which they were shown.
  ///   - new: The sections of the other order.
  init(_ entries: [Entry], from old: [LibrarySection], to new: ArrangedSections) {
    guard let order = new.order else { return }
    for entry in entries {
      guard let place = order.place(ofEntry: entry.ordinal, of: entry.outline) else { continue }
      let section = old[entry.place.section]
      let key = section.placeholderKey(entry.place.row)
      before[section.key, default: [:]][entry.place.row] = key
      after[new.sections[place.section].key, default: [:]][place.row] = key
    }
  }
}
