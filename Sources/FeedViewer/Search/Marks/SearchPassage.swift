/// A piece of a body with what was found in it.
public struct SearchPassage: Sendable, Hashable {
  /// On one line; white space is collapsed. Begins or ends with "…" if the body goes on there.
  public let text: String
  /// What to mark, as of `SearchQuery.ranges(in:field:)`.
  public let ranges: [Range<Int>]
}
