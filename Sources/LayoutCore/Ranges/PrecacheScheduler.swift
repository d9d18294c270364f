/// Decides when rows are measured ahead of time, and which comes next.
///
/// A state machine without clock and loop: events come in with their time, `activity` says what should be done.
/// Nearest to the viewport first, two rows on the leading side for one on the trailing side; nothing while the list
/// scrolls (and a while after), is hidden or is being refreshed. How long a slice of the work may last is up to
/// `IdleScheduler`.
public struct PrecacheScheduler: Sendable {
  /// What should be done.
  public enum Activity: Equatable, Sendable {
    /// Nothing is left, or nothing may be done: no source should be attached.
    case rest
    /// Wait this long, then ask again.
    case wait(microseconds: Int64)
    /// Measure in slices.
    case work
  }

  /// How long the list must not have scrolled, in microseconds.
  public static let quietPeriod: Int64 = 150_000

  /// How long heights that were measured may wait until the scroll bar is told of them, in microseconds. Every
  /// such commit draws a frame, and frames take time from the work.
  public static let commitInterval: Int64 = 100_000

  /// Whether the content was measured to its end since it last changed.
  public private(set) var isFinished = true
  /// Whether the list is not to be seen.
  public var isPaused = false
  /// Whether the list's content is being read again: heights must not change the scroll bar meanwhile.
  public var isRefreshing = false

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

  public init() {}

  /// Rows came, went, changed, or lost their heights.
  public mutating func contentChanged() {
    isFinished = false
    forwardCursor = nil
    backwardCursor = nil
    viewport = nil
  }

  /// The viewport shows the elements from `first` to `last`.
  public mutating func viewportChanged(first: ListElement, last: ListElement, movesForward: Bool) {
    let new = Viewport(first: first, last: last, movesForward: movesForward)
    // Layouts that show the same rows leave the order of the work as it is.
    guard new != viewport else { return }
    viewport = new
    forwardCursor = last
    backwardCursor = first
    leadsForward = movesForward
    turn = 0
  }

  /// The list was scrolled, by whatever means.
  public mutating func scrolled(at now: Int64) { lastScroll = now }

  public func activity(at now: Int64) -> Activity {
    guard !isFinished, !isPaused, !isRefreshing, forwardCursor != nil else { return .rest }
    if let lastScroll {
      let left = lastScroll + Self.quietPeriod - now
      if left > 0 { return .wait(microseconds: left) }
    }
    return .work
  }

  /// The element to measure next, or nil when every height is known or under way: the work is then finished.
  ///
  /// - Parameter isUnderWay: Whether somebody measures an element already, who will say when it is done.
  public mutating func next(
    in geometry: RowGeometry, isUnderWay: (ListElement) -> Bool = { _ in false }
  ) -> ListElement? {
    guard geometry.unmeasuredCount > 0, forwardCursor != nil, backwardCursor != nil else {
      isFinished = true
      return nil
    }
    let leads = turn % 3 != 2
    turn += 1
    let forward = leads == leadsForward
    // If that side is done, all that is left is on the other one.
    for direction in [forward, !forward] {
      while let found = nextUnmeasured(in: geometry, forward: direction) {
        remember(found, forward: direction)
        guard isUnderWay(found) else { return found }
        let beyond = direction ? geometry.element(after: found) : geometry.element(before: found)
        guard let beyond else { break }
        if direction { forwardCursor = beyond } else { backwardCursor = beyond }
      }
    }
    // Left are only rows between the cursors, which the viewport shows: they are measured when it is laid out.
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
