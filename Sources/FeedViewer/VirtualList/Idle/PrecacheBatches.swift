import LayoutCore
import PangoText

/// Batches of rows that worker threads prepare, and prepared rows that wait to be measured.
final class PrecacheBatches {
  /// A prepared row.
  struct ReadyRow {
    let request: RowPreparation.Request
    let answer: RowPreparation.Answer
    /// The conditions of the request: the width and the font may change meanwhile.
    let conditions: MeasurementContext
  }

  /// The number of rows in a batch, which are measured in well under a millisecond.
  static let length = 128
  /// The maximum number of batches under way: workers always have a next one.
  private static let maximumCount = 8
  /// The most rows that wait to be measured while more are sent.
  private static let maximumReadyCount = 1_024

  /// Called in the main loop when a batch is prepared.
  var onReturn: () -> Void = {}

  private let preparation = RowPreparation()
  private var underWay: Set<ListElement> = []
  private var count = 0
  private var ready: [ReadyRow] = []
  /// The first row of `ready` that was not taken.
  private var nextReady = 0
  private var isStopped = false

  /// Whether another batch can be sent.
  var hasRoom: Bool { count < Self.maximumCount && ready.count - nextReady < Self.maximumReadyCount }
  /// Whether no batch is under way.
  var areAllReturned: Bool { count == 0 }
  /// Whether prepared rows wait to be measured.
  var hasReadyRows: Bool { !ready.isEmpty }

  /// Whether a row is in a batch under way, or reserved for the next one.
  func isUnderWay(_ element: ListElement) -> Bool { underWay.contains(element) }

  /// Reserves a row for the next batch.
  func reserve(_ row: RowIndexPath) { underWay.insert(.row(row)) }

  /// Sends a batch of reserved rows to the workers.
  ///
  /// - Parameter conditions: Those under which the heights are wanted.
  func send(
    _ requests: [RowPreparation.Request], in environment: TextEnvironment,
    under conditions: MeasurementContext
  ) {
    guard !requests.isEmpty else { return }
    count += 1
    preparation.prepare(requests, in: environment, under: conditions) { [weak self] rows in
      guard let self else { return }
      count -= 1
      guard !isStopped else { return }
      for request in requests { underWay.remove(.row(request.row)) }
      ready += zip(requests, rows).map { ReadyRow(request: $0, answer: $1, conditions: conditions) }
      onReturn()
    }
  }

  /// Frees what workers keep from one batch to the next.
  func dropCaches() { preparation.dropCaches() }

  /// The next of the rows that came back, in the order in which they came; nil if there is none.
  func takeReadyRow() -> ReadyRow? {
    guard nextReady < ready.count else { return nil }
    defer {
      nextReady += 1
      // Rows that were taken are released while others wait: if measuring is slower than the workers, some always do.
      if 2 * nextReady >= ready.count {
        ready = Array(ready[nextReady...])
        nextReady = 0
      }
    }
    return ready[nextReady]
  }

  /// Discards batches that arrive from now on.
  func stop() {
    isStopped = true
    ready = []
    nextReady = 0
  }
}
