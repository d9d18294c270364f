/// A scroll position: an element, and how far the viewport's top is below the element's top.
public struct ScrollAnchor: Equatable, Sendable {
  public var element: ListElement
  /// Device pixels; negative if the viewport begins above the element.
  public var offsetInside: Int

  public init(element: ListElement, offsetInside: Int) {
    self.element = element
    self.offsetInside = offsetInside
  }

  /// The anchor of a viewport whose top is at `offset`; nil outside the content.
  public static func capture(atOffset offset: Int, in geometry: RowGeometry) -> ScrollAnchor? {
    geometry.element(atOffset: offset).map {
      ScrollAnchor(element: $0.element, offsetInside: $0.offsetInside)
    }
  }

  /// Where the viewport's top is.
  public func offset(in geometry: RowGeometry) -> Int { geometry.offset(of: element) + offsetInside }

  /// The anchor after an edit: on the same element, or, if that was deleted, on the next one that survived (the
  /// one before if none did), whose top is then where the deleted one's was.
  ///
  /// - Parameter old: The geometry before the edit.
  /// - Returns: nil if nothing survived.
  /// - Complexity: O(log n) for every deleted element that is passed over.
  public func moved(by change: ChangeSet, from old: RowGeometry) -> ScrollAnchor? {
    for forward in [true, false] {
      var candidate = Optional(element)
      while let current = candidate {
        if let element = change.newElement(for: current) {
          return ScrollAnchor(element: element, offsetInside: offsetInside)
        }
        candidate = forward ? old.element(after: current) : old.element(before: current)
      }
    }
    return nil
  }
}
