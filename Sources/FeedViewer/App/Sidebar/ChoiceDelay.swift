import GtkInterop

/// Makes a choice at once, but one that follows another quickly only when no third follows: what is passed over while a key
/// is held is not shown.
final class ChoiceDelay {
  /// In milliseconds.
  private static let pause: UInt32 = 150

  weak var sidebar: Sidebar?
  /// The choice that waits.
  private(set) var pending: SidebarItem.ID?
  private var timer: TimeoutSource?

  func choose(_ choice: SidebarItem.ID) {
    if timer == nil { sidebar?.send(.show(choice)) } else { pending = choice }
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
    sidebar?.send(.show(choice))
  }
}
