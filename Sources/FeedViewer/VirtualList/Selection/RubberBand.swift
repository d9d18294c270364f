import LayoutCore

/// A band that the pointer draws over rows to select them.
struct RubberBand {
  /// Where it began: a place of the content, which scrolling and edits move.
  var start: ScrollAnchor
  /// Logical pixels, from the list's left.
  let startX: Double
  /// Rows that stay selected whatever the band covers.
  var kept: Set<RowIndexPath>
  /// Where the pointer is in the list, or beyond it, in logical pixels.
  var pointer: Point

  /// How near to an edge of the list the pointer makes it scroll, in logical pixels.
  static let scrollZone = 28.0
  /// Logical pixels a second for each that the pointer is in the zone or beyond it.
  private static let acceleration = 18.0
  private static let maximumSpeed = 2_400.0

  /// How fast the list scrolls by itself, in logical pixels a second; negative to the start.
  ///
  /// - Parameter height: The list's, in logical pixels.
  func scrollSpeed(height: Double) -> Double {
    let above = Self.scrollZone - pointer.y
    let below = pointer.y - (height - Self.scrollZone)
    let distance = above > 0 ? -above : max(below, 0)
    return min(max(distance * Self.acceleration, -Self.maximumSpeed), Self.maximumSpeed)
  }

  /// The content that it covers in height, in device pixels.
  ///
  /// - Parameter pointerOffset: Where the pointer is in the content.
  func span(in geometry: RowGeometry, pointerOffset: Int) -> Range<Int> {
    let from = start.offset(in: geometry)
    return min(from, pointerOffset)..<max(from, pointerOffset) + 1
  }
}
