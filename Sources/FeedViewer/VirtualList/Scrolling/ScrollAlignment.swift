/// The position in the viewport to which an element is scrolled.
public nonisolated enum ScrollAlignment: Sendable {
  /// Its top at the viewport's top, below a sticky header; or its bottom at the viewport's bottom.
  case top, bottom
  /// The nearest position that shows it.
  case nearest
}
