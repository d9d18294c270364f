/// A repair whose line in the file is not known: lines are counted from the beginning, and what is before was not read.
public struct FoundRepair: Sendable, Hashable {
  /// The offset in the decoded text from which the place is counted.
  public let start: Int
  /// Line 1, column 1 is at `start`.
  public internal(set) var warning: FeedWarning

  /// The warning with its place in the file.
  ///
  /// - Parameter place: Of `start`.
  func placed(at place: TextPlace) -> FeedWarning {
    var placed = warning
    if warning.line == 1 { placed.column += place.column - 1 }
    placed.line += place.line - 1
    return placed
  }
}
