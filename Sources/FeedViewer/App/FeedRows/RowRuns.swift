/// Rows in order. Those that follow each other on their page are one run, so that the rows of a file take less than a byte each.
nonisolated struct RowRuns: Sendable {
  fileprivate struct Run: Sendable {
    let page: EntryPage
    /// The index of the first row on the page.
    let first: Int
    /// The index of the first row among all rows.
    let start: Int
  }

  /// The rows of a block.
  private static let blockSize = 16

  private var runs: [Run] = []
  /// The number of the run of each block's first row. Rows in another order than that of their file are short runs, among which
  /// one would have to be searched for.
  private var blocks: [UInt32] = []
  private(set) var count = 0

  init() {}

  /// - Complexity: O(n) for n rows.
  init(_ rows: some Sequence<FeedRow>) { append(rows) }

  /// - Complexity: O(n) for n new rows.
  mutating func append(_ rows: some Sequence<FeedRow>) { for row in rows { append(row) } }

  /// - Complexity: O(1).
  mutating func append(_ row: FeedRow) {
    let isNext = runs.last.map { $0.page === row.page && $0.first + count - $0.start == row.index } ?? false
    if !isNext { runs.append(Run(page: row.page, first: row.index, start: count)) }
    if count % Self.blockSize == 0 { blocks.append(UInt32(runs.count - 1)) }
    count += 1
  }

  /// Calls `body` with the rows of each run.
  ///
  /// - Complexity: O(r) for r runs.
  func forEachPart(_ body: (RowBits.Part) -> Void) {
    for (number, run) in runs.enumerated() {
      let end = number + 1 < runs.count ? runs[number + 1].start : count
      // A page has at most as many rows as a word has bits.
      body((run.page, (UInt64.max >> UInt64(64 - (end - run.start))) << UInt64(run.first)))
    }
  }
}

nonisolated extension RowRuns: RandomAccessCollection {
  struct Iterator: IteratorProtocol {
    fileprivate let rows: RowRuns
    /// The index of the next row, and that of its run.
    fileprivate var index = 0
    fileprivate var run = 0

    mutating func next() -> FeedRow? {
      guard index < rows.count else { return nil }
      if run + 1 < rows.runs.count, rows.runs[run + 1].start == index { run += 1 }
      defer { index += 1 }
      return FeedRow(on: rows.runs[run].page, index: rows.runs[run].first + index - rows.runs[run].start)
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  func makeIterator() -> Iterator { Iterator(rows: self) }

  /// - Complexity: O(1): a block has few runs.
  subscript(index: Int) -> FeedRow {
    precondition(index >= 0 && index < count, "Row \(index) is not one of \(count).")
    var number = Int(blocks[index / Self.blockSize])
    while number + 1 < runs.count, runs[number + 1].start <= index { number += 1 }
    return FeedRow(on: runs[number].page, index: runs[number].first + index - runs[number].start)
  }
}

nonisolated extension RowRuns: Equatable {
  static func == (one: RowRuns, other: RowRuns) -> Bool { one.elementsEqual(other) }
}
