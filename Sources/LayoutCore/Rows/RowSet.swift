/// A set of rows, in order, as ranges: a million consecutive rows take as little as one.
public struct RowSet: Sendable, Equatable {
  /// Consecutive rows of a section.
  public struct Run: Sendable, Equatable {
    /// The section.
    public var section: Int
    /// The rows.
    public var rows: Range<Int>

    /// Creates a run.
    public init(section: Int, rows: Range<Int>) {
      self.section = section
      self.rows = rows
    }
  }

  /// The rows in order, in as few runs as possible.
  public private(set) var runs: [Run] = []
  /// The number of rows before each run.
  private var starts: [Int] = []
  /// The number of rows.
  public private(set) var count = 0

  /// No rows.
  public init() {}

  /// Some rows, in any order.
  ///
  /// - Complexity: O(n log n).
  public init(_ rows: some Sequence<RowIndexPath>) {
    self.init(runs: rows.map { Run(section: $0.section, rows: $0.row..<$0.row + 1) })
  }

  /// The rows of runs in any order, which may overlap or be empty.
  ///
  /// - Complexity: O(n log n) for n runs; O(n) if they are in order.
  public init(runs: [Run]) {
    func isBefore(_ a: Run, _ b: Run) -> Bool {
      (a.section, a.rows.lowerBound) < (b.section, b.rows.lowerBound)
    }
    let isSorted = zip(runs, runs.dropFirst()).allSatisfy { !isBefore($1, $0) }
    for run in isSorted ? runs : runs.sorted(by: isBefore) { append(run) }
  }

  /// Adds a run that begins at or after the beginning of the last one.
  private mutating func append(_ run: Run) {
    guard !run.rows.isEmpty else { return }
    if let last = runs.last, last.section == run.section, last.rows.upperBound >= run.rows.lowerBound {
      let end = Swift.max(last.rows.upperBound, run.rows.upperBound)
      count += end - last.rows.upperBound
      runs[runs.count - 1].rows = last.rows.lowerBound..<end
    } else {
      runs.append(run)
      starts.append(count)
      count += run.rows.count
    }
  }

  /// The index of the first run that contains a row or follows it.
  private func index(of row: RowIndexPath) -> Int {
    runs.partitionPoint { ($0.section, $0.rows.upperBound) <= (row.section, row.row) }
  }

  /// Whether a row is one of these.
  ///
  /// - Complexity: O(log r) for r runs.
  public func contains(_ row: RowIndexPath) -> Bool {
    let index = index(of: row)
    return index < runs.count && runs[index].section == row.section && runs[index].rows.contains(row.row)
  }

  /// Adds a row.
  ///
  /// - Complexity: O(r) for r runs.
  public mutating func insert(_ row: RowIndexPath) {
    guard !contains(row) else { return }
    var all = runs
    all.insert(Run(section: row.section, rows: row.row..<row.row + 1), at: index(of: row))
    self = RowSet(runs: all)
  }

  /// Removes a row.
  ///
  /// - Returns: Whether it was there.
  /// - Complexity: O(r) for r runs.
  @discardableResult
  public mutating func remove(_ row: RowIndexPath) -> Bool {
    guard contains(row) else { return false }
    let index = index(of: row)
    var all = runs
    let run = all[index]
    all[index].rows = run.rows.lowerBound..<row.row
    all.insert(Run(section: run.section, rows: row.row + 1..<run.rows.upperBound), at: index + 1)
    self = RowSet(runs: all)
    return true
  }

  /// Adds other rows.
  ///
  /// - Complexity: O(r log r) for r runs of both.
  public mutating func formUnion(_ other: RowSet) { self = RowSet(runs: runs + other.runs) }

  /// The same rows after a change, without those that were deleted or whose section was reloaded.
  ///
  /// - Complexity: O(r log r) for r runs of these rows and of the edited ones.
  public func moved(by change: ChangeSet) -> RowSet {
    if change.isReloadData || isEmpty { return RowSet() }
    var moved: [Run] = []
    for run in runs {
      // Rows that moved are among those that were deleted from their section.
      for move in change.rowMoves.bySource(in: run) {
        moved.append(Run(section: move.to.section, rows: move.to.row..<move.to.row + 1))
      }
      guard let section = change.newSection(for: run.section), !change.reloadedSections.contains(section)
      else { continue }
      guard let shift = change.rows[section] else {
        moved.append(Run(section: section, rows: run.rows))
        continue
      }
      moved += shift.new(for: run.rows).map { Run(section: section, rows: $0) }
    }
    return RowSet(runs: moved)
  }
}

extension RowSet: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// - Complexity: O(log r) for r runs.
  public subscript(index: Int) -> RowIndexPath {
    precondition(index >= 0 && index < count, "Row \(index) is not one of \(count).")
    let run = starts.partitionPoint { $0 <= index } - 1
    return RowIndexPath(section: runs[run].section, row: runs[run].rows.lowerBound + index - starts[run])
  }
}

extension RowSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral rows: RowIndexPath...) { self.init(rows) }
}

extension ChangeSet.Moves where Index == RowIndexPath {
  /// The moves of rows of a run.
  fileprivate func bySource(in run: RowSet.Run) -> ArraySlice<Move> {
    func place(_ row: Int) -> Int {
      bySource.partitionPoint { $0.from < RowIndexPath(section: run.section, row: row) }
    }
    return bySource[place(run.rows.lowerBound)..<place(run.rows.upperBound)]
  }
}

extension IndexShift {
  /// Consecutive indices after the change, without those that were deleted.
  ///
  /// - Complexity: O(k + log r) for the k runs of edited indices among them and r others.
  fileprivate func new(for old: Range<Int>) -> [Range<Int>] {
    var kept: [Range<Int>] = []
    var next = old.lowerBound
    let deletes = deletes.runs
    var index = deletes.partitionPoint { $0.upperBound <= next }
    while next < old.upperBound {
      let end =
        index < deletes.count ? min(old.upperBound, max(next, deletes[index].lowerBound)) : old.upperBound
      if next < end { kept.append(next..<end) }
      guard end < old.upperBound else { break }
      next = deletes[index].upperBound
      index += 1
    }
    var new: [Range<Int>] = []
    for run in kept {
      // Others were inserted among them.
      guard var start = self.new(for: run.lowerBound), let last = self.new(for: run.upperBound - 1) else {
        preconditionFailure("Rows that were not deleted have a place.")
      }
      var insertion = inserts.runs.partitionPoint { $0.upperBound <= start }
      while insertion < inserts.runs.count, inserts.runs[insertion].lowerBound <= last {
        new.append(start..<inserts.runs[insertion].lowerBound)
        start = inserts.runs[insertion].upperBound
        insertion += 1
      }
      new.append(start..<last + 1)
    }
    return new
  }
}
