/// The nine edits of a list.
public enum ListEdit: Equatable, Sendable {
  case reloadData
  case insertSections([Int])
  case deleteSections([Int])
  case reloadSections([Int])
  case moveSection(from: Int, to: Int)
  case insertRows([RowIndexPath])
  case deleteRows([RowIndexPath])
  case reloadRows([RowIndexPath])
  case moveRow(from: RowIndexPath, to: RowIndexPath)
}

/// Edits that do not lead from one state of a list to the other.
public struct ChangeSetError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
