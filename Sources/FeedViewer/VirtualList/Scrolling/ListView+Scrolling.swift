import CGtk
import GtkInterop
import LayoutCore

/// Jumps: exact in one frame, also to rows that were never measured.
extension ListView {
  /// Where a row is put by a jump.
  public enum ScrollAlignment {
    /// Its top at the viewport's top, or below the header that sticks there; its bottom at the viewport's bottom.
    case top, bottom
    /// No further than is needed to show it.
    case nearest
  }

  /// Brings a row or header into view. Before the list is first laid out, that is where it begins.
  public func scroll(to element: ListElement, alignment: ScrollAlignment = .nearest) {
    guard conditions != nil else {
      firstJump = (element, alignment)
      return
    }
    guard let adjustment = verticalAdjustment, geometry.elementCount > 0,
      let pin = pin(for: element, alignment)
    else { return }
    jump(adjustment, to: pin)
  }

  /// Where a jump puts the viewport; nil if there is nothing to do.
  func pin(for element: ListElement, _ alignment: ScrollAlignment) -> ScrollAnchor? {
    guard let side = side(for: element, alignment) else { return nil }
    let height = measuredHeight(of: element)
    return ScrollAnchor(
      element: element, offsetInside: side == .top ? -insetAbove(element) : height - pageHeight)
  }

  /// The side of the viewport at which a jump puts the element; nil if there is nothing to do.
  func side(for element: ListElement, _ alignment: ScrollAlignment) -> ScrollAlignment? {
    guard alignment == .nearest else { return alignment }
    let height = measuredHeight(of: element)
    let inset = insetAbove(element)
    let y = geometry.offset(of: element) - contentOffset
    if y < inset || height > pageHeight - inset { return .top }
    return y + height > pageHeight ? .bottom : nil
  }

  /// Puts the viewport where it was when an anchor was captured.
  func scroll(to anchor: ScrollAnchor) {
    if let adjustment = verticalAdjustment, conditions != nil { jump(adjustment, to: anchor) }
  }

  /// Moves the viewport by device pixels.
  func scroll(by distance: Int) {
    guard let adjustment = verticalAdjustment, conditions != nil, geometry.elementCount > 0 else { return }
    let last = max(geometry.totalHeight - pageHeight, 0)
    let target = min(max(contentOffset + distance, 0), last)
    guard let anchor = ScrollAnchor.capture(atOffset: target, in: geometry) else { return }
    jump(adjustment, to: anchor)
  }

  /// The list is about to be laid out for the first time: it begins where it was told to.
  func jumpBeforeFirstLayout() {
    guard let (element, alignment) = firstJump else { return }
    firstJump = nil
    let height = measuredHeight(of: element)
    let isAbove = alignment != .bottom
    keep(
      ScrollAnchor(element: element, offsetInside: isAbove ? -insetAbove(element) : height - pageHeight))
  }

  private func jump(_ adjustment: UnsafeMutablePointer<GtkAdjustment>, to pin: ScrollAnchor) {
    stopMotion()
    endScrollAnimation()
    readingAnchor = nil
    pendingPin = pin
    let target = geometry.offset(of: pin.element) + pin.offsetInside
    idle.performProgrammaticScroll {
      gtk_adjustment_set_value(adjustment, origin.value(atContentOffset: target))
    }
    // The adjustment may have clamped the value to bounds that are still estimates; the pin says what is true.
    keep(pin)
    gtk_widget_queue_resize(widget.pointer)
  }

  /// Kinetic scrolling writes absolute values: a jump must stop it first.
  func stopMotion() {
    guard let parent = gtk_widget_get_ancestor(widget.pointer, gtk_scrolled_window_get_type()) else { return }
    let isKinetic = gtk_scrolled_window_get_kinetic_scrolling(parent.opaque)
    gtk_scrolled_window_set_kinetic_scrolling(parent.opaque, 0)
    gtk_scrolled_window_set_kinetic_scrolling(parent.opaque, isKinetic)
  }

  /// Whether the pointer holds the scroll bar's thumb or trough.
  var isThumbHeld: Bool {
    guard let parent = gtk_widget_get_ancestor(widget.pointer, gtk_scrolled_window_get_type()),
      let bar = gtk_scrolled_window_get_vscrollbar(parent.opaque),
      let range = gtk_widget_get_first_child(bar)
    else { return false }
    return gtk_widget_has_css_class(range, "dragging") != 0
  }

  func measuredHeight(of element: ListElement) -> Int {
    guard let conditions, let dataSource else { return 0 }
    if case .measured(let height) = geometry.height(of: element) { return height }
    let height = measurer.height(
      of: element, identity: dataSource.listView(self, identityOf: element),
      content: { dataSource.listView(self, contentOf: element) }, under: conditions)
    let change = geometry.setHeight(.measured(height), of: element)
    if let anchor, element < anchor.element { origin.offset += change }
    return height
  }
}
