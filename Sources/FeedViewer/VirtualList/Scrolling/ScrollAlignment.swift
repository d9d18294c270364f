/// Where an element is put by a jump.
public nonisolated enum ScrollAlignment: Sendable {
  /// Its top at the viewport's top, or below the header that sticks there; its bottom at the viewport's bottom.
  case top, bottom
  /// No further than is needed to show it.
  case nearest
}
