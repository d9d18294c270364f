/// Decides when the next batch of content is fetched, and allows one fetch at a time.
///
/// A state machine: call `shouldFetch(after:in:)` after each event. When it returns true, fetch a batch, and call
/// `completed(_:)` or `cancel()` at its end. The scheme is that of Texture (`ASBatchContext`).
public struct BatchController: Sendable {
  /// The state of the last fetch.
  public enum State: Equatable, Sendable {
    /// The last fetch is complete, or none was begun.
    case completed
    /// A batch is being fetched.
    case fetching
    /// The last fetch was cancelled.
    case cancelled
  }

  /// An event after which a batch may be needed.
  public enum Event: Equatable, Sendable {
    /// Rows were inserted or deleted; `rows` is 0 after a batch that added none.
    case contentChanged(rows: Int)
    /// The list scrolled, and the user does not hold it.
    case scrolled
    /// The user let go of the list, which will come to rest at the situation's `targetOffset`.
    case flung
    /// The list appeared on screen, or batches became available.
    case becameVisible
  }

  /// The strategy; a new one is used from the next event on.
  public var strategy: BatchStrategy {
    didSet { if strategy != oldValue { startPages() } }
  }
  /// The state of the last fetch.
  public private(set) var state = State.completed
  /// Replaces the decision of `BatchStrategy.screensAhead` while the list moves.
  ///
  /// It is called with the seconds until the end of the content is reached at the present velocity, and with the
  /// decision that would be made without it. It returns whether to fetch.
  public var advisor: (@Sendable (_ secondsLeft: Double, _ hint: Bool) -> Bool)?

  private var hasHandledChange = false
  private var threshold: DynamicThreshold?
  /// The number of rows when the last batch was fetched: a threshold causes one fetch for each page.
  private var rowCountAtFetch: Int?

  /// Creates a controller that has fetched nothing.
  public init(strategy: BatchStrategy = .standard) {
    self.strategy = strategy
    startPages()
  }

  /// Whether a batch is being fetched.
  public var isFetching: Bool { state == .fetching }

  /// Whether a batch must be fetched now. The state is `fetching` after true.
  ///
  /// - Parameters:
  ///   - event: What has happened.
  ///   - situation: The viewport and the content after the event.
  /// - Complexity: O(1).
  public mutating func shouldFetch(after event: Event, in situation: BatchSituation) -> Bool {
    if case .contentChanged(let rows) = event {
      // At the end of the data every batch is empty, so an empty batch must not cause the next fetch.
      if rows == 0, hasHandledChange { return false }
      hasHandledChange = true
    }
    var situation = situation
    // Only a fling has a target of its own.
    if event != .flung { situation.targetOffset = situation.offset }
    guard state != .fetching, isDue(after: event, in: situation) else { return false }
    state = .fetching
    rowCountAtFetch = situation.rowCount
    threshold?.advance()
    return true
  }

  /// Call when a fetch is complete.
  ///
  /// - Parameter isDone: Whether the fetch is complete; otherwise nothing changes.
  public mutating func completed(_ isDone: Bool = true) {
    if isDone, state == .fetching { state = .completed }
  }

  /// Cancels the fetch; the next event may cause another one.
  public mutating func cancel() {
    guard state == .fetching else { return }
    state = .cancelled
    rowCountAtFetch = nil
  }

  /// Call when the content was replaced: its pages are counted from the first one.
  public mutating func reset() {
    state = .completed
    hasHandledChange = false
    startPages()
  }

  private mutating func startPages() {
    rowCountAtFetch = nil
    threshold =
      if case .dynamicThreshold(let share, let itemsPerPage) = strategy {
        DynamicThreshold(share: share, itemsPerPage: itemsPerPage)
      } else {
        nil
      }
  }

  private func isDue(after event: Event, in situation: BatchSituation) -> Bool {
    switch strategy {
    case .screensAhead(let screens):
      return BatchDecision.shouldFetch(
        situation, isFetching: isFetching, leadingScreens: screens, advisor: advisor)
    case .fixedThreshold(let ratio):
      return passes(ratio, situation)
    case .dynamicThreshold:
      return threshold.map { passes($0.value, situation) } ?? false
    case .lazyTarget:
      guard situation.viewportLength > 0 else { return false }
      if situation.isShort { return true }
      guard situation.isVisible, situation.movesForward else { return false }
      return (event == .flung || situation.velocity == 0) && situation.remaining <= 0
    }
  }

  private func passes(_ ratio: Double, _ situation: BatchSituation) -> Bool {
    guard situation.viewportLength > 0, rowCountAtFetch != situation.rowCount else { return false }
    if situation.isShort { return true }
    return situation.isVisible && situation.movesForward && situation.ratio >= ratio
  }
}
