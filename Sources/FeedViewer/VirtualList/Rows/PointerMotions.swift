import LayoutCore

/// Tells motions of the pointer from what GTK reports of a pointer at rest, when something came or went under it.
package struct PointerMotions {
  /// Where the pointer was last seen, in whole pixels: devices report fractions, and GTK reports the same place without them when
  /// rows were scrolled under the pointer.
  private var last: Point?
  /// Whether the reader has not moved the pointer since a menu has opened.
  package private(set) var isAfterMenu = false
  private var isPlaceAfterMenuKnown = true

  package init() {}

  /// - Parameter point: Where GTK reports the pointer.
  /// - Returns: Whether the reader has moved it there.
  package mutating func isMotion(to point: Point) -> Bool {
    let place = Point(x: point.x.rounded(.down), y: point.y.rounded(.down))
    defer { (last, isPlaceAfterMenuKnown) = (place, true) }
    // The first report after a menu tells where the pointer has gone inside it.
    guard place != last, isPlaceAfterMenuKnown else { return false }
    isAfterMenu = false
    return true
  }

  /// Call when a menu opens: the pointer is reported to be where it is when the menu has closed.
  package mutating func menuOpened() { (isAfterMenu, isPlaceAfterMenuKnown) = (true, false) }
}
