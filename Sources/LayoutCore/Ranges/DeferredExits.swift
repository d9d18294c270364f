/// Rows that left a range and keep their resources until the next turn of the main loop.
///
/// A list that moves back and forth at the edge of a range would otherwise free and decode the same pictures in turn
/// (Texture defers the exit from the display state in the same way, in `ASDisplayNode`).
package struct DeferredExits: Sendable {
  private var leaving: Set<ListElement> = []

  /// Creates an empty collection.
  package init() {}

  /// Whether no row is waiting.
  package var isEmpty: Bool { leaving.isEmpty }

  /// Adds rows that left the range.
  package mutating func exited(_ elements: [ListElement]) { leaving.formUnion(elements) }

  /// Removes rows that came back: they keep their resources.
  package mutating func entered(_ elements: [ListElement]) { leaving.subtract(elements) }

  /// Follows an edit of the list.
  ///
  /// - Returns: Deleted rows, by their places before the edit: their resources can be freed at once.
  package mutating func apply(_ change: ChangeSet) -> [ListElement] {
    let gone = leaving.filter { change.newElement(for: $0) == nil }
    leaving = Set(leaving.compactMap(change.newElement(for:)))
    return gone.sorted()
  }

  /// Removes all rows. Call it in the next turn of the main loop, or at once when memory is short.
  ///
  /// - Returns: The rows that are still outside the range, in the order of the list, each once.
  package mutating func takeAll() -> [ListElement] {
    defer { leaving = [] }
    return leaving.sorted()
  }
}
