import LayoutCore

/// The rows of a section: those whose entries are known, and after them one for each entry of an archive that is read where
/// the list shows it.
///
/// Entries that were not read take no memory, so that an archive may have ten million rows.
nonisolated struct SectionRows: Sendable {
  /// The rows of an archive after its head.
  private struct Pending {
    /// The row that stands for entries of which nothing but their number is known.
    let placeholder: FeedRow
    var count: Int
    /// The rows of entries that are known. Their numbers do not change with the rows before all of these.
    var loaded: [Int: FeedRow] = [:]
    /// The numbers of known rows in order.
    var order: [Int] = []

    /// Gives known rows other numbers, in the same order, or removes those that get none.
    ///
    /// - Returns: Those that were removed, with their numbers.
    mutating func renumber(_ number: (Int) -> Int?) -> [(number: Int, row: FeedRow)] {
      var (loaded, order): ([Int: FeedRow], [Int]) = ([:], [])
      var removed: [(number: Int, row: FeedRow)] = []
      loaded.reserveCapacity(self.order.count)
      for old in self.order {
        guard let row = self.loaded[old] else { continue }
        if let new = number(old) {
          loaded[new] = row
          order.append(new)
        } else {
          removed.append((old, row))
        }
      }
      (self.loaded, self.order) = (loaded, order)
      return removed
    }
  }

  /// The rows before those that wait.
  private(set) var known: RowRuns
  private var pending: Pending?

  init(_ rows: some Sequence<FeedRow> = []) { known = RowRuns(rows) }

  /// The rows of another order than that in which entries are read.
  ///
  /// - Parameters:
  ///   - rows: Those of entries that are known, and their indices, in order.
  ///   - count: The number of all rows.
  ///   - awaited: The row that stands for the others.
  init(_ rows: [(index: Int, row: FeedRow)], among count: Int, awaiting placeholder: FeedRow) {
    known = RowRuns()
    guard count > 0 else { return }
    pending = Pending(
      placeholder: placeholder, count: count,
      loaded: Dictionary(uniqueKeysWithValues: rows.map { ($0.index, $0.row) }), order: rows.map(\.index))
  }

  /// The number of rows that stand for entries of which nothing but their number is known.
  var placeholderCount: Int { pending.map { $0.count - $0.loaded.count } ?? 0 }

  /// The same as long as rows that wait are those of one state of their file; nil if none wait.
  var placeholderIdentity: UInt64? { pending.map(\.placeholder.address) }

  /// All rows with an entry that is known.
  var readRows: [FeedRow] {
    guard pending != nil else { return Array(known) }
    var rows: [FeedRow] = []
    forEachRead { rows.append($1) }
    return rows
  }

  /// Calls `body` with each row with an entry that is known, and its index, in order.
  func forEachRead(_ body: (Int, FeedRow) -> Void) {
    for (index, row) in known.enumerated() { body(index, row) }
    forEachLoaded(body)
  }

  /// Calls `body` with the rows with an entry that is known, those that follow each other on a page together.
  func forEachPart(_ body: (RowBits.Part) -> Void) {
    known.forEachPart(body)
    forEachLoaded { body(($1.page, $1.bit)) }
  }

  /// Calls `body` with each row whose entry was read before its turn, and its index, in order.
  func forEachLoaded(_ body: (Int, FeedRow) -> Void) {
    guard let pending else { return }
    for number in pending.order {
      if let row = pending.loaded[number] { body(number + known.count, row) }
    }
  }

  /// The number of rows from one on that stand for entries of which nothing but their number is known; 0 if the row's entry
  /// is known.
  ///
  /// - Complexity: O(log k) for k rows that were loaded.
  func placeholderRun(from index: Int) -> Int {
    guard let pending, index >= known.count else { return 0 }
    let number = index - known.count
    let next = pending.order.partitionPoint { $0 < number }
    guard next < pending.order.count else { return count - index }
    return pending.order[next] - number
  }

  /// The nearest row whose entry is known, from an index on in one direction; nil if there is none.
  ///
  /// - Complexity: O(log k) for k rows that were loaded.
  func knownIndex(from index: Int, forward: Bool) -> Int? {
    guard index >= 0, index < count else { return nil }
    guard let pending, index >= known.count else { return index }
    let number = index - known.count
    let next = pending.order.partitionPoint { $0 < number }
    if next < pending.order.count, pending.order[next] == number { return index }
    let found = forward ? next : next - 1
    if pending.order.indices.contains(found) { return pending.order[found] + known.count }
    return forward || known.isEmpty ? nil : known.count - 1
  }

  /// The indices of all rows whose entries are known and that satisfy a condition.
  func places(where isWanted: (FeedRow) -> Bool) -> [Int] {
    var places: [Int] = []
    forEachRead { if isWanted($1) { places.append($0) } }
    return places
  }

  /// The first row whose entry is known and satisfies a condition.
  func knownIndex(where isWanted: (FeedRow) -> Bool) -> Int? {
    if let index = known.firstIndex(where: isWanted) { return index }
    guard let pending else { return nil }
    let found = pending.order.first { number in pending.loaded[number].map(isWanted) == true }
    return found.map { $0 + known.count }
  }

  /// The number of rows that were loaded.
  var loadedCount: Int { pending?.order.count ?? 0 }

  /// The indices of rows that were loaded, those that are farthest from a row, in order.
  ///
  /// - Parameters:
  ///   - index: The index of that row.
  ///   - limit: The most rows.
  ///   - isWanted: Whether a row counts.
  func loadedPlaces(farFrom index: Int, limit: Int, where isWanted: (Int, FeedRow) -> Bool) -> [Int] {
    guard let pending else { return [] }
    let shift = known.count
    var left = pending.order[...]
    var places: [Int] = []
    while places.count < limit, let first = left.first, let last = left.last {
      let number = index - shift - first >= last - (index - shift) ? left.removeFirst() : left.removeLast()
      if let row = pending.loaded[number], isWanted(number + shift, row) { places.append(number + shift) }
    }
    return places.sorted()
  }

  /// Forgets rows that were loaded: nothing but their number is known any more.
  ///
  /// - Parameter indices: In order.
  /// - Returns: The rows.
  /// - Complexity: O(k) for k rows that were loaded.
  mutating func forget(_ indices: [Int]) -> [FeedRow] {
    guard pending != nil else { return [] }
    let numbers = Set(indices.map { $0 - known.count })
    pending!.order.removeAll(where: numbers.contains)
    return numbers.compactMap { pending!.loaded.removeValue(forKey: $0) }
  }

  mutating func append(_ rows: some Collection<FeedRow>) {
    precondition(pending == nil, "No rows follow those that wait.")
    known.append(rows)
  }

  /// Appends the row that stands for entries that were not read yet, once for each of them.
  mutating func append(_ row: FeedRow, awaiting number: Int) {
    precondition(pending == nil, "Only one file has rows that wait.")
    if number > 0 { pending = Pending(placeholder: row, count: number) }
  }

  /// Puts a row in the place of one that waits.
  ///
  /// - Complexity: O(k) for k rows of entries that are known.
  mutating func show(_ row: FeedRow, at index: Int) {
    precondition(pending != nil && index >= known.count && index < count, "No row waits at this place.")
    let number = index - known.count
    if pending!.loaded.updateValue(row, forKey: number) == nil {
      pending!.order.insert(number, at: pending!.order.partitionPoint { $0 < number })
    }
  }

  /// Inserts rows among those that wait.
  ///
  /// - Parameters:
  ///   - ranges: The indices that they get, in order.
  ///   - rows: Those of them that are known, with their indices, in order.
  ///   - awaited: The row that stands for the others.
  /// - Complexity: O(k + n) for k known rows that wait, and n ranges.
  mutating func insertWaiting(
    _ ranges: [Range<Int>], _ rows: [(index: Int, row: FeedRow)] = [], awaiting placeholder: FeedRow
  ) {
    guard let first = ranges.first else { return }
    var pending = self.pending ?? Pending(placeholder: placeholder, count: 0)
    let shift = known.count
    precondition(first.lowerBound >= known.count, "Rows that wait follow all others.")
    var (next, inserted) = (0, 0)
    _ = pending.renumber { number in
      while next < ranges.count, ranges[next].lowerBound - shift <= number + inserted {
        inserted += ranges[next].count
        next += 1
      }
      return number + inserted
    }
    pending.count += ranges.reduce(0) { $0 + $1.count }
    precondition(
      ranges[ranges.count - 1].upperBound <= known.count + pending.count, "Rows are inserted without gaps.")
    for (index, row) in rows { pending.loaded[index - shift] = row }
    if !rows.isEmpty { pending.order = pending.loaded.keys.sorted() }
    self.pending = pending
  }

  /// Removes rows of those that wait.
  ///
  /// - Parameter ranges: Their indices, in order.
  /// - Returns: Those of them that are known, with their indices.
  /// - Complexity: O(k + n) for k known rows that wait, and n ranges.
  @discardableResult
  mutating func removeWaiting(_ ranges: [Range<Int>]) -> [(index: Int, row: FeedRow)] {
    guard var pending, let first = ranges.first else { return [] }
    precondition(
      first.lowerBound >= known.count && ranges[ranges.count - 1].upperBound <= count,
      "Rows \(first)... are not among those that wait.")
    let shift = known.count
    var (next, removed) = (0, 0)
    let gone = pending.renumber { number in
      while next < ranges.count, ranges[next].upperBound - shift <= number {
        removed += ranges[next].count
        next += 1
      }
      return next < ranges.count && ranges[next].contains(number + shift) ? nil : number - removed
    }
    pending.count -= ranges.reduce(0) { $0 + $1.count }
    self.pending = pending.count == 0 ? nil : pending
    return gone.map { ($0.number + shift, $0.row) }
  }

  /// The rows that were loaded, in no order.
  var loadedRows: [FeedRow] { pending.map { Array($0.loaded.values) } ?? [] }

  /// Replaces the rows before those that wait.
  mutating func keep(_ rows: some Sequence<FeedRow>) { known = RowRuns(rows) }

  /// Removes the rows that wait.
  ///
  /// - Returns: Those of entries that are known.
  @discardableResult
  mutating func removePending() -> [FeedRow] {
    defer { pending = nil }
    return pending.map { pending in pending.order.compactMap { pending.loaded[$0] } } ?? []
  }
}

nonisolated extension SectionRows: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { known.count + (pending?.count ?? 0) }

  subscript(index: Int) -> FeedRow {
    if index < known.count { return known[index] }
    guard let pending, index < endIndex else {
      preconditionFailure("Row \(index) is not one of the \(endIndex) of its section.")
    }
    return pending.loaded[index - known.count] ?? pending.placeholder
  }
}
