import CGtk
import GtkInterop
import LayoutCore

/// Jumps, which are exact in one frame, also to rows that were never measured.
extension ListView {
  /// Scrolls a row, header or footer into view. Before the first layout, it sets the position at which the list begins.
  public func scroll(to element: ListElement, alignment: ScrollAlignment = .nearest) {
    guard conditions != nil else {
      scrollState.firstJump = .element(element, alignment)
      return
    }
    guard verticalAdjustment != nil, geometry.elementCount > 0,
      let position = JumpPlanner(self).position(for: element, alignment)
    else { return }
    jump(to: position)
  }

  /// Scrolls to a position.
  func scroll(to anchor: ScrollAnchor) {
    if verticalAdjustment != nil, conditions != nil { jump(to: anchor) }
  }

  /// Moves the viewport by device pixels.
  func scroll(by distance: Int) {
    guard verticalAdjustment != nil, conditions != nil, geometry.elementCount > 0 else { return }
    if let position = JumpPlanner(self).position(movedBy: distance) { jump(to: position) }
  }

  /// Begins the first layout at the place that was scrolled to before it.
  func jumpBeforeFirstLayout() {
    defer { scrollState.firstJump = nil }
    switch scrollState.firstJump {
    case .element(let element, let alignment):
      if let position = JumpPlanner(self).firstPosition(for: element, alignment) {
        scrollState.keep(position, in: geometry)
      }
    case .reading(let reading):
      guard let position = nearestAnchor(at: reading) else { return }
      scrollState.keep(position, in: geometry)
      scrollState.pendingReading = reading
    case nil: break
    }
  }

  private func jump(to position: ScrollAnchor) {
    // Kinetic scrolling writes absolute values.
    scrollState.port.stopMotion()
    scrollState.motion.end()
    idle.performProgrammaticScroll { scrollState.jump(to: position, in: geometry) }
    gtk_widget_queue_resize(widget.pointer)
  }
}

extension ListView: MeasuredViewport {
  var scale: Double { scrollState.origin.scale }
}

/// Animated scrolling to a row, if the desktop's animations are on.
extension ListView {
  /// Scrolls a row, header or footer into view with an animation of a quarter of a second. The final position is exact,
  /// even if heights are measured or the list is edited meanwhile. Scrolling by the user ends the animation. A second call
  /// changes the target and keeps the velocity.
  ///
  /// If animations are off, and before the list is on screen, it is the same as `scroll(to:alignment:)`.
  public func animateScroll(to element: ListElement, alignment: ScrollAlignment = .nearest) {
    guard wantsAnimations, conditions != nil, gtk_widget_get_mapped(widget.pointer) != 0,
      geometry.elementCount > 0
    else { return scroll(to: element, alignment: alignment) }
    guard let side = JumpPlanner(self).side(for: element, alignment) else { return scrollState.motion.end() }
    scrollState.port.stopMotion()
    scrollState.motion.go(to: element, alignment: side, of: widget.pointer) { [weak self] in
      self?.goOn(at: $0) ?? .done
    }
  }

  private func goOn(at time: Int64) -> IdleSource.Next {
    guard var animation = scrollState.motion.animation, let value = scrollState.port.value,
      let position = JumpPlanner(self).position(for: animation.element, animation.alignment)
    else {
      scrollState.motion.end()
      return .done
    }
    let distance = JumpPlanner(self).distance(to: position, from: value, origin: scrollState.origin)
    guard let step = animation.step(distance: distance, at: time) else {
      scrollState.motion.end()
      scroll(to: animation.element, alignment: animation.alignment)
      return .done
    }
    scrollState.motion.beginStep(animation)
    if step != 0 { scrollState.port.scroll(to: value + step) }
    scrollState.motion.endStep()
    return scrollState.motion.animation == nil ? .done : .again
  }
}
