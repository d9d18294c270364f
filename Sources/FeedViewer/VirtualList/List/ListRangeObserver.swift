import LayoutCore

/// Receives the rows that enter and leave the ranges around a list's viewport.
///
/// Every row leaves a range as often as it enters it, as long as the list exists. Rows that are moved by an edit stay
/// what they are, under their new places. Rows that go with an edit leave their ranges under their places before it,
/// while it is applied: the list's data source does not know them any more. Edits that an observer makes are applied
/// after the call.
public protocol ListRangeObserver: AnyObject {
  /// Rows have entered a range.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - range: The range.
  ///   - rows: The rows in the order of the list; not empty.
  func listView(_ list: ListView, didEnter range: RangeKind, _ rows: [RowIndexPath])
  /// Rows have left a range.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - range: The range.
  ///   - rows: The rows in the order of the list; not empty.
  func listView(_ list: ListView, didExit range: RangeKind, _ rows: [RowIndexPath])
}

extension ListRangeObserver {
  public func listView(_ list: ListView, didEnter range: RangeKind, _ rows: [RowIndexPath]) {}
  public func listView(_ list: ListView, didExit range: RangeKind, _ rows: [RowIndexPath]) {}
}
