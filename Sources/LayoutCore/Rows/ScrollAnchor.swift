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
  /// one before if none did), whose top takes the deleted one's place.
  ///
  /// - Parameter old: The geometry before the edit.
  /// - Returns: nil if nothing survived.
  public func moved(by change: ChangeSet, from old: RowGeometry) -> ScrollAnchor? {
    if let element = Self.place(of: element, after: change) {
      return ScrollAnchor(element: element, offsetInside: offsetInside)
    }
    for forward in [true, false] {
      var candidate = Optional(element)
      while let current = candidate {
        if let element = Self.place(of: current, after: change) {
          return ScrollAnchor(element: element, offsetInside: forward ? 0 : old.height(of: current).value)
        }
        candidate = forward ? old.element(after: current) : old.element(before: current)
      }
    }
    return nil
  }

  private static func place(of element: ListElement, after change: ChangeSet) -> ListElement? {
    switch element {
    case .row(let row): change.newIndexPath(for: row).map { .row($0) }
    case .header(let section): change.newSection(for: section).map { .header($0) }
    case .footer(let section): change.newSection(for: section).map { .footer($0) }
    }
  }
}
