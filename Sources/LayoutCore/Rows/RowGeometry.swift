/// Where every row, header and footer of a list is: heights in whole device pixels, summed exactly.
///
/// Sections, rows, headers and footers stand in one flat sequence of heights; a small array says where each
/// section begins in it.
public struct RowGeometry: Sendable {
  var shapes: [SectionShape] = []
  /// For each section the number of elements before it, and their sum at the end.
  private(set) var starts: [Int] = [0]
  var heights: HeightSequence

  public init() { heights = HeightSequence() }

  /// With nodes of another size than the usual one.
  init(leafCapacity: Int, branchCapacity: Int) {
    heights = HeightSequence(leafCapacity: leafCapacity, branchCapacity: branchCapacity)
  }

  public var sectionCount: Int { shapes.count }
  /// Rows, headers and footers.
  public var elementCount: Int { heights.count }
  /// The sum of all heights, measured or estimated.
  public var totalHeight: Int { heights.totalHeight }
  /// Elements whose height is only estimated.
  public var unmeasuredCount: Int { heights.unmeasuredCount }

  public func rowCount(inSection section: Int) -> Int { shapes[section].rowCount }
  public func hasHeader(inSection section: Int) -> Bool { shapes[section].hasHeader }
  public func hasFooter(inSection section: Int) -> Bool { shapes[section].hasFooter }

  /// The first row, header or footer; nil in an empty list. O(log n).
  public var firstElement: ListElement? { heights.count > 0 ? element(at: 0) : nil }
  /// The last row, header or footer; nil in an empty list. O(log n).
  public var lastElement: ListElement? { heights.count > 0 ? element(at: heights.count - 1) : nil }

  /// Where a section begins and ends, with its header and footer, in device pixels. O(log n).
  public func offsets(ofSection section: Int) -> Range<Int> {
    heights.offset(of: starts[section])..<heights.offset(of: starts[section + 1])
  }

  /// Forgets everything and asks for every element's height, in order. O(n).
  public mutating func rebuild(sections: [SectionShape], height: (ListElement) -> RowHeight) {
    shapes = sections
    sumStarts()
    var list: [PackedHeight] = []
    list.reserveCapacity(starts[starts.count - 1])
    for section in sections.indices {
      Self.forEachElement(of: section, sections[section]) { list.append(PackedHeight(height($0))) }
    }
    heights.rebuild(packed: list)
  }

  /// The element at an offset, never one without height; nil outside 0..<totalHeight. O(log n).
  public func element(atOffset offset: Int) -> (element: ListElement, offsetInside: Int)? {
    heights.index(atOffset: offset).map { (element(at: $0.index), $0.inside) }
  }

  /// The sum of the heights before an element. O(log n).
  public func offset(of element: ListElement) -> Int { heights.offset(of: index(of: element)) }

  /// An element's height. O(log n).
  public func height(of element: ListElement) -> RowHeight { heights[index(of: element)] }

  /// The next element in order, headers and footers included; nil after the last. O(log n).
  public func element(after element: ListElement) -> ListElement? {
    let next = index(of: element) + 1
    return next < heights.count ? self.element(at: next) : nil
  }

  /// The element before in order, headers and footers included; nil before the first. O(log n).
  public func element(before element: ListElement) -> ListElement? {
    let index = index(of: element)
    return index > 0 ? self.element(at: index - 1) : nil
  }

  /// - Returns: By how many device pixels the element grew.
  /// - Complexity: O(log n).
  @discardableResult
  public mutating func setHeight(_ height: RowHeight, of element: ListElement) -> Int {
    heights.set(height, at: index(of: element))
  }

  /// Sets many heights, in any order.
  ///
  /// - Returns: By how many device pixels the list grew.
  @discardableResult
  public mutating func setHeights(_ heights: some Sequence<(ListElement, RowHeight)>) -> Int {
    heights.reduce(0) { $0 + setHeight($1.1, of: $1.0) }
  }

  /// Measured heights become estimates: what was true at another width is still a good guess.
  public mutating func markAllEstimated() { heights.forgetMeasurements() }

  /// The nearest unmeasured element in a direction, `element` included. O(log n).
  public func nextUnmeasured(from element: ListElement, forward: Bool) -> ListElement? {
    heights.nextUnmeasured(from: index(of: element), forward: forward).map { self.element(at: $0) }
  }

  static func forEachElement(of section: Int, _ shape: SectionShape, _ body: (ListElement) -> Void) {
    if shape.hasHeader { body(.header(section)) }
    for row in 0..<shape.rowCount { body(.row(RowIndexPath(section: section, row: row))) }
    if shape.hasFooter { body(.footer(section)) }
  }

  /// Counts again what is before each section after one whose elements changed.
  mutating func sumStarts(after section: Int = 0) {
    if starts.count != shapes.count + 1 { starts = Array(repeating: 0, count: shapes.count + 1) }
    for section in section..<max(section, shapes.count) {
      starts[section + 1] = starts[section] + shapes[section].elementCount
    }
  }

  func firstRowIndex(ofSection section: Int) -> Int {
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
