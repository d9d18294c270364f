import GtkInterop
import LayoutCore

/// The animated scroll to a row that is under way, and the tick callback that drives it.
struct ScrollToRowMotion {
  private(set) var animation: ScrollAnimation?
  private(set) var ticks: TickCallback?

  /// Starts an animated scroll to an element. An animation under way changes its target and keeps its velocity.
  ///
  /// - Parameters:
  ///   - widget: The list's widget.
  ///   - body: Called with the time of each frame until it returns `.done`.
  mutating func go(
    to element: ListElement, alignment: ScrollAlignment, of widget: WidgetPointer,
    step body: @escaping (Int64) -> IdleSource.Next
  ) {
    if animation != nil {
      animation?.turn(to: element, alignment: alignment)
    } else {
      animation = ScrollAnimation(to: element, alignment: alignment)
      ticks = TickCallback(of: widget, body: body)
    }
  }

  /// Removes the animation, so that any other change of the value ends the motion.
  mutating func takeAnimation() -> ScrollAnimation? {
    defer { animation = nil }
    return animation
  }

  /// Restores the animation for the next frame.
  mutating func resume(_ animation: ScrollAnimation) { self.animation = animation }

  /// Ends the animation at the present position.
  mutating func end() {
    animation = nil
    ticks = nil
  }

  /// Follows an edit. The animation ends if its row is deleted.
  mutating func apply(_ change: ChangeSet) {
    guard let element = animation?.element else { return }
    if let new = change.newElement(for: element) {
      animation?.element = new
    } else {
      end()
    }
  }
}
