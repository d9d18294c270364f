import GtkInterop
import LayoutCore

/// A scroll to a row that is under way, and what drives it frame by frame.
struct ScrollToRowMotion {
  private(set) var animation: ScrollAnimation?
  private(set) var ticks: TickCallback?

  /// Goes to an element; a motion that is under way turns there with the velocity that it has.
  ///
  /// - Parameters:
  ///   - widget: The list's.
  ///   - body: Called for each frame with its time, until it answers `.done`.
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

  /// Puts it back for the next frame.
  mutating func resume(_ animation: ScrollAnimation) { self.animation = animation }

  /// The list stays where it is on its way.
  mutating func end() {
    animation = nil
    ticks = nil
  }

  /// Follows an edit; without its row the motion ends.
  mutating func apply(_ change: ChangeSet) {
    guard let element = animation?.element else { return }
    if let new = change.newElement(for: element) {
      animation?.element = new
    } else {
      end()
    }
  }
}
