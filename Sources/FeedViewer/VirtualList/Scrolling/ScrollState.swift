import LayoutCore

/// Where a list is scrolled to, and which row keeps its place while heights change.
///
/// Its methods take the current geometry; the list measures beforehand the rows that an answer depends on.
final class ScrollState {
  let port: ScrollPort
  /// Which place of the content is the adjustment's value 0.
  private(set) var origin = ScrollOrigin()
  /// Height of the viewport in device pixels.
  var pageHeight = 0
  /// The first row on screen and how far it is scrolled past the top: the scroll position.
  private(set) var anchor: ScrollAnchor?
  /// Set by jumps and edits: the row that the next layout keeps in its place.
  private(set) var pendingPin: ScrollAnchor?
  /// Where the list begins, if it was told so before its first layout.
  var firstJump: (element: ListElement, alignment: ScrollAlignment)?
  /// As the last layout placed it.
  var stickyHeader: StickyHeader?
  /// What is being read, as long as rows only change their widths or fonts.
  var readingAnchor: ReadingAnchor?
  /// The place in the text that the next layout shows; it becomes the reading anchor there.
  var pendingReading: ReadingAnchor?
  /// See `ListView.positionRules`.
  var positionRules = ScrollPosition.Rules()
  /// The scroll to a row that is under way.
  var motion = ScrollToRowMotion()
  /// The pages that keys have turned, for the way back.
  var pageTurns = PageTurnHistory()
  /// Whether the next layout brings the scroll bar's value 0 to the middle of its range.
  var wantsCentering = false
  /// By how much the scroll bar's value has changed in all without anything moving, in device pixels.
  private(set) var valueShift = 0
  /// Called before the scroll bar's bounds change.
  var onBoundsChange: () -> Void = {}

  init(port: ScrollPort) { self.port = port }

  /// The viewport's top in the content, in device pixels.
  var contentOffset: Int { port.value.map { origin.contentOffset(atValue: $0) } ?? 0 }

  /// The adjustment's value in device pixels: what is on screen moves up by as much as it grows. Nil without an
  /// adjustment.
  var valueInPixels: Double? { port.value.map { $0 * origin.scale } }

  /// The last offset that the viewport's top can have, in device pixels.
  func lastOffset(in geometry: RowGeometry) -> Int { max(geometry.totalHeight - pageHeight, 0) }

  /// Device pixels in a logical pixel are other ones.
  func setScale(_ scale: Double) { origin.scale = scale }

  /// An element's height has changed by so many device pixels. What is on screen stays there: the origin follows what
  /// changes above.
  func heightChanged(by change: Int, of element: ListElement) {
    if let anchor, element < anchor.element { origin.offset += change }
  }

  /// What is above the viewport has become higher by so many device pixels.
  func contentMoved(by change: Int) { origin.offset += change }

  /// Takes the row at the viewport's top for the scroll position.
  func captureAnchor(in geometry: RowGeometry) {
    anchor = ScrollAnchor.capture(atOffset: contentOffset, in: geometry)
  }

  /// Sets the scroll position of the state after an edit.
  func setAnchor(_ new: ScrollAnchor?) { anchor = new }

  /// Nothing is pinned any more.
  func unpin() { pendingPin = nil }

  /// Moves the origin so that `pin`'s row is where its offset says, at the present value.
  func keep(_ pin: ScrollAnchor, in geometry: RowGeometry) {
    guard let value = port.value else { return }
    let top = geometry.offset(of: pin.element) + pin.offsetInside
    origin.offset += top - origin.contentOffset(atValue: value)
    pendingPin = pin
  }

  /// Pins a row and scrolls to it: the adjustment may clamp the value to bounds that are still estimates, but the pin
  /// says what is true.
  func jump(to pin: ScrollAnchor, in geometry: RowGeometry) {
    readingAnchor = nil
    pendingReading = nil
    pendingPin = pin
    port.scroll(to: origin.value(atContentOffset: pin.offset(in: geometry)))
    keep(pin, in: geometry)
  }

  /// A new list begins at its top, with value 0 in the middle of its range.
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

  /// There are no rows.
  func showNothing(in geometry: RowGeometry) {
    pendingPin = nil
    origin.offset = 0
    configure(value: 0, in: geometry)
  }

  /// Sets the adjustment's bounds from the content; its value stays.
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

/// Value 0 of the scroll bar stays well inside its range.
///
/// GTK's overshooting takes positions for distances from value 0 (gtkkineticscrolling.c): with value 0 outside the
/// range a fling into an end comes to rest elsewhere, and never ends. Measured heights move the ends a
/// little, edits may move them past value 0.
extension ScrollState {
  /// Called at the end of a layout, with the bounds as it leaves them. If centring was asked for, value 0 is brought to
  /// the middle if it has come near an end, so that it need not be done in motion, which it would end.
  ///
  /// - Parameter willMove: Called before the same place is given another value.
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

  /// Whether value 0 would better be in the middle, and may be brought there at rest.
  ///
  /// Not at an end, which GtkScrolledWindow would say to be reached once more.
  func canCenter(in geometry: RowGeometry) -> Bool {
    let margins = marginsOfValueZero(in: geometry)
    let way = margins.above + margins.below
    let top = contentOffset
    return min(margins.above, margins.below) < way / 4 && top > 0 && top < way && !port.isThumbHeld
  }

  /// What is above and below value 0 in device pixels, if the page is left out.
  private func marginsOfValueZero(in geometry: RowGeometry) -> (above: Int, below: Int) {
    (origin.offset, lastOffset(in: geometry) - origin.offset)
  }

  private func isValueZeroOutside(in geometry: RowGeometry) -> Bool {
    let margins = marginsOfValueZero(in: geometry)
    return margins.above < 0 || margins.below < 0
  }
}
