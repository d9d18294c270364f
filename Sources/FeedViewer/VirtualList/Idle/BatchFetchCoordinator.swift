import LayoutCore

/// Fetches the next batch of a list when `BatchController` decides to.
final class BatchFetchCoordinator {
  weak var source: (any BatchFetching)? {
    didSet {
      guard source !== oldValue else { return }
      fetchNumber += 1
      controller.reset()
      note(.contentChanged(rows: 1))
    }
  }
  var strategy: BatchStrategy {
    get { controller.strategy }
    set {
      controller.strategy = newValue
      note(.becameVisible)
    }
  }
  /// See `ListView.batchAdvisor`.
  var advisor: (@Sendable (_ secondsLeft: Double, _ hint: Bool) -> Bool)? {
    get { controller.advisor }
    set { controller.advisor = newValue }
  }
  /// Called after events that may call for a batch. The receiver calls `check` in a later iteration of the loop, when the
  /// content's length is up to date.
  var needsCheck: () -> Void = {}

  private var controller = BatchController()
  private var pending: BatchController.Event?
  /// The number of the last fetch: outcomes of earlier fetches are ignored.
  private var fetchNumber = 0

  var isFetching: Bool { controller.isFetching }

  /// Records an event that may call for a batch.
  func note(_ event: BatchController.Event) {
    switch (pending, event) {
    // Added rows take precedence over other events.
    case (.contentChanged(let rows)?, .contentChanged(let more)):
      pending = .contentChanged(rows: rows + more)
    case (.contentChanged(let rows)?, _) where rows > 0: break
    case (.flung?, .scrolled): break
    default: pending = event
    }
    if source != nil { needsCheck() }
  }

  /// Fetches a batch if the events since the last check call for one.
  ///
  /// - Parameter situation: The distances from the viewport to the end of a section; nil if that end is above the
  ///   viewport.
  func check(situation: (_ endOfSection: Int) -> BatchSituation?) {
    guard let source, let event = pending else { return }
    pending = nil
    guard !controller.isFetching else { return }
    // Sections that end above the viewport are skipped: nobody waits for their rows.
    for section in source.growingSections {
      guard let situation = situation(section) else { continue }
      if controller.shouldFetch(after: event, in: situation) { fetch(section, from: source) }
      return
    }
  }

  private func fetch(_ section: Int, from source: any BatchFetching) {
    fetchNumber += 1
    let number = fetchNumber
    source.fetchBatch(ofSection: section) { [weak self] outcome in
      guard let self, self.fetchNumber == number, self.controller.isFetching else { return }
      switch outcome {
      case .fetched(let rowCount):
        self.controller.completed()
        self.note(.contentChanged(rows: rowCount))
      case .cancelled:
        self.controller.cancel()
      }
    }
  }
}
