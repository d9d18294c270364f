import LayoutCore

/// Asks a list's source for its next batch when the batch controller says so.
final class BatchDriver {
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
    // Rows that came are told of, whatever happened besides.
    case (.contentChanged(let rows)?, .contentChanged(let more)):
      pending = .contentChanged(rows: rows + more)
    case (.contentChanged(let rows)?, _) where rows > 0: break
    case (.flung?, .scrolled): break
    default: pending = event
    }
    if source != nil { needsCheck() }
  }

  /// Fetches a batch if what happened since the last check calls for one.
  func check(in situation: @autoclosure () -> BatchSituation) {
    guard let source, let event = pending else { return }
    pending = nil
    guard source.hasMoreBatches, controller.shouldFetch(after: event, in: situation()) else { return }
    fetchNumber += 1
    let number = fetchNumber
    source.fetchBatch { [weak self] outcome in
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
