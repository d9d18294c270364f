import LayoutCore

/// The heights of rows before any is measured: what the source knows, or an estimate.
///
/// Asking for each of 100,000 rows would take several frames. The first few thousand are asked for one by one; of the others,
/// neighbours share the mean of some of their estimates until idle time measures them, if the source allows it.
struct InitialHeights<Source: RowHeightSource> {
  private let source: Source
  private let estimator: RowEstimator
  /// Whether no heights are known but to the source.
  private let sharesEstimates: Bool
  /// How many more rows are asked for one by one.
  private var left = EstimateGroup.firstRows
  /// The row that was counted from last.
  private var last: (row: RowIndexPath, estimate: RowEstimate, count: Int)?

  init(of source: Source, _ estimator: RowEstimator, sharesEstimates: Bool) {
    self.source = source
    self.estimator = estimator
    self.sharesEstimates = sharesEstimates
  }

  /// How many rows, from a row on, get one height.
  mutating func count(from row: RowIndexPath) -> Int {
    let alike = source.rowsAlike(from: row)
    last = nil
    guard alike > 1 else { return 1 }
    let estimate = source.estimate(of: .row(row))
    var count = alike
    if !estimate.isExact {
      left -= 1
      count = sharesEstimates && left < 0 ? min(alike, EstimateGroup.length) : 1
    }
    last = (row, estimate, count)
    return count
  }

  /// The height of an element, and of as many rows from it on as were counted last.
  func height(of element: ListElement) -> RowHeight {
    guard case .row(let row) = element, let last, last.row == row else {
      return estimator.initialHeight(of: element, source.estimate(of: element))
    }
    let first = estimator.initialHeight(of: element, last.estimate)
    guard last.count > 1, !last.estimate.isExact else { return first }
    var (sum, number) = (first.value, 1)
    for next in stride(from: EstimateGroup.step, to: last.count, by: EstimateGroup.step) {
      let other = ListElement.row(RowIndexPath(section: row.section, row: row.row + next))
      sum += estimator.initialHeight(of: other, source.estimate(of: other)).value
      number += 1
    }
    // What the source knows of some rows is only an estimate of the others.
    return .estimated((sum + number / 2) / number)
  }
}

/// Rows that share an estimate.
enum EstimateGroup {
  /// The rows that are asked for one by one; 3 ms.
  static let firstRows = 4_096
  /// The most rows that share an estimate: so many equal heights are stored as one.
  static let length = 512
  /// One row in so many is asked for.
  static let step = 64
}
