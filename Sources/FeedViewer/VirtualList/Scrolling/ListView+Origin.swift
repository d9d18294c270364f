import CGtk
import LayoutCore

/// Value 0 of the scroll bar stays well inside its range.
///
/// GTK's overshooting takes positions for distances from value 0 (gtkkineticscrolling.c): with value 0 outside the
/// range a fling into an end comes to rest elsewhere, and never ends. Heights that become known move the ends a
/// little, edits may move them past value 0.
extension ListView {
  /// Called at the end of a layout, with the bounds as it leaves them.
  ///
  /// - Parameter isAtRest: Whether nothing has moved for a while. Then value 0 is brought to the middle if it has come
  ///   near an end, so that it need not be done in motion, which it would end.
  func keepValueZeroInRange(_ adjustment: UnsafeMutablePointer<GtkAdjustment>, isAtRest: Bool) {
    guard isValueZeroOutside || (isAtRest && canCenterAtRest) else { return }
    let top = contentOffset
    let value = gtk_adjustment_get_value(adjustment)
    let before = origin.offset
    // Kinetic scrolling and touch drags keep absolute values.
    stopMotion()
    idle.originMoves()
    origin = .centered(
      contentHeight: geometry.totalHeight, pageHeight: pageHeight, scale: origin.scale)
    configure(adjustment, value: origin.value(atContentOffset: top))
    valueShift += before - origin.offset
    if readingAnchor?.value == value { readingAnchor?.value = gtk_adjustment_get_value(adjustment) }
  }

  /// Asks for a layout that brings value 0 to the middle, if it is better there.
  func centerOriginAtRest() {
    guard canCenterAtRest else { return }
    wantsCentering = true
    gtk_widget_queue_allocate(widget.pointer)
  }

  /// What is above and below value 0 in device pixels, if the page is left out.
  private var marginsOfValueZero: (above: Int, below: Int) {
    (origin.offset, max(geometry.totalHeight - pageHeight, 0) - origin.offset)
  }

  private var isValueZeroOutside: Bool {
    let margins = marginsOfValueZero
    return margins.above < 0 || margins.below < 0
  }

  /// Not at an end, which GtkScrolledWindow would say to be reached once more.
  private var canCenterAtRest: Bool {
    let margins = marginsOfValueZero
    let way = margins.above + margins.below
    return min(margins.above, margins.below) < way / 4 && contentOffset > 0 && contentOffset < way
      && !isThumbHeld
  }
}
