import GtkInterop
import LayoutCore

/// The animated scroll to a row that is under way, and the tick callback that drives it.
struct ScrollToRowMotion {
  private(set) var animation: ScrollAnimation?
  private(set) var ticks: TickCallback?
  private var isStepping = false

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

  /// Begins a step, after which the animation goes on as it is given here. What the step scrolls may bring about edits, which
  /// it follows.
  mutating func beginStep(_ animation: ScrollAnimation) {
    self.animation = animation
    isStepping = true
  }

  mutating func endStep() { isStepping = false }

  /// The list was scrolled: the motion ends, unless it was a step of its own.
  mutating func scrolled() { if animation != nil, !isStepping { end() } }

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
