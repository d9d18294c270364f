import LayoutCore

/// Receives the rows that enter and leave the ranges around a list's viewport.
///
/// Enter and exit calls are balanced for as long as the list exists. A row that an edit moves stays in its ranges, at its
/// new index path. A row that an edit deletes exits its ranges while the edit is applied, at its old index path, which
/// the data source does not know any more. Edits made by the observer are applied after the call.
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
