import Synchronization

/// What one thread at a time uses, and leaves to the next one.
final class Pool<Element: Sendable>: Sendable {
  private let free = Mutex<[Element]>([])

  /// Something that nobody uses; nil if there is nothing.
  func take() -> Element? { free.withLock { $0.popLast() } }

  /// Leaves something to others.
  func put(_ element: Element) { free.withLock { $0.append(element) } }
}
