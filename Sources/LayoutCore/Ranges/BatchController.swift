/// Decides when the next batch of content is fetched, and lets only one be under way.
///
/// A state machine: whenever something has happened that may call for a batch, `shouldFetch` is asked; when it
/// says yes, a batch is under way until `completed` or `cancel`. The scheme is Texture's (ASBatchContext).
public struct BatchController: Sendable {
  public enum State: Equatable, Sendable { case completed, fetching, cancelled }

  /// What may call for a batch.
  public enum Event: Equatable, Sendable {
    /// The list was edited or filled: rows came or went. A batch without any rows is told with 0.
    case contentChanged(rows: Int)
    /// The list was moved, and nobody holds it.
    case scrolled
    /// The list was let go and will come to rest at the situation's target.
    case flung
    case becameVisible
  }

  /// A new one holds from the next event on.
  public var strategy: BatchStrategy {
    didSet { if strategy != oldValue { startPages() } }
  }
  public private(set) var state = State.completed
  /// Overrules the strategy of screens ahead while the list moves.
  public var advisor: (@Sendable (_ secondsLeft: Double, _ hint: Bool) -> Bool)?

  private var wasAskedAfterChange = false
  private var threshold: DynamicThreshold?
  /// How many rows there were when the last page was asked for: a page calls for one batch only.
  private var rowCountAtFetch: Int?

  public init(strategy: BatchStrategy = .standard) {
    self.strategy = strategy
    startPages()
  }

  /// Whether a batch is under way.
  public var isFetching: Bool { state == .fetching }

  /// Whether a batch is to be fetched now; it is then under way.
  public mutating func shouldFetch(after event: Event, in situation: BatchSituation) -> Bool {
    if case .contentChanged(let rows) = event {
      // At the end of the data every batch is empty: to ask again because of one would never end.
      if rows == 0, wasAskedAfterChange { return false }
      wasAskedAfterChange = true
    }
    var situation = situation
    // Only who has let go of the list will come to rest elsewhere.
    if event != .flung { situation.targetOffset = situation.offset }
    guard state != .fetching, isDue(after: event, in: situation) else { return false }
    state = .fetching
    rowCountAtFetch = situation.rowCount
    threshold?.advance()
    return true
  }

  /// The batch that was under way is there.
  ///
  /// - Parameter isDone: Without it nothing changes: the batch is still under way.
  public mutating func completed(_ isDone: Bool = true) {
    if isDone, state == .fetching { state = .completed }
  }

  /// The batch that was under way will not come; the next one may be asked for.
  public mutating func cancel() {
    guard state == .fetching else { return }
    state = .cancelled
    rowCountAtFetch = nil
  }

  /// The content is another one: its pages are counted from the first.
  public mutating func reset() {
    state = .completed
    wasAskedAfterChange = false
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
