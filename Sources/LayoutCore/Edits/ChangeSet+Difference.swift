extension ChangeSet {
  /// The change that leads from one state of a list to another. Items that are in both states, by their keys, stay or
  /// move, and are measured again only if their revision differs. As few items as possible move: those outside a
  /// longest increasing subsequence. Rows without keys (``SectionKeys/unknown``) do not move, and stay only if all rows of their
  /// section do (``UnknownRows/identity``).
  ///
  /// - Parameters:
  ///   - old: The sections before.
  ///   - new: The sections after.
  /// - Complexity: O(n) where the states agree, O(m log m) for the m rows between the first and the last
  ///   difference of a section. Rows without keys that follow each other count as one.
  public static func difference(from old: [SectionKeys], to new: [SectionKeys]) -> ChangeSet {
    var difference = Difference(old: old, new: new)
    difference.matchSections()
    difference.matchRows()
    difference.insertUnknownRows()
    return difference.changeSet()
  }
}

/// The comparison of two states.
private struct Difference {
  let old: [SectionKeys]
  let new: [SectionKeys]
  private var sections = IndexShift.none
  private var sectionMoves = ChangeSet.Moves<Int>.none
  private var rows: [Int: IndexShift] = [:]
  private var rowMoves: [ChangeSet.Moves<RowIndexPath>.Move] = []
  private var reloaded: Set<RowIndexPath> = []

  init(old: [SectionKeys], new: [SectionKeys]) {
    self.old = old
    self.new = new
  }

  mutating func matchSections() {
    let matches = KeyMatches(Self.keys(of: old)[...], Self.keys(of: new)[...])
    sections = matches.shift
    sectionMoves = ChangeSet.Moves(matches.moves.map { .init(from: $0.from, to: $0.to) })
  }

  private static func keys(of sections: [SectionKeys]) -> [SectionKeys.Row] {
    sections.map { SectionKeys.Row(key: $0.key, revision: 0) }
  }

  mutating func matchRows() {
    var lost: [(key: FingerprintedKey, place: RowIndexPath)] = []
    var found: [(key: FingerprintedKey, place: RowIndexPath)] = []
    for section in new.indices {
      guard let before = sectionMoves.source(of: section) ?? sections.old(for: section) else {
        for row in new[section].rows.indices {
          found.append((new[section].rows[row].key, RowIndexPath(section: section, row: row)))
        }
        continue
      }
      matchRows(of: before, with: section, lost: &lost, found: &found)
    }
    for section in old.indices
    where (sectionMoves.destination(of: section) ?? sections.new(for: section)) == nil {
      for row in old[section].rows.indices {
        lost.append((old[section].rows[row].key, RowIndexPath(section: section, row: row)))
      }
    }
    matchAcrossSections(lost: lost, found: found)
  }

  private mutating func matchRows(
    of before: Int, with section: Int, lost: inout [(key: FingerprintedKey, place: RowIndexPath)],
    found: inout [(key: FingerprintedKey, place: RowIndexPath)]
  ) {
    let oldRows = old[before].rows
    let newRows = new[section].rows
    var prefix = 0
    while prefix < min(oldRows.count, newRows.count), oldRows[prefix].key == newRows[prefix].key {
      compare(oldRows[prefix], newRows[prefix], at: RowIndexPath(section: section, row: prefix))
      prefix += 1
    }
    var suffix = 0
    while suffix < min(oldRows.count, newRows.count) - prefix,
      oldRows[oldRows.count - 1 - suffix].key == newRows[newRows.count - 1 - suffix].key
    {
      let row = newRows.count - 1 - suffix
      compare(
        oldRows[oldRows.count - 1 - suffix], newRows[row], at: RowIndexPath(section: section, row: row))
      suffix += 1
    }
    let oldMiddle = oldRows[prefix..<oldRows.count - suffix]
    let newMiddle = newRows[prefix..<newRows.count - suffix]
    guard !oldMiddle.isEmpty || !newMiddle.isEmpty else { return }
    let matches = KeyMatches(oldMiddle, newMiddle)
    for (from, to) in matches.pairs {
      compare(
        oldRows[prefix + from], newRows[prefix + to], at: RowIndexPath(section: section, row: prefix + to))
    }
    for (from, to) in matches.moves {
      rowMoves.append(
        .init(
          from: RowIndexPath(section: before, row: prefix + from),
          to: RowIndexPath(section: section, row: prefix + to)))
    }
    let shift = matches.shift
    guard !shift.isEmpty else { return }
    rows[section] = IndexShift(
      deletes: shift.deletes.moved(by: prefix), inserts: shift.inserts.moved(by: prefix))
    for row in shift.deletes where !matches.isPaired[row] {
      lost.append((oldRows[prefix + row].key, RowIndexPath(section: before, row: prefix + row)))
    }
    for row in shift.inserts where !matches.hasSource(row) {
      found.append((newRows[prefix + row].key, RowIndexPath(section: section, row: prefix + row)))
    }
  }

  /// Pairs rows that left one section and appeared in another: they moved.
  private mutating func matchAcrossSections(
    lost: [(key: FingerprintedKey, place: RowIndexPath)],
    found: [(key: FingerprintedKey, place: RowIndexPath)]
  ) {
    guard !lost.isEmpty, !found.isEmpty else { return }
    var index = HashIndex()
    for (number, item) in lost.enumerated() {
      let code = UInt32(truncatingIfNeeded: item.key.fingerprint)
      if index.find(code, where: { lost[$0].key == item.key }) == nil { index.insert(number, hash: code) }
    }
    var isTaken = Array(repeating: false, count: lost.count)
    for (key, to) in found {
      let code = UInt32(truncatingIfNeeded: key.fingerprint)
      guard let number = index.find(code, where: { lost[$0].key == key }), !isTaken[number] else { continue }
      isTaken[number] = true
      let from = lost[number].place
      rowMoves.append(.init(from: from, to: to))
      compare(old[from.section].rows[from.row], new[to.section].rows[to.row], at: to)
    }
  }

  private mutating func compare(_ old: SectionKeys.Row, _ new: SectionKeys.Row, at place: RowIndexPath) {
    if old.revision != new.revision { reloaded.insert(place) }
  }

  /// Replaces indices among the rows that have keys by those among all rows, and all rows without keys by others.
  mutating func insertUnknownRows() {
    guard old.contains(where: { $0.unknown.count > 0 }) || new.contains(where: { $0.unknown.count > 0 })
    else {
      return
    }
    for section in new.indices {
      guard let before = sectionMoves.source(of: section) ?? sections.old(for: section) else { continue }
      if hasSameRows(before, section) { continue }
      let shift = rows[section] ?? .none
      let full = IndexShift(
        deletes: old[before].unknown.union(shift.deletes), inserts: new[section].unknown.union(shift.inserts))
      rows[section] = full.isEmpty ? nil : full
    }
    rowMoves = rowMoves.map { .init(from: Self.place($0.from, in: old), to: Self.place($0.to, in: new)) }
    reloaded = Set(reloaded.map { Self.place($0, in: new) })
  }

  /// Whether a section has the same rows in both states, those without keys included.
  private func hasSameRows(_ before: Int, _ after: Int) -> Bool {
    old[before].unknown.identity != nil && old[before].unknown == new[after].unknown
      && old[before].rows.count == new[after].rows.count
      && zip(old[before].rows, new[after].rows).allSatisfy { $0.key == $1.key }
  }

  private static func place(_ row: RowIndexPath, in sections: [SectionKeys]) -> RowIndexPath {
    RowIndexPath(section: row.section, row: sections[row.section].unknown.place(of: row.row))
  }

  func changeSet() -> ChangeSet {
    ChangeSet(
      before: old.map(\.count), after: new.map(\.count), isReloadData: false,
      reloadedSections: [], reloadedRows: reloaded, sections: sections, sectionMoves: sectionMoves,
      rows: rows, rowMoves: ChangeSet.Moves(rowMoves))
  }
}
