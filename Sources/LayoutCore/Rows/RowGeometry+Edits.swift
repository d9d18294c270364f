extension RowGeometry {
  /// Follows a batch of edits: kept and moved elements keep their heights, and `height` gives those of the others.
  ///
  /// - Parameters:
  ///   - change: The edits.
  ///   - sections: The sections after the edits. By default, sections that existed before keep their header and footer,
  ///     and inserted ones have a header or a footer if the first section had one (a header only, if there was no
  ///     section).
  ///   - rowsAlike: How many rows after the edits, from a row on, have the same height; as in ``rebuild(sections:rowsAlike:height:)``.
  ///   - height: Called for inserted and reloaded elements, with their places after the edits.
  /// - Precondition: `change` starts from the row counts of this geometry and ends with those of `sections`.
  /// - Complexity: O(k log n) for k elements that are inserted, deleted or moved, with all elements of such sections;
  ///   O(s) for s sections; and O(n) if many rows are edited.
  public mutating func apply(
    _ change: ChangeSet, sections: [SectionShape]? = nil,
    rowsAlike: (RowIndexPath) -> Int = { _ in 1 },
    height: (ListElement) -> RowHeight
  ) {
    precondition(
      change.before.count == shapes.count && zip(change.before, shapes).allSatisfy { $0 == $1.rowCount },
      "The row counts before the change must be those of the geometry.")
    precondition(
      sections == nil || sections?.map(\.rowCount) == change.after,
      "The row counts after the change must be those of the given sections.")
    let keepsSections = !change.changesSections && change.reloadedSections.isEmpty
    let editsManyRows = change.editsManyRows
    if sections == nil, keepsSections, !editsManyRows {
      return applyRowEdits(change, rowsAlike: rowsAlike, height: height)
    }
    let newShapes = sections ?? change.after.indices.map { shape(ofSection: $0, after: change) }
    if change.isReloadData {
      rebuild(sections: newShapes, rowsAlike: rowsAlike, height: height)
    } else if editsManyRows {
      applyToAll(change, newShapes: newShapes, rowsAlike: rowsAlike, height: height)
    } else {
      applySectionEdits(change, newShapes: newShapes, rowsAlike: rowsAlike, height: height)
    }
  }

  /// The shape of a section after an edit for which the caller gives none.
  private func shape(ofSection section: Int, after change: ChangeSet) -> SectionShape {
    let before = change.oldSection(for: section).map { shapes[$0] } ?? shapes.first
    return SectionShape(
      rowCount: change.after[section], hasHeader: before?.hasHeader ?? true,
      hasFooter: before?.hasFooter ?? false)
  }

  /// The heights of rows that stay that are appended together.
  private static let keptAtOnce = 4_096

  /// Makes the sequence of all heights anew.
  private mutating func applyToAll(
    _ change: ChangeSet, newShapes: [SectionShape], rowsAlike: (RowIndexPath) -> Int,
    height: (ListElement) -> RowHeight
  ) {
    let old = self
    // An order of an archive of which only few rows are known has few of the rows that were there.
    lazy var all = old.heights.packedHeights()
    let looksUp = change.keepsFewRows
    shapes = newShapes
    sumStarts()
    var maker = HeightLeaves.Maker(capacity: heights.leaves.capacity, count: heights.storedCount)
    // Short runs are appended many at a time.
    var kept: [PackedHeight] = []
    kept.reserveCapacity(Self.keptAtOnce)
    func appendKept(to maker: inout HeightLeaves.Maker) {
      maker.append(kept)
      kept.removeAll(keepingCapacity: true)
    }
    func append(_ element: ListElement, to maker: inout HeightLeaves.Maker) {
      appendKept(to: &maker)
      let source = Self.source(of: element, in: change).flatMap { old.contains($0) ? $0 : nil }
      let height = source.map { old.heights[old.index(of: $0)] } ?? height(element)
      maker.append(CollectionOfOne(PackedHeight(height)))
    }
    let firstRows = old.shapes.indices.map(old.firstRowIndex)
    for section in shapes.indices {
      if shapes[section].hasHeader { append(.header(section), to: &maker) }
      change.forEachRun(ofSection: section) { rows, source in
        guard let source else {
          appendKept(to: &maker)
          var runs = HeightRuns()
          Self.appendRows(rows, of: section, to: &runs, rowsAlike, height)
          return maker.append(runs)
        }
        let first = firstRows[source.section] + source.row
        if rows.count >= Self.keptAtOnce {
          appendKept(to: &maker)
          return maker.append(first..<first + rows.count, of: old.heights)
        }
        if looksUp {
          kept += (first..<first + rows.count).lazy.map { PackedHeight(old.heights[$0]) }
        } else if rows.count == 1 {
          kept.append(all[first])
        } else {
          kept += all[first..<first + rows.count]
        }
        if kept.count >= Self.keptAtOnce { appendKept(to: &maker) }
      } moved: { moves in
        appendKept(to: &maker)
        let places = moves.lazy.map { firstRows[$0.from.section] + $0.from.row }
        if looksUp { return maker.append(places.map { PackedHeight(old.heights[$0]) }) }
        let heights = all
        maker.append(places.map { heights[$0] })
      }
      if shapes[section].hasFooter { append(.footer(section), to: &maker) }
    }
    appendKept(to: &maker)
    heights.rebuild(from: maker)
  }

  private func contains(_ element: ListElement) -> Bool {
    switch element {
    case .row: true
    case .header(let section): shapes[section].hasHeader
    case .footer(let section): shapes[section].hasFooter
    }
  }

  private static func source(of element: ListElement, in change: ChangeSet) -> ListElement? {
    switch element {
    case .row(let row): return change.heightSource(for: row).map { .row($0) }
    case .header(let section):
      guard !change.reloadedSections.contains(section) else { return nil }
      return change.oldSection(for: section).map { .header($0) }
    case .footer(let section):
      guard !change.reloadedSections.contains(section) else { return nil }
      return change.oldSection(for: section).map { .footer($0) }
    }
  }
}

/// Splices the sequence: first all removals from the end to the front, then all insertions from the front to the end,
/// so that each index is valid when it is used.
extension RowGeometry {
  /// Applies edits of rows only; other sections are not touched.
  private mutating func applyRowEdits(
    _ change: ChangeSet, rowsAlike: (RowIndexPath) -> Int, height: (ListElement) -> RowHeight
  ) {
    let moved = heightsOfMovedRows(change)
    let sections = change.rows.keys.sorted()
    for section in sections.reversed() { removeRows(change.rows[section], of: section) }
    for section in sections { shapes[section].rowCount = change.after[section] }
    if let first = sections.first { sumStarts(after: first) }
    for section in sections {
      insertRows(change, into: section, moved: moved, rowsAlike: rowsAlike, height: height)
    }
    for row in change.reloadedRows { setHeight(height(.row(row)), of: .row(row)) }
  }

  private mutating func applySectionEdits(
    _ change: ChangeSet, newShapes: [SectionShape], rowsAlike: (RowIndexPath) -> Int,
    height: (ListElement) -> RowHeight
  ) {
    let moved = heightsOfMovedRows(change)
    var movedSections: [Int: HeightRuns] = [:]
    let oldShapes = shapes
    for section in shapes.indices.reversed() {
      var end = starts[section + 1]
      if let new = change.newSection(for: section), !change.reloadedSections.contains(new) {
        let (losesHeader, losesFooter) = (
          shapes[section].hasHeader && !newShapes[new].hasHeader,
          shapes[section].hasFooter && !newShapes[new].hasFooter
        )
        if losesFooter { heights.remove(end - 1..<end) }
        removeRows(change.rows[new], of: section)
        if losesHeader { heights.remove(starts[section]..<starts[section] + 1) }
        guard change.sectionMoves.destination(of: section) != nil else { continue }
        end -= (change.rows[new]?.deletes.count ?? 0) + (losesHeader ? 1 : 0) + (losesFooter ? 1 : 0)
        movedSections[new, default: HeightRuns()].append(starts[section]..<end, of: heights)
      }
      heights.remove(starts[section]..<end)
    }
    shapes = newShapes
    sumStarts()
    for section in shapes.indices {
      let before = change.oldSection(for: section).map { oldShapes[$0] }
      if let known = movedSections[section] {
        heights.insert(known, at: starts[section])
      } else if before == nil || change.reloadedSections.contains(section) {
        var new = HeightRuns()
        if shapes[section].hasHeader { new.append(height(.header(section))) }
        change.forEachRun(ofSection: section) { rows, source in
          if let source, let known = moved[source] {
            new.append(known)
          } else {
            Self.appendRows(rows, of: section, to: &new, rowsAlike, height)
          }
        }
        if shapes[section].hasFooter { new.append(height(.footer(section))) }
        heights.insert(new, at: starts[section])
        continue
      }
      if shapes[section].hasHeader, before?.hasHeader == false {
        heights.insert(CollectionOfOne(height(.header(section))), at: starts[section])
      }
      insertRows(change, into: section, moved: moved, rowsAlike: rowsAlike, height: height)
      if shapes[section].hasFooter, before?.hasFooter == false {
        heights.insert(CollectionOfOne(height(.footer(section))), at: starts[section + 1] - 1)
      }
    }
    for row in change.reloadedRows { setHeight(height(.row(row)), of: .row(row)) }
  }

  /// The heights of moved rows by their places before.
  private func heightsOfMovedRows(_ change: ChangeSet) -> [RowIndexPath: RowHeight] {
    var moved: [RowIndexPath: RowHeight] = [:]
    for move in change.rowMoves.bySource { moved[move.from] = self.height(of: .row(move.from)) }
    return moved
  }

  private mutating func removeRows(_ shift: IndexShift?, of section: Int) {
    guard let shift else { return }
    let first = firstRowIndex(ofSection: section)
    for run in shift.deletes.runs.reversed() {
      heights.remove(first + run.lowerBound..<first + run.upperBound)
    }
  }

  private mutating func insertRows(
    _ change: ChangeSet, into section: Int, moved: [RowIndexPath: RowHeight],
    rowsAlike: (RowIndexPath) -> Int, height: (ListElement) -> RowHeight
  ) {
    guard let shift = change.rows[section] else { return }
    let first = firstRowIndex(ofSection: section)
    for run in shift.inserts.runs {
      var runs = HeightRuns()
      if moved.isEmpty {
        Self.appendRows(run, of: section, to: &runs, rowsAlike, height)
      } else {
        for row in run {
          let path = RowIndexPath(section: section, row: row)
          let known = change.rowMoves.source(of: path).flatMap { moved[$0] }
          runs.append(known ?? height(.row(path)))
        }
      }
      heights.insert(runs, at: first + run.lowerBound)
    }
  }
}
