import CGtk
import GtkInterop
import LayoutCore

/// Scrolling to a row in motion, if the desktop wants motion.
extension ListView {
  /// Brings a row or header into view, eased over a quarter of a second. It arrives exactly, whatever heights become
  /// known and whatever is edited on the way; whoever scrolls meanwhile ends it. Called again, it goes on from
  /// the velocity that it has.
  ///
  /// Without animations, and before the list is on screen, it is `scroll(to:alignment:)`.
  public func animateScroll(to element: ListElement, alignment: ScrollAlignment = .nearest) {
    guard wantsAnimations, conditions != nil, gtk_widget_get_mapped(widget.pointer) != 0,
      geometry.elementCount > 0
    else { return scroll(to: element, alignment: alignment) }
    guard let side = side(for: element, alignment) else { return endScrollAnimation() }
    stopMotion()
    if scrollAnimation != nil {
      scrollAnimation?.turn(to: element, alignment: side)
      return
    }
    scrollAnimation = ScrollAnimation(to: element, alignment: side)
    scrollTicks = TickCallback(of: widget.pointer) { [weak self] in self?.goOn(at: $0) ?? .done }
  }

  /// The list stays where it is on its way.
  func endScrollAnimation() {
    scrollAnimation = nil
    scrollTicks = nil
  }

  /// Follows an edit; without its row the motion ends.
  func applyToScrollAnimation(_ change: ChangeSet) {
    guard let animation = scrollAnimation else { return }
    if let element = change.newElement(for: animation.element) {
      scrollAnimation?.element = element
    } else {
      endScrollAnimation()
    }
  }

  private func goOn(at time: Int64) -> IdleSource.Next {
    guard var animation = scrollAnimation, let adjustment = verticalAdjustment,
      let pin = pin(for: animation.element, animation.alignment)
    else {
      endScrollAnimation()
      return .done
    }
    let value = gtk_adjustment_get_value(adjustment)
    let target = min(
      max(geometry.offset(of: pin.element) + pin.offsetInside, 0), max(geometry.totalHeight - pageHeight, 0))
    guard let step = animation.step(distance: origin.value(atContentOffset: target) - value, at: time) else {
      // The jump ends the animation, too.
      scroll(to: animation.element, alignment: animation.alignment)
      return .done
    }
    scrollAnimation = nil
    if step != 0 { gtk_adjustment_set_value(adjustment, value + step) }
    // Taken out meanwhile, so that whoever else changes the value ends the motion.
    scrollAnimation = animation
    return .again
  }
}
