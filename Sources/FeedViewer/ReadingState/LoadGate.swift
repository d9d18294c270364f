import Dispatch
import Synchronization

/// Holds back what is not needed for a program's first frame, until the frame is shown or a time has passed.
public final class LoadGate: Sendable {
  private let frame = DispatchGroup()
  private let isOpen = Atomic(false)
  private let end: DispatchTime

  /// A closed gate.
  ///
  /// - Parameter limit: From now on; then the gate is open in any case.
  public init(openingAfter limit: Duration) {
    end = .now() + limit.interval
    frame.enter()
  }

  deinit { open() }

  /// Lets all callers of `wait` go on, now and later. May be called on any thread.
  public func open() {
    if !isOpen.exchange(true, ordering: .relaxed) { frame.leave() }
  }

  /// Blocks until the gate is open.
  func wait() { _ = frame.wait(timeout: end) }
}
