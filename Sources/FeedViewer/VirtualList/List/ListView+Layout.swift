import CGtk
import GtkInterop
import LayoutCore

/// The layout: measures the rows that come into view, keeps the others where they are, and places the row widgets.
extension ListView {
  /// The viewport's top in the content, in device pixels.
  ///
  /// - Complexity: O(1).
  public var contentOffset: Int { scrollState.contentOffset }

  /// Height of the viewport in device pixels.
  var pageHeight: Int { scrollState.pageHeight }

  /// Whether the pointer holds the thumb of the scroll bar, which maps its place to a fraction of the content's height.
  package var isThumbDragged: Bool { scrollState.port.isThumbDragged }

  func connectScrolling() {
    scrollState.port.onValueChange = { [weak self] in self?.valueChanged() }
    scrollState.onBoundsChange = { [weak self] in
      guard let self, layoutCycle.isAllocating else { return }
      layoutCycle.requestLayout(of: widget.pointer)
    }
  }

  private func valueChanged() {
    guard !layoutCycle.isAllocating else { return }
    scrollState.motion.scrolled()
    // A line that the next layout was to show is not where the list was scrolled to now.
    scrollState.pendingReading = nil
    idle.scrolled()
    if isComplete { gtk_widget_queue_allocate(widget.pointer) } else { queueLayout() }
  }

  /// Requests a layout in which heights, and so the scroll bar's visibility, may change.
  ///
  /// The list's scrolled window is laid out with it. If only the list were, and an ancestor beside it, GTK 4.8 would not see
  /// that the scrolled window shows or hides its scroll bar: it takes an ancestor's layout for that of all that is in it, draws
  /// the scrolled window no more, and complains.
  func queueLayout() {
    if let scroller = gtk_widget_get_parent(widget.pointer) { gtk_widget_queue_allocate(scroller) }
    gtk_widget_queue_allocate(widget.pointer)
  }

  func layOut(width: Int, height: Int) {
    let current = environment.current()
    let found = MeasurementContext(
      width: width, sectionIndexWidth: min(sectionIndexWidth, width / 2), boxes: pool.boxes,
      separator: heights.separator, environment: current)
    scrollState.pageHeight = Int((Double(height) * current.scale).rounded())
    let isNew = conditions != found
    if isNew {
      editMotion.end(in: widget.pointer)
      editMotion.forgetCapture()
      adopt(found)
    }
    guard verticalAdjustment != nil else { return }
    settle()
    scrollState.keepValueZeroInRange(in: geometry) { idle.originMoves() }
    scrollState.captureAnchor(in: geometry)
    placeRows()
    placeSectionIndex(width: width, height: height)
    animateEdits()
    rowSwipes.allocate()
    rowHighlight.rowsWerePlaced(at: contentOffset)
    highlightRowUnderPointer()
    // If the ends of the content have moved the viewport, that is not scrolling.
    if let reading = scrollState.pendingReading {
      scrollState.readingAnchor = reading
      scrollState.pendingReading = nil
      scrollState.readingAnchor?.value = scrollState.port.value ?? reading.value
    }
    if isNew, let value = scrollState.port.value { scrollState.readingAnchor?.value = value }
    idle.laidOut()
  }

  /// Places the rows, again as long as drawn layouts contradict measured heights.
  private func placeRows() {
    while true {
      place(measuredElementsKeptByFocus())
      guard correctHeights() else { return }
      settle()
      scrollState.captureAnchor(in: geometry)
    }
  }

  /// Adopts a new width, font, scale or direction: all heights are resolved again.
  private func adopt(_ new: MeasurementContext) {
    let isFirst = conditions == nil
    let oldScale = conditions?.environment.scale ?? new.environment.scale
    // Where a row is pinned, what is on screen is out of date; a place that is known stays known.
    let isOutdated =
      scrollState.pendingPin != nil && scrollState.readingAnchor?.value != scrollState.port.value
    let reading = isFirst || isOutdated ? nil : currentReading()
    let pin = scrollState.pendingPin ?? scrollState.anchor
    if conditions?.environment.generation != new.environment.generation { onFontChange() }
    heights.setConditions(new)
    conditionsNumber &+= 1
    resolveAllHeights()
    if isFirst {
      centerOrigin()
      jumpBeforeFirstLayout()
    }
    guard !isFirst, let pin else {
      // Reloaded since the last layout: the list begins at its top, at the new scale.
      if !isFirst { centerOrigin() }
      return
    }
    scrollState.setScale(new.environment.scale)
    let inside = Int((Double(pin.offsetInside) * new.environment.scale / oldScale).rounded())
    scrollState.keep(
      reading.flatMap { anchor(at: $0) } ?? ScrollAnchor(element: pin.element, offsetInside: inside),
      in: geometry)
    scrollState.readingAnchor = reading
  }

  /// Scrolls to the list's top, with value 0 in the middle of the adjustment's range.
  func centerOrigin() {
    if let conditions { scrollState.begin(scale: conditions.environment.scale, in: geometry) }
  }

  /// Requests a layout that moves value 0 back to the middle of the range, if it has come near an end.
  func centerOriginAtRest() {
    guard scrollState.canCenter(in: geometry) else { return }
    scrollState.wantsCentering = true
    queueLayout()
  }

  /// Measures the rows in the viewport, outward from the pinned row, which keeps its position on screen.
  private func settle() {
    guard geometry.elementCount > 0 else { return scrollState.showNothing(in: geometry) }
    var pin: ScrollAnchor
    if let end = scrollState.endOfEstimates(in: geometry), let found = self.pin(atEnd: end) {
      pin = found
      scrollState.keep(pin, in: geometry)
    } else {
      pin = scrollState.pinForThisLayout(in: geometry)
    }
    scrollState.unpin()
    // Measuring rows moves the ends of the content, so a clamp may uncover other rows.
    while true {
      fill(from: pin)
      guard let place = scrollState.clampedPlace(in: geometry) else { break }
      scrollState.configure(offset: place.offset, in: geometry)
      guard let next = place.pin else { break }
      pin = next
    }
    // The sticky header's place in the content is above the viewport: its growth moves nothing on screen.
    if let section = scrollState.sectionWithStickyHeader(in: geometry) {
      scrollState.contentMoved(by: ensureMeasured(.header(section)).change)
    }
    scrollState.configure(in: geometry)
  }

  private func pin(atEnd end: ListEnd) -> ScrollAnchor? {
    end == .end ? JumpPlanner(self).positionAtEnd() : ScrollAnchor.capture(atOffset: 0, in: geometry)
  }

  /// Measures from the pinned row down to the viewport's bottom and up to its top.
  private func fill(from pin: ScrollAnchor) {
    let pinHeight = ensureMeasured(pin.element).height
    var bottom = pinHeight - pin.offsetInside
    var element = geometry.element(after: pin.element)
    while bottom < pageHeight, let current = element {
      bottom += ensureMeasured(current).height
      element = geometry.element(after: current)
    }
    var top = -pin.offsetInside
    element = geometry.element(before: pin.element)
    while top > 0, let current = element {
      let measured = ensureMeasured(current)
      // The pinned row has moved in the content by the same distance; the origin follows, so it stays on screen.
      scrollState.contentMoved(by: measured.change)
      top -= measured.height
      element = geometry.element(before: current)
    }
  }
}
