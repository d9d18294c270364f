/// A scroll position as an element and the distance of the viewport's top below that element's top. It stays the same
/// when heights above it change.
public struct ScrollAnchor: Equatable, Sendable {
  /// The element.
  public var element: ListElement
  /// The distance from the element's top in device pixels; negative if the viewport begins above the element.
  public var offsetInside: Int

  /// Creates an anchor.
  public init(element: ListElement, offsetInside: Int) {
    self.element = element
    self.offsetInside = offsetInside
  }

  /// The anchor of a viewport whose top is at `offset` device pixels; nil outside the content. O(log n).
  public static func capture(atOffset offset: Int, in geometry: RowGeometry) -> ScrollAnchor? {
    geometry.element(atOffset: offset).map {
      ScrollAnchor(element: $0.element, offsetInside: $0.offsetInside)
    }
  }

  /// The offset of the viewport's top in device pixels. O(log n).
  ///
  /// - Precondition: The element is in `geometry`.
  public func offset(in geometry: RowGeometry) -> Int { geometry.offset(of: element) + offsetInside }

  /// The anchor after a batch of edits: on the same element, or, if that was deleted, on the next kept one (else on the
  /// one before), which takes the position of the deleted one.
  ///
  /// - Parameters:
  ///   - change: The edits.
  ///   - old: The geometry before the edits.
  /// - Returns: Nil if no element was kept.
  /// - Complexity: O(log n) for each deleted element that is skipped.
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
