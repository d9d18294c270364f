import LayoutCore

/// The scroll position of a list, and the row that keeps its position while heights change.
///
/// Its methods take the current geometry. The list measures the rows that a result depends on beforehand.
final class ScrollState {
  let port: ScrollPort
  /// Converts between offsets in the content and values of the adjustment.
  private(set) var origin = ScrollOrigin()
  /// Height of the viewport in device pixels.
  var pageHeight = 0
  /// The first row on screen and how far it is scrolled past the top: the scroll position.
  private(set) var anchor: ScrollAnchor?
  /// The row that the next layout keeps in place, set by jumps and edits.
  private(set) var pendingPin: ScrollAnchor?
  /// Where the list was scrolled to before its first layout.
  var firstJump: FirstJump?
  /// The sticky header as the last layout placed it.
  var stickyHeader: StickyHeader?
  /// The reading position, which is kept while only widths and fonts change.
  var readingAnchor: ReadingAnchor?
  /// The place in the text that the next layout shows; it becomes the reading anchor there.
  var pendingReading: ReadingAnchor?
  /// See `ListView.positionRules`.
  var positionRules = ScrollPosition.Rules()
  /// The animated scroll to a row, if one is under way.
  var motion = ScrollToRowMotion()
  /// Whether the next layout moves the adjustment's value 0 to the middle of its range.
  var wantsCentering = false
  /// The sum of all changes of the scroll bar's value without motion on screen, in device pixels.
  private(set) var valueShift = 0
  /// Called before the scroll bar's bounds change.
  var onBoundsChange: () -> Void = {}

  init(port: ScrollPort) { self.port = port }

  /// The viewport's top in the content, in device pixels.
  var contentOffset: Int { port.value.map { origin.contentOffset(atValue: $0) } ?? 0 }

  /// The adjustment's value in device pixels: when it grows, the content moves up by the same distance. Nil without an
  /// adjustment.
  var valueInPixels: Double? { port.value.map { $0 * origin.scale } }

  /// The greatest offset of the viewport's top, in device pixels.
  func lastOffset(in geometry: RowGeometry) -> Int { max(geometry.totalHeight - pageHeight, 0) }

  /// The offset in the content of a point of the list, in device pixels; at most its ends.
  ///
  /// - Parameter y: From the list's top, in logical pixels.
  func offset(atY y: Double, in geometry: RowGeometry) -> Int {
    min(max(unclampedOffset(atY: y), 0), max(geometry.totalHeight - 1, 0))
  }

  /// The row at a point of the list; nil where there is none, or where a sticky header covers it.
  ///
  /// - Parameter y: From the list's top, in logical pixels.
  func row(atY y: Double, in geometry: RowGeometry) -> RowIndexPath? {
    guard !isUnderStickyHeader(y: y), case .row(let row)? = element(atY: y, in: geometry) else { return nil }
    return row
  }

  /// The element at a point of the list, in logical pixels from its top, as if no header stuck there; nil if there is none.
  func element(atY y: Double, in geometry: RowGeometry) -> ListElement? {
    let offset = unclampedOffset(atY: y)
    return offset < geometry.totalHeight ? geometry.element(atOffset: offset)?.element : nil
  }

  private func unclampedOffset(atY y: Double) -> Int {
    contentOffset + Int((y * origin.scale).rounded(.down))
  }

  /// Sets the number of device pixels in a logical pixel.
  func setScale(_ scale: Double) { origin.scale = scale }

  /// Call when an element's height has changed, in device pixels. If the element is above the viewport, the origin follows,
  /// so that nothing moves on screen.
  func heightChanged(by change: Int, of element: ListElement) {
    if let anchor, element < anchor.element { origin.offset += change }
  }

  /// Call when the content above the viewport has grown, in device pixels.
  func contentMoved(by change: Int) { origin.offset += change }

  /// Makes the row at the viewport's top the anchor.
  func captureAnchor(in geometry: RowGeometry) {
    anchor = ScrollAnchor.capture(atOffset: contentOffset, in: geometry)
  }

  /// Sets the anchor after an edit.
  func setAnchor(_ new: ScrollAnchor?) { anchor = new }

  /// Removes the pending pin.
  func unpin() { pendingPin = nil }

  /// Moves the origin so that the present value shows a position, and pins it.
  func keep(_ pin: ScrollAnchor, in geometry: RowGeometry) {
    guard let value = port.value else { return }
    let top = geometry.offset(of: pin.element) + pin.offsetInside
    origin.offset += top - origin.contentOffset(atValue: value)
    pendingPin = pin
  }

  /// Scrolls to a position and pins it. The adjustment may clamp the value to bounds that are estimates; the pin keeps the
  /// position all the same.
  func jump(to pin: ScrollAnchor, in geometry: RowGeometry) {
    readingAnchor = nil
    pendingReading = nil
    pendingPin = pin
    port.scroll(to: origin.value(atContentOffset: pin.offset(in: geometry)))
    keep(pin, in: geometry)
  }

  /// Scrolls to the list's top, with value 0 in the middle of the adjustment's range.
  ///
  /// - Parameter scale: Device pixels in a logical pixel.
  func begin(scale: Double, in geometry: RowGeometry) {
    guard port.vertical != nil else { return }
    port.stopMotion()
    origin = .centered(contentHeight: geometry.totalHeight, pageHeight: pageHeight, scale: scale)
    anchor = nil
    readingAnchor = nil
    pendingReading = nil
    pendingPin = nil
    configure(offset: 0, in: geometry)
  }

  /// Sets the bounds of an empty list.
  func showNothing(in geometry: RowGeometry) {
    pendingPin = nil
    origin.offset = 0
    configure(value: 0, in: geometry)
  }

  /// Sets the adjustment's bounds from the content; the value stays.
  func configure(in geometry: RowGeometry) {
    if let value = port.value { configure(value: value, in: geometry) }
  }

  /// Sets the adjustment's bounds from the content, and scrolls to an offset in device pixels.
  func configure(offset: Int, in geometry: RowGeometry) {
    configure(value: origin.value(atContentOffset: offset), in: geometry)
  }

  private func configure(value: Double, in geometry: RowGeometry) {
    let page = Double(pageHeight) / origin.scale
    let lower = origin.value(atContentOffset: 0)
    let upper = lower + max(Double(geometry.totalHeight) / origin.scale, page)
    port.configure(
      value: min(max(value, lower), upper - page), lower: lower, upper: upper, page: page,
      willChange: onBoundsChange)
  }
}

/// Keeps the adjustment's value 0 inside its range.
///
/// GTK's overshooting treats positions as distances from value 0 (gtkkineticscrolling.c, GTK 4.8 to 4.18): if value 0 is
/// outside the range, a fling into an end comes to rest elsewhere, and never ends. Measured heights move the ends a
/// little; edits may move them past value 0.
extension ScrollState {
  /// Moves value 0 back to the middle if it is outside the range, or, if `wantsCentering`, near an end. Call it at the end
  /// of a layout. Centring at rest avoids centring during a motion, which it would end.
  ///
  /// - Parameter willMove: Called before the value changes; the content does not move.
  func keepValueZeroInRange(in geometry: RowGeometry, willMove: () -> Void) {
    let isAtRest = wantsCentering
    wantsCentering = false
    guard let value = port.value, isValueZeroOutside(in: geometry) || (isAtRest && canCenter(in: geometry))
    else { return }
    let top = contentOffset
    let before = origin.offset
    // Kinetic scrolling and touch drags keep absolute values.
    port.stopMotion()
    willMove()
    origin = .centered(contentHeight: geometry.totalHeight, pageHeight: pageHeight, scale: origin.scale)
    configure(offset: top, in: geometry)
    valueShift += before - origin.offset
    if readingAnchor?.value == value, let new = port.value { readingAnchor?.value = new }
  }

  /// Whether value 0 is near an end and may be moved to the middle at rest.
  ///
  /// Not while the viewport is at an end of the content: GtkScrolledWindow would report again that the end is reached.
  func canCenter(in geometry: RowGeometry) -> Bool {
    let margins = marginsOfValueZero(in: geometry)
    let way = margins.above + margins.below
    let top = contentOffset
    return min(margins.above, margins.below) < way / 4 && top > 0 && top < way && !port.isThumbDragged
  }

  /// The scrollable distances above and below value 0, in device pixels.
  private func marginsOfValueZero(in geometry: RowGeometry) -> (above: Int, below: Int) {
    (origin.offset, lastOffset(in: geometry) - origin.offset)
  }

  private func isValueZeroOutside(in geometry: RowGeometry) -> Bool {
    let margins = marginsOfValueZero(in: geometry)
    return margins.above < 0 || margins.below < 0
  }
}
