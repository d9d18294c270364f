import CGtk
import GtkInterop
import LayoutCore

/// Jumps: exact in one frame, also to rows that were never measured.
extension ListView {
  /// Where an element is put by a jump.
  public typealias ScrollAlignment = VirtualList.ScrollAlignment

  /// Brings a row or header into view. Before the list is first laid out, that is where it begins.
  public func scroll(to element: ListElement, alignment: ScrollAlignment = .nearest) {
    guard conditions != nil else {
      scrollState.firstJump = (element, alignment)
      return
    }
    guard verticalAdjustment != nil, geometry.elementCount > 0, let pin = pin(for: element, alignment)
    else { return }
    jump(to: pin)
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
    if verticalAdjustment != nil, conditions != nil { jump(to: anchor) }
  }

  /// Moves the viewport by device pixels.
  func scroll(by distance: Int) {
    guard verticalAdjustment != nil, conditions != nil, geometry.elementCount > 0 else { return }
    let target = min(max(contentOffset + distance, 0), scrollState.lastOffset(in: geometry))
    guard let anchor = ScrollAnchor.capture(atOffset: target, in: geometry) else { return }
    jump(to: anchor)
  }

  /// The list is about to be laid out for the first time: it begins where it was told to.
  func jumpBeforeFirstLayout() {
    guard let (element, alignment) = scrollState.firstJump else { return }
    scrollState.firstJump = nil
    let height = measuredHeight(of: element)
    let isAbove = alignment != .bottom
    scrollState.keep(
      ScrollAnchor(element: element, offsetInside: isAbove ? -insetAbove(element) : height - pageHeight),
      in: geometry)
  }

  private func jump(to pin: ScrollAnchor) {
    // Kinetic scrolling writes absolute values.
    scrollState.port.stopMotion()
    scrollState.motion.end()
    idle.performProgrammaticScroll { scrollState.jump(to: pin, in: geometry) }
    gtk_widget_queue_resize(widget.pointer)
  }

  /// Whether the pointer holds the scroll bar's thumb or trough.
  var isThumbHeld: Bool { scrollState.port.isThumbHeld }

  /// What covers the viewport's top when an element is scrolled there, in device pixels.
  func insetAbove(_ element: ListElement) -> Int {
    if case .header = element { return 0 }
    return geometry.hasHeader(inSection: element.section) ? measuredHeight(of: .header(element.section)) : 0
  }
}

/// Scrolling to a row in motion, if the desktop wants motion.
extension ListView {
  /// Brings a row or header into view, eased over a quarter of a second. It arrives exactly, whatever heights become
  /// known and whatever is edited on the way; scrolling by the user ends it. Called again, it continues from
  /// the velocity that it has.
  ///
  /// Without animations, and before the list is on screen, it is `scroll(to:alignment:)`.
  public func animateScroll(to element: ListElement, alignment: ScrollAlignment = .nearest) {
    guard wantsAnimations, conditions != nil, gtk_widget_get_mapped(widget.pointer) != 0,
      geometry.elementCount > 0
    else { return scroll(to: element, alignment: alignment) }
    guard let side = side(for: element, alignment) else { return scrollState.motion.end() }
    scrollState.port.stopMotion()
    scrollState.motion.go(to: element, alignment: side, of: widget.pointer) { [weak self] in
      self?.goOn(at: $0) ?? .done
    }
  }

  private func goOn(at time: Int64) -> IdleSource.Next {
    guard var animation = scrollState.motion.takeAnimation(), let value = scrollState.port.value,
      let pin = pin(for: animation.element, animation.alignment)
    else {
      scrollState.motion.end()
      return .done
    }
    let target = min(max(pin.offset(in: geometry), 0), scrollState.lastOffset(in: geometry))
    let distance = scrollState.origin.value(atContentOffset: target) - value
    guard let step = animation.step(distance: distance, at: time) else {
      // The jump ends the animation, too.
      scroll(to: animation.element, alignment: animation.alignment)
      return .done
    }
    if step != 0 { scrollState.port.scroll(to: value + step) }
    scrollState.motion.resume(animation)
    return .again
  }
}
