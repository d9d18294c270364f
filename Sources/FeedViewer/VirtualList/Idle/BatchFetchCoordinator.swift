import LayoutCore

/// Fetches a list's next batch when the batch controller decides so.
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
  /// Called when something has happened after which `check` is to be called, in a later turn of the loop: when
  /// the content's length is right.
  var needsCheck: () -> Void = {}

  private var controller = BatchController()
  private var pending: BatchController.Event?
  /// Answers to earlier requests are of no use to a new source.
  private var fetchNumber = 0

  var isFetching: Bool { controller.isFetching }

  /// Something has happened that may call for a batch.
  func note(_ event: BatchController.Event) {
    switch (pending, event) {
    // Added rows are reported, whatever else happened.
    case (.contentChanged(let rows)?, .contentChanged(let more)):
      pending = .contentChanged(rows: rows + more)
    case (.contentChanged(let rows)?, _) where rows > 0: break
    case (.flung?, .scrolled): break
    default: pending = event
    }
    if source != nil { needsCheck() }
  }

  /// Fetches a batch if what happened since the last check calls for one.
  ///
  /// - Parameter situation: What the list looks like to its end at the end of a section, or nil if that lies
  ///   above the viewport.
  func check(situation: (_ endOfSection: Int) -> BatchSituation?) {
    guard let source, let event = pending else { return }
    pending = nil
    guard !controller.isFetching else { return }
    // Rows above the viewport are not what anybody waits for.
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
