/// Rows that left a range a moment ago and may come back before the main loop has turned once.
///
/// Nothing of theirs is freed until then: a list that wavers at a range's edge would otherwise free and decode
/// the same pictures in turn (Texture, ASDisplayNode's exit from the display state).
public struct DeferredExits: Sendable {
  private var leaving: Set<ListElement> = []

  public init() {}

  /// Whether a turn of the loop has to be waited for.
  public var isEmpty: Bool { leaving.isEmpty }

  public mutating func exited(_ elements: [ListElement]) { leaving.formUnion(elements) }

  /// Rows that came back keep what they have.
  public mutating func entered(_ elements: [ListElement]) { leaving.subtract(elements) }

  /// Follows an edit of the list.
  ///
  /// - Returns: Rows that are gone, in coordinates before the edit: there is nothing to wait for.
  public mutating func apply(_ change: ChangeSet) -> [ListElement] {
    let gone = leaving.filter { change.newElement(for: $0) == nil }
    leaving = Set(leaving.compactMap(change.newElement(for:)))
    return gone.sorted()
  }

  /// The loop has turned, or memory is too short to wait for it.
  ///
  /// - Returns: The rows that are still outside, in the order of the list, each once.
  public mutating func takeAll() -> [ListElement] {
    defer { leaving = [] }
    return leaving.sorted()
  }
}
