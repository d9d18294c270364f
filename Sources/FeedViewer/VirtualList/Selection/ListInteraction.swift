/// What a click or a key does in a list.
public nonisolated enum ListInteraction: Sendable {
  /// Rows are selected and activated, and the keyboard focus is on one of them.
  case rows
  /// The rows are parts of one text: none is selected, keys scroll, and the list itself has the keyboard focus.
  case document
}
