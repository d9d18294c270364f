import LayoutCore
import PangoText

/// Rows that worker threads prepare a batch at a time, and those that came back and wait to be measured.
final class PrecacheBatches {
  /// A row that came back.
  struct ReadyRow {
    let request: RowPreparation.Request
    /// nil where arithmetic can't tell the row.
    let compiled: CompiledLayout?
    /// Of the texts, when it was asked for: the font may change meanwhile.
    let generation: UInt32
  }

  /// Rows in one batch: measured in well under a millisecond when they come back.
  static let length = 128
  /// Batches on their way, so that workers always have one to go on with.
  private static let maximumCount = 8

  /// Called in the main loop when a batch has come back.
  var onReturn: () -> Void = {}

  private let preparation = RowPreparation()
  private var underWay: Set<ListElement> = []
  private var count = 0
  private var ready: [ReadyRow] = []
  /// The first row of `ready` that was not taken.
  private var nextReady = 0
  private var isStopped = false

  /// Whether workers can be given another batch.
  var hasRoom: Bool { count < Self.maximumCount }
  /// Whether no worker has anything to do.
  var areAllReturned: Bool { count == 0 }
  /// Whether rows that came back wait to be measured.
  var hasReadyRows: Bool { !ready.isEmpty }

  /// Whether a worker has a row, or is about to be given it.
  func isUnderWay(_ element: ListElement) -> Bool { underWay.contains(element) }

  /// A row will be in the next batch.
  func reserve(_ row: RowIndexPath) { underWay.insert(.row(row)) }

  /// Gives workers a batch of rows that were reserved.
  ///
  /// - Parameter generation: The number of `environment`.
  func send(_ requests: [RowPreparation.Request], in environment: TextEnvironment, generation: UInt32) {
    guard !requests.isEmpty else { return }
    count += 1
    preparation.prepare(requests, in: environment) { [weak self] rows in
      guard let self else { return }
      count -= 1
      guard !isStopped else { return }
      for request in requests { underWay.remove(.row(request.row)) }
      ready += zip(requests, rows).map { ReadyRow(request: $0, compiled: $1, generation: generation) }
      onReturn()
    }
  }

  /// The next of the rows that came back, in the order in which they came; nil if there is none.
  func takeReadyRow() -> ReadyRow? {
    guard nextReady < ready.count else { return nil }
    defer {
      nextReady += 1
      if nextReady == ready.count {
        ready = []
        nextReady = 0
      }
    }
    return ready[nextReady]
  }

  /// Discards what comes back from now on.
  func stop() {
    isStopped = true
    ready = []
    nextReady = 0
  }
}
