/// Where every row, header and footer of a list is: heights in whole device pixels, summed exactly.
///
/// Sections, rows, headers and footers stand in one flat sequence of heights; a small array says where each
/// section begins in it.
public struct RowGeometry: Sendable {
  private var shapes: [SectionShape] = []
  /// For each section the number of elements before it, and their sum at the end.
  private var starts: [Int] = [0]
  private var heights = HeightSequence()

  public init() {}

  public var sectionCount: Int { shapes.count }
  /// Rows, headers and footers.
  public var elementCount: Int { heights.count }
  /// The sum of all heights, measured or estimated.
  public var totalHeight: Int { heights.totalHeight }
  /// Elements whose height is only estimated.
  public var unmeasuredCount: Int { heights.unmeasuredCount }

  public func rowCount(inSection section: Int) -> Int { shapes[section].rowCount }

  /// Forgets everything and asks for every element's height, in order. O(n).
  public mutating func rebuild(sections: [SectionShape], height: (ListElement) -> RowHeight) {
    shapes = sections
    sumStarts()
    var list: [RowHeight] = []
    list.reserveCapacity(starts[starts.count - 1])
    for section in sections.indices {
      Self.forEachElement(of: section, sections[section]) { list.append(height($0)) }
    }
    heights = HeightSequence(list)
  }

  /// The element at an offset, never one without height; nil outside 0..<totalHeight. O(log n).
  public func element(atOffset offset: Int) -> (element: ListElement, offsetInside: Int)? {
    heights.index(atOffset: offset).map { (element(at: $0.index), $0.inside) }
  }

  /// The sum of the heights before an element. O(log n).
  public func offset(of element: ListElement) -> Int { heights.offset(of: index(of: element)) }

  public func height(of element: ListElement) -> RowHeight { heights[index(of: element)] }

  public func element(after element: ListElement) -> ListElement? {
    let next = index(of: element) + 1
    return next < heights.count ? self.element(at: next) : nil
  }

  public func element(before element: ListElement) -> ListElement? {
    let index = index(of: element)
    return index > 0 ? self.element(at: index - 1) : nil
  }

  /// - Returns: By how many pixels the element grew.
  @discardableResult
  public mutating func setHeight(_ height: RowHeight, of element: ListElement) -> Int {
    heights.set(height, at: index(of: element))
  }

  /// Follows an edit: kept and moved elements keep their heights, the others ask for one.
  public mutating func apply(_ change: ChangeSet, height: (ListElement) -> RowHeight) {
    let old = self
    let model = shapes.first
    let newShapes = change.after.enumerated().map { section, count in
      let before = change.oldSection(for: section).map { old.shapes[$0] } ?? model
      return SectionShape(
        rowCount: count, hasHeader: before?.hasHeader ?? true, hasFooter: before?.hasFooter ?? false)
    }
    if change.changesSections || !change.reloadedSections.isEmpty {
      rebuild(sections: newShapes) { element in
        Self.source(of: element, in: change).map { old.height(of: $0) } ?? height(element)
      }
    } else {
      applyRowEdits(change, newShapes: newShapes, height: height)
    }
  }

  /// Measured heights become estimates: what was true at another width is still a good guess.
  public mutating func markAllEstimated() { heights.forgetMeasurements() }

  /// The nearest unmeasured element in a direction, `element` included. O(log n) and one leaf at its best.
  public func nextUnmeasured(from element: ListElement, forward: Bool) -> ListElement? {
    heights.nextUnmeasured(from: index(of: element), forward: forward).map { self.element(at: $0) }
  }

  /// Only rows came and went: the sequence is spliced where they did.
  private mutating func applyRowEdits(
    _ change: ChangeSet, newShapes: [SectionShape], height: (ListElement) -> RowHeight
  ) {
    var moved: [RowIndexPath: RowHeight] = [:]
    for source in change.rowMoves.forward.keys { moved[source] = self.height(of: .row(source)) }
    for (section, shift) in change.rows.sorted(by: { $0.key > $1.key }) {
      let first = firstRowIndex(ofSection: section)
      for row in shift.deletes.reversed() { heights.remove(first + row..<first + row + 1) }
    }
    // Inserting in ascending order, every index already has its place in the state after.
    shapes = newShapes
    sumStarts()
    for (section, shift) in change.rows.sorted(by: { $0.key < $1.key }) {
      let first = firstRowIndex(ofSection: section)
      for run in Self.runs(shift.inserts) {
        let rows = run.map { row -> RowHeight in
          let path = RowIndexPath(section: section, row: row)
          return change.rowMoves.backward[path].flatMap { moved[$0] } ?? height(.row(path))
        }
        heights.insert(rows, at: first + run.lowerBound)
      }
    }
    for row in change.reloadedRows { setHeight(height(.row(row)), of: .row(row)) }
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

  /// Neighbouring indices as ranges.
  private static func runs(_ ascending: [Int]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in ascending {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  private static func forEachElement(of section: Int, _ shape: SectionShape, _ body: (ListElement) -> Void) {
    if shape.hasHeader { body(.header(section)) }
    for row in 0..<shape.rowCount { body(.row(RowIndexPath(section: section, row: row))) }
    if shape.hasFooter { body(.footer(section)) }
  }

  private mutating func sumStarts() {
    starts = [0]
    starts.reserveCapacity(shapes.count + 1)
    for shape in shapes { starts.append(starts[starts.count - 1] + shape.elementCount) }
  }

  private func firstRowIndex(ofSection section: Int) -> Int {
    starts[section] + (shapes[section].hasHeader ? 1 : 0)
  }

  private func index(of element: ListElement) -> Int {
    let section = element.section
    precondition(shapes.indices.contains(section), "\(element) is not in a list of \(shapes.count) sections.")
    let shape = shapes[section]
    switch element {
    case .header:
      precondition(shape.hasHeader, "Section \(section) has no header.")
      return starts[section]
    case .row(let row):
      precondition(
        row.row >= 0 && row.row < shape.rowCount,
        "Section \(section) has \(shape.rowCount) rows, not row \(row.row).")
      return firstRowIndex(ofSection: section) + row.row
    case .footer:
      precondition(shape.hasFooter, "Section \(section) has no footer.")
      return starts[section + 1] - 1
    }
  }

  private func element(at index: Int) -> ListElement {
    // The last section that starts at or before the index; empty ones start where the next one does.
    let section = starts.partitionPoint { $0 <= index } - 1
    let shape = shapes[section]
    let inside = index - starts[section]
    if shape.hasHeader, inside == 0 { return .header(section) }
    if shape.hasFooter, inside == shape.elementCount - 1 { return .footer(section) }
    return .row(RowIndexPath(section: section, row: inside - (shape.hasHeader ? 1 : 0)))
  }
}
