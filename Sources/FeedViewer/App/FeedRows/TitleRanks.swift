import FeedViewerSearch

/// The alphabetical order of the titles of many rows, found before the reader asks for it.
///
/// Each title is in memory of its own, and reading 100,000 of them takes longer than everything else that another order
/// needs. A row stores its rank; ranks of one ranking can be compared with each other only.
nonisolated struct TitleRanks: Sendable {
  /// Distinguishes rankings; not 0, which is the number of rows without a rank.
  private let number: UInt32
  /// More than all ranks.
  private let limit: Int

  /// Ranks the titles of rows; equal titles have the same rank. Runs on one thread, so that another processor is left
  /// for what the reader does.
  ///
  /// - Parameters:
  ///   - rows: The rows, of which a later ranking with another number takes the ranks away.
  ///   - number: Another number than that of earlier rankings, and not 0.
  /// - Complexity: O(n log n) comparisons of n titles.
  init(of rows: [FeedRow], number: UInt32) {
    precondition(number != 0, "0 stands for rows without a rank.")
    self.number = number
    let keys = TitleKeys(count: rows.count, isConcurrent: false) { rows[$0].withShownTitle($1) }
    let order = TitleOrder(keys, isConcurrent: false, findsEqual: true)
    var rank = 0
    for (place, index) in order.order.enumerated() {
      if place > 0, !order.equalsPrevious[place] { rank += 1 }
      rows[Int(index)].setTitleRank(UInt32(rank), ranking: number)
    }
    limit = rank + 1
  }

  /// The numbers of rows in the order of their titles; rows with equal titles keep their order.
  ///
  /// - Parameters:
  ///   - numbers: The indices of the rows.
  ///   - rows: These rows, and perhaps others.
  /// - Returns: Nil if a row has no rank, because it came later.
  /// - Complexity: O(n + r) for n rows and r ranks.
  func order(of numbers: [UInt32], among rows: [FeedRow]) -> [UInt32]? {
    var ranks: [UInt32] = []
    ranks.reserveCapacity(numbers.count)
    for index in numbers {
      guard let (ranking, rank) = rows[Int(index)].titleRank, ranking == number, rank < limit else {
        return nil
      }
      ranks.append(rank)
    }
    // Of a few rows among many, sorting is quicker than counting.
    guard numbers.count > limit / 16 else {
      return ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { numbers[$0] }
    }
    var starts = Array(repeating: Int32(0), count: limit + 1)
    for rank in ranks { starts[Int(rank) + 1] += 1 }
    for rank in 0..<limit { starts[rank + 1] += starts[rank] }
    var order = [UInt32](repeating: 0, count: numbers.count)
    for (index, rank) in ranks.enumerated() {
      order[Int(starts[Int(rank)])] = numbers[index]
      starts[Int(rank)] += 1
    }
    return order
  }
}
