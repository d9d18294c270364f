/// Decides when rows are measured ahead of time, and in which order.
///
/// A state machine without clock and loop: events are reported with their time, and `activity(at:)` tells what to do.
/// Rows nearest to the viewport come first, two on the leading side for each one on the trailing side. Nothing is
/// measured while the list scrolls (and for `quietPeriod` after that), is hidden, or is being refreshed.
/// `IdleScheduler` limits the time of the work.
package struct PrecacheScheduler: Sendable {
  /// The activity at a time.
  package enum Activity: Equatable, Sendable {
    /// Nothing is left, or nothing may be done: attach no idle source.
    case rest
    /// Wait this time, then ask again.
    case wait(microseconds: Int64)
    /// Measure in slices.
    case work
  }

  /// The time after scrolling in which nothing is measured, in microseconds.
  package static let quietPeriod: Int64 = 150_000

  /// The maximum time between a measurement and the update of the scroll bar, in microseconds. Every update draws a
  /// frame, which takes time from the work.
  package static let commitInterval: Int64 = 100_000

  /// Whether all rows were measured since the content last changed.
  package private(set) var isFinished = true
  /// Whether the list is hidden.
  package var isPaused = false
  /// Whether the list's content is being refreshed: heights must not change the scroll bar meanwhile.
  package var isRefreshing = false

  private var viewport: Viewport?
  private var lastScroll: Int64?
  private var leadsForward = true
  private var forwardCursor: ListElement?
  private var backwardCursor: ListElement?
  private var turn = 0

  private struct Viewport: Equatable {
    let first: ListElement
    let last: ListElement
    let movesForward: Bool
  }

  /// Creates the state of a list without content.
  package init() {}

  /// Call when rows were inserted, deleted or changed, or lost their heights.
  package mutating func contentChanged() {
    isFinished = false
    forwardCursor = nil
    backwardCursor = nil
    viewport = nil
  }

  /// Call when the viewport shows the elements from `first` to `last`.
  package mutating func viewportChanged(first: ListElement, last: ListElement, movesForward: Bool) {
    let new = Viewport(first: first, last: last, movesForward: movesForward)
    // Layouts that show the same rows do not change the order.
    guard new != viewport else { return }
    viewport = new
    forwardCursor = last
    backwardCursor = first
    leadsForward = movesForward
    turn = 0
  }

  /// Call when the list was scrolled in any way.
  package mutating func scrolled(at now: Int64) { lastScroll = now }

  /// Whether work will begin as soon as the viewport is known.
  package var awaitsViewport: Bool { !isFinished && !isPaused && !isRefreshing && viewport == nil }

  /// The activity at a time.
  package func activity(at now: Int64) -> Activity {
    guard !isFinished, !isPaused, !isRefreshing, forwardCursor != nil else { return .rest }
    if let lastScroll {
      let left = lastScroll + Self.quietPeriod - now
      if left > 0 { return .wait(microseconds: left) }
    }
    return .work
  }

  /// The element to measure next; nil if all heights are known or being measured: the work is then finished.
  ///
  /// - Parameters:
  ///   - geometry: The rows of the list.
  ///   - isUnderWay: Whether an element is already being measured elsewhere.
  /// - Complexity: O(log n).
  package mutating func next(
    in geometry: RowGeometry, isUnderWay: (ListElement) -> Bool = { _ in false }
  ) -> ListElement? {
    guard geometry.unmeasuredCount > 0, forwardCursor != nil, backwardCursor != nil else {
      isFinished = true
      return nil
    }
    let leads = turn % 3 != 2
    turn += 1
    let forward = leads == leadsForward
    // If one side is complete, the remaining rows are on the other one.
    for direction in [forward, !forward] {
      while let found = nextUnmeasured(in: geometry, forward: direction) {
        remember(found, forward: direction)
        guard isUnderWay(found) else { return found }
        let beyond = direction ? geometry.element(after: found) : geometry.element(before: found)
        guard let beyond else { break }
        if direction { forwardCursor = beyond } else { backwardCursor = beyond }
      }
    }
    // Only rows in the viewport remain, which are measured when it is laid out.
    isFinished = true
    return nil
  }

  private func nextUnmeasured(in geometry: RowGeometry, forward: Bool) -> ListElement? {
    guard let cursor = forward ? forwardCursor : backwardCursor else { return nil }
    return geometry.nextUnmeasured(from: cursor, forward: forward)
  }

  private mutating func remember(_ element: ListElement, forward: Bool) {
    if forward { forwardCursor = element } else { backwardCursor = element }
  }
}
