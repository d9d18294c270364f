import LayoutCore

/// A rubber band that selects rows.
struct RubberBand {
  /// The position in the content at which it began; it moves with scrolling and edits.
  var start: ScrollAnchor
  /// The distance of its start from the list's left edge, in logical pixels.
  let startX: Double
  /// Rows that stay selected, whether or not the band covers them.
  var kept: RowSet
  /// The pointer's position in the list, or outside it, in logical pixels.
  var pointer: Point

  /// The distance from an edge below which the pointer scrolls the list, in logical pixels.
  static let scrollZone = 28.0
  /// The speed for each pixel that the pointer is inside the zone or beyond the edge, in logical pixels a second.
  private static let acceleration = 18.0
  private static let maximumSpeed = 2_400.0

  /// The speed at which the list scrolls, in logical pixels a second; negative towards the start.
  ///
  /// - Parameter height: The list's height in logical pixels.
  func scrollSpeed(height: Double) -> Double {
    let above = Self.scrollZone - pointer.y
    let below = pointer.y - (height - Self.scrollZone)
    let distance = above > 0 ? -above : max(below, 0)
    return min(max(distance * Self.acceleration, -Self.maximumSpeed), Self.maximumSpeed)
  }

  /// The offsets in the content that it covers, in device pixels.
  ///
  /// - Parameter pointerOffset: The pointer's offset in the content.
  func span(in geometry: RowGeometry, pointerOffset: Int) -> Range<Int> {
    let from = start.offset(in: geometry)
    return min(from, pointerOffset)..<max(from, pointerOffset) + 1
  }
}
