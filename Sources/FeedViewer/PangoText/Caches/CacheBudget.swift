import Synchronization

/// The memory that caches share, whatever threads they belong to.
///
/// A cache takes memory from the budget before it grows, and gives it back when it drops something. A cache that gets none
/// drops its own older half, so no thread ever touches the cache of another one.
package nonisolated final class CacheBudget: Sendable {
  /// The budget of all caches of text preparation in the process, unless they are given another one.
  package static let textPreparation = CacheBudget(byteCount: 20 << 20)

  /// The least number of equal shares: few caches leave room for those that are filled later.
  private static let leastShareCount = 16

  /// The limit of all caches together, in bytes.
  package let byteCount: Int
  private let used = Atomic(0)
  private let holderCount = Atomic(0)

  /// - Parameter byteCount: The limit of all caches together, in bytes.
  package init(byteCount: Int) { self.byteCount = byteCount }

  /// The memory of all caches, in bytes. Each cache can be above the limit with its newest entry alone.
  package var usedByteCount: Int { used.load(ordering: .relaxed) }

  /// The most memory of one cache, in bytes: an equal share for each cache that is not empty. The last fifth of the budget is
  /// shared by caches that find the rest taken, perhaps by caches that are not in use any more.
  var share: Int {
    let available = usedByteCount < byteCount / 5 * 4 ? byteCount : byteCount / 5
    return available / max(holderCount.load(ordering: .relaxed), Self.leastShareCount)
  }

  /// Takes memory for a cache if there is some.
  ///
  /// - Parameters:
  ///   - bytes: The memory.
  ///   - present: The memory that the cache has already, in bytes.
  func take(_ bytes: Int, besides present: Int) -> Bool {
    var total = usedByteCount
    var isTaken = false
    repeat {
      guard total + bytes <= byteCount else { return false }
      (isTaken, total) = used.weakCompareExchange(
        expected: total, desired: total + bytes, ordering: .relaxed)
    } while !isTaken
    countHolder(from: present, to: present + bytes)
    return true
  }

  /// Follows a cache whose memory has changed, in bytes.
  func change(from before: Int, to after: Int) {
    used.add(after - before, ordering: .relaxed)
    countHolder(from: before, to: after)
  }

  private func countHolder(from before: Int, to after: Int) {
    if (before > 0) != (after > 0) { holderCount.add(after > 0 ? 1 : -1, ordering: .relaxed) }
  }
}
