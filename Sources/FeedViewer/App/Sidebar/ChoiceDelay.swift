import GtkInterop

/// Makes a choice at once, but one that follows another quickly only when no third follows: what is passed over while a key
/// is held is not shown.
final class ChoiceDelay<Choice> {
  /// In milliseconds.
  private static var pause: UInt32 { 150 }

  /// Called when a choice is made.
  var onChoose: (Choice) -> Void = { _ in }
  /// The choice that waits.
  private(set) var pending: Choice?
  private var timer: TimeoutSource?

  func choose(_ choice: Choice) {
    if timer == nil { onChoose(choice) } else { pending = choice }
    timer = TimeoutSource(milliseconds: Self.pause) { [weak self] in
      self?.timer = nil
      self?.choosePending()
      return .done
    }
  }

  /// Makes the choice that waits, if there is one.
  func choosePending() {
    guard let choice = pending else { return }
    pending = nil
    onChoose(choice)
  }
}
