import CGtk
import GtkInterop
import LayoutCore

/// The rubber band while the pointer draws it: which rows it selects, and how it scrolls the list at its edges.
final class RubberBandSelection {
  /// How far the pointer moves before a press becomes a band, in logical pixels.
  private static let threshold = 8.0
  /// The longest time that one frame scrolls for, in seconds: a late frame does not make the list leap.
  private static let longestFrame = 0.1

  /// nil while no band is drawn.
  private(set) var band: RubberBand?
  /// Scrolls the list along with the band.
  private(set) var ticks: TickCallback?

  /// Whether a pointer that was pressed and moved draws a band from now on.
  ///
  /// - Parameter offset: From where it was pressed, in logical pixels.
  static func begins(at offset: Point) -> Bool { max(abs(offset.x), abs(offset.y)) > threshold }

  /// Begins a band.
  func begin(_ band: RubberBand) { self.band = band }

  /// Moves the band's other corner to the pointer, a point of the list in logical pixels.
  func move(to point: Point) { band?.pointer = point }

  /// Follows an edit. The band ends if the row that it began at is deleted.
  ///
  /// - Parameter old: The geometry before the edit.
  func apply(_ change: ChangeSet, from old: RowGeometry) {
    guard var new = band else { return }
    guard let start = new.start.moved(by: change, from: old) else {
      end()
      return
    }
    new.start = start
    new.kept = new.kept.moved(by: change)
    band = new
  }

  /// Ends the band.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func end() -> Bool {
    ticks = nil
    defer { band = nil }
    return band != nil
  }

  /// The selection with the rows that the band covers.
  ///
  /// - Parameters:
  ///   - selection: The selection until now.
  ///   - pointerOffset: The pointer's offset in the content, in device pixels.
  func selection(
    from selection: RowSelection, pointerOffset: Int, in geometry: RowGeometry
  ) -> RowSelection {
    guard let band, geometry.elementCount > 0 else { return selection }
    let covered = geometry.elements(in: band.span(in: geometry, pointerOffset: pointerOffset)).compactMap {
      if case .row(let row) = $0 { row } else { nil }
    }
    var rows = RowSet(covered)
    rows.formUnion(band.kept)
    var cursor = selection.cursor
    if case .row(let row)? = geometry.element(atOffset: pointerOffset)?.element { cursor = row }
    var new = selection
    new.select(rows, cursor: cursor)
    return new
  }

  /// How far the list scrolls in a frame while the pointer is near an edge, in device pixels; negative to the start.
  ///
  /// - Parameters:
  ///   - seconds: The time since the frame before.
  ///   - height: The list's height in logical pixels.
  ///   - scale: Device pixels in a logical pixel.
  func scrollDistance(seconds: Double, height: Double, scale: Double) -> Int {
    guard let band else { return 0 }
    let distance = band.scrollSpeed(height: height) * min(seconds, Self.longestFrame) * scale
    return Int(distance.rounded(.awayFromZero))
  }

  /// Scrolls frame by frame as long as the pointer is near an edge.
  ///
  /// - Parameters:
  ///   - height: The list's height in logical pixels.
  ///   - scroll: Called with the seconds since the frame before.
  func scrollAtEdges(of widget: WidgetPointer, height: Double, scroll: @escaping (_ seconds: Double) -> Void)
  {
    guard let band, band.scrollSpeed(height: height) != 0 else { return stopScrolling() }
    guard ticks == nil else { return }
    var last: Int64?
    ticks = TickCallback(of: widget) { [weak self] time in
      defer { last = time }
      guard let self, self.band != nil else { return .done }
      if let last { scroll(Double(time - last) / 1_000_000) }
      return .again
    }
  }

  /// Stops scrolling; the band stays.
  func stopScrolling() { ticks = nil }
}
