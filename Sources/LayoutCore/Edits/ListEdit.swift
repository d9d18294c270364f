/// One of the nine edits of a list.
///
/// In a batch, places that are deleted, reloaded or moved from are places before the batch; places that are inserted or
/// moved to are places after it.
public enum ListEdit: Equatable, Sendable {
  /// Nothing of the list before is known to be in the list after.
  case reloadData
  /// Adds sections with all their rows, at places after the batch.
  case insertSections([Int])
  /// Removes sections with all their rows, at places before the batch.
  case deleteSections([Int])
  /// Replaces all rows of sections, at places before the batch.
  case reloadSections([Int])
  /// Moves a section with all that is known about its rows.
  case moveSection(from: Int, to: Int)
  /// Adds rows, at places after the batch.
  case insertRows([RowIndexPath])
  /// Removes rows, at places before the batch.
  case deleteRows([RowIndexPath])
  /// Rows keep their place and are measured again, at places before the batch.
  case reloadRows([RowIndexPath])
  /// Moves a row, within its section or to another one, with all that is known about it.
  case moveRow(from: RowIndexPath, to: RowIndexPath)
}

/// Edits that contradict each other or the row counts before and after. The description names the place and the counts.
public struct ChangeSetError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
