/// Assigns numbers (slots) to rows, headers and footers, so that tables can store values for them by number.
///
/// The numbers follow the list's edits: kept and moved rows keep their numbers, as do headers and footers with their
/// sections. Four bytes for each row, in chunks.
package struct ElementSlotMap: Sendable {
  private struct Section: Sendable {
    var rows = ItemSlotMap()
    var header: Int?
    var footer: Int?
  }

  private var sections: [Section] = []

  /// Stands for a row without a number in the result of `all(rowCounts:)`.
  package static let none = ItemSlotMap.none

  /// Creates a map without numbers.
  package init() {}

  /// The number of a row, or nil if it has none. O(1), as long as a section's chunks are about equally long.
  @inline(__always)
  package subscript(row: RowIndexPath) -> Int? {
    row.section < sections.count ? sections[row.section].rows[row.row] : nil
  }

  /// The number of a row, header or footer, or nil if it has none. O(1), as for rows.
  package subscript(element: ListElement) -> Int? {
    guard element.section < sections.count else { return nil }
    return switch element {
    case .row(let row): sections[row.section].rows[row.row]
    case .header(let section): sections[section].header
    case .footer(let section): sections[section].footer
    }
  }

  /// The numbers of all rows in order, `none` where a row has none. O(n).
  ///
  /// - Parameter rowCounts: The number of rows of each section.
  package func all(rowCounts: [Int]) -> [UInt32] {
    var all: [UInt32] = []
    all.reserveCapacity(rowCounts.reduce(0, +))
    for (section, count) in rowCounts.enumerated() {
      if section < sections.count {
        sections[section].rows.appendNumbers(ofFirst: count, to: &all)
      } else {
        all += repeatElement(Self.none, count: count)
      }
    }
    return all
  }

  /// Calls `body` with the numbers of rows from a row on, `none` where one has none. Most rows without numbers are left out, if
  /// they are many.
  ///
  /// - Parameters:
  ///   - rowCounts: The number of rows of each section.
  ///   - body: Its rows are counted through all sections.
  /// - Complexity: O(n), with very little for rows that are left out.
  package func forEachNumberedPart(
    rowCounts: [Int], _ body: (_ row: Int, _ numbers: ArraySlice<UInt32>) -> Void
  ) {
    var first = 0
    for (section, count) in zip(sections, rowCounts) {
      section.rows.forEachNumberedPart(ofFirst: count) { body(first + $0, $1) }
      first += count
    }
  }

  /// Changes the number of a row, header or footer.
  ///
  /// - Parameters:
  ///   - number: 0 or more and less than `UInt32.max`; nil removes the number.
  ///   - element: The row, header or footer.
  /// - Returns: The number that the element had.
  /// - Complexity: O(1), amortised; the first number of a section, at its row n, is O(n).
  @discardableResult
  package mutating func set(_ number: Int?, of element: ListElement) -> Int? {
    while sections.count <= element.section { sections.append(Section()) }
    switch element {
    case .row(let row): return sections[row.section].rows.set(number, at: row.row)
    case .header(let section):
      defer { sections[section].header = number }
      return sections[section].header
    case .footer(let section):
      defer { sections[section].footer = number }
      return sections[section].footer
    }
  }

  /// Removes the numbers of a section's rows, header and footer. O(n) for its rows.
  ///
  /// - Parameters:
  ///   - section: The section's index.
  ///   - removed: Called with each removed number.
  package mutating func removeSection(_ section: Int, removed: (Int) -> Void) {
    guard section < sections.count else { return }
    sections[section].rows.forEachItem(removed)
    for number in [sections[section].header, sections[section].footer] {
      if let number { removed(number) }
    }
    sections[section] = Section()
  }

  /// Follows a batch of edits that is not a reload of everything. New and reloaded elements have no number.
  ///
  /// - Parameters:
  ///   - change: The batch of edits.
  ///   - removed: Called with the numbers that are free now.
  /// - Complexity: For each edited row O(c + n/c) small steps among n rows in chunks of c (at most 1024): about a
  ///   microsecond at 100,000 rows; if many rows are edited, O(n) for all rows. If sections are inserted, deleted or moved, O(s) for s sections, and O(n) for the
  ///   rows of deleted ones.
  package mutating func apply(_ change: ChangeSet, removed: (Int) -> Void) {
    precondition(!change.isReloadData, "After a reload of everything no row keeps its number.")
    if change.editsManyRows { return applyToAll(change, removed: removed) }
    var movedIn: [RowIndexPath: Int] = [:]
    for move in change.rowMoves.bySource {
      if let item = set(nil, of: .row(move.from)) { movedIn[move.to] = item }
    }
    removeRows(change, removed: removed)
    for section in change.reloadedSections {
      if let before = change.oldSection(for: section) { removeSection(before, removed: removed) }
    }
    if change.changesSections { arrangeSections(change, removed: removed) }
    insertRows(change, movedIn: &movedIn)
    // The moved rows that are left are in inserted sections.
    for (row, item) in movedIn { set(item, of: .row(row)) }
    for row in change.reloadedRows {
      if let item = set(nil, of: .row(row)) { removed(item) }
    }
  }

  /// Makes the numbers of all rows anew.
  private mutating func applyToAll(_ change: ChangeSet, removed: (Int) -> Void) {
    var left = NumbersBefore(of: self, change)
    let old = sections
    sections = change.after.indices.map { section in
      var new = Section()
      // Short runs are appended many at a time.
      var kept: [UInt32] = []
      change.forEachRun(ofSection: section) { rows, source in
        guard let source else {
          new.rows.append(kept[...])
          kept.removeAll(keepingCapacity: true)
          return new.rows.appendNone(rows.count)
        }
        left.take(source, count: rows.count, to: &kept)
        guard kept.count >= ItemSlotMap.chunkCapacity else { return }
        new.rows.append(kept[...])
        kept.removeAll(keepingCapacity: true)
      } moved: { moves in
        left.take(moves, to: &kept)
      }
      new.rows.append(kept[...])
      let before = change.reloadedSections.contains(section) ? nil : change.oldSection(for: section)
      if let before, before < old.count {
        (new.header, new.footer) = (old[before].header, old[before].footer)
      }
      return new
    }
    left.forEachLeft(removed)
    for section in old.indices {
      if let new = change.newSection(for: section), !change.reloadedSections.contains(new) { continue }
      for number in [old[section].header, old[section].footer] {
        if let number { removed(number) }
      }
    }
  }

  /// The numbers of all rows before a change, from which those of the rows that stay are taken.
  private struct NumbersBefore {
    private let sections: [Section]
    /// All numbers, of which those that were taken are `none`; nil if few rows stay.
    private var all: [UInt32]?
    /// Where the numbers of each section begin in `all`.
    private var starts: [Int] = [0]
    private var taken: Set<UInt32> = []

    init(of map: ElementSlotMap, _ change: ChangeSet) {
      sections = map.sections
      if change.keepsFewRows { return }
      all = map.all(rowCounts: change.before)
      for count in change.before { starts.append(starts[starts.count - 1] + count) }
    }

    mutating func take(_ first: RowIndexPath, count: Int, to kept: inout [UInt32]) {
      guard all != nil else {
        for row in first.row..<first.row + count {
          let number = first.section < sections.count ? sections[first.section].rows[row] : nil
          kept.append(number.map { UInt32($0) } ?? ElementSlotMap.none)
          if let number { taken.insert(UInt32(number)) }
        }
        return
      }
      let start = starts[first.section] + first.row
      for place in start..<start + count {
        kept.append(all![place])
        all![place] = ElementSlotMap.none
      }
    }

    mutating func take(_ moves: ArraySlice<ChangeSet.Moves<RowIndexPath>.Move>, to kept: inout [UInt32]) {
      guard all != nil else {
        for move in moves { take(move.from, count: 1, to: &kept) }
        return
      }
      kept.reserveCapacity(kept.count + moves.count)
      all!.withUnsafeMutableBufferPointer { all in
        for move in moves {
          let place = starts[move.from.section] + move.from.row
          kept.append(all[place])
          all[place] = ElementSlotMap.none
        }
      }
    }

    func forEachLeft(_ body: (Int) -> Void) {
      if let all {
        for number in all where number != ElementSlotMap.none { body(Int(number)) }
      } else {
        for section in sections {
          section.rows.forEachItem { if !taken.contains(UInt32($0)) { body($0) } }
        }
      }
    }
  }

  private mutating func removeRows(_ change: ChangeSet, removed: (Int) -> Void) {
    for (section, shift) in change.rows {
      guard let before = change.oldSection(for: section), before < sections.count else { continue }
      for run in shift.deletes.runs.reversed() { sections[before].rows.remove(run, removed: removed) }
    }
  }

  private mutating func arrangeSections(_ change: ChangeSet, removed: (Int) -> Void) {
    for section in sections.indices where change.newSection(for: section) == nil {
      removeSection(section, removed: removed)
    }
    let old = sections
    sections = change.after.indices.map { section in
      guard let before = change.oldSection(for: section), before < old.count else { return Section() }
      return old[before]
    }
  }

  private mutating func insertRows(_ change: ChangeSet, movedIn: inout [RowIndexPath: Int]) {
    for (section, shift) in change.rows where section < sections.count {
      for run in shift.inserts.runs {
        guard !movedIn.isEmpty else {
          sections[section].rows.insertNone(run.count, at: run.lowerBound)
          continue
        }
        let items = run.map { movedIn.removeValue(forKey: RowIndexPath(section: section, row: $0)) }
        sections[section].rows.insert(items, at: run.lowerBound)
      }
    }
  }
}
