/// The heights and offsets of all rows, headers and footers of a list, in whole device pixels: sums are exact.
///
/// All elements are in one flat sequence of heights, a counted B+tree; an array has the start of each section in it. It
/// takes about four bytes for each element. Copies share their memory until one of them changes.
public struct RowGeometry: Sendable {
  var shapes: [SectionShape] = []
  /// The number of elements before each section; at the end, the number of all elements.
  private(set) var starts: [Int] = [0]
  var heights: HeightSequence

  /// Creates the geometry of an empty list.
  public init() { heights = HeightSequence() }

  /// Creates an empty geometry with nodes of another size, for tests.
  init(leafCapacity: Int, branchCapacity: Int) {
    heights = HeightSequence(leafCapacity: leafCapacity, branchCapacity: branchCapacity)
  }

  /// The number of sections.
  public var sectionCount: Int { shapes.count }
  /// The number of rows, headers and footers.
  public var elementCount: Int { heights.count }
  /// The sum of all heights, measured or estimated, in device pixels. O(1).
  public var totalHeight: Int { heights.totalHeight }
  /// The number of elements whose height is estimated. O(1).
  public var unmeasuredCount: Int { heights.unmeasuredCount }

  /// The number of rows of a section. O(1).
  public func rowCount(inSection section: Int) -> Int { shapes[section].rowCount }
  /// Whether a section has a header. O(1).
  public func hasHeader(inSection section: Int) -> Bool { shapes[section].hasHeader }
  /// Whether a section has a footer. O(1).
  public func hasFooter(inSection section: Int) -> Bool { shapes[section].hasFooter }

  /// The first row, header or footer; nil in an empty list. O(log n).
  public var firstElement: ListElement? { heights.count > 0 ? element(at: 0) : nil }
  /// The last row, header or footer; nil in an empty list. O(log n).
  public var lastElement: ListElement? { heights.count > 0 ? element(at: heights.count - 1) : nil }

  /// The offsets that a section covers, with its header and footer, in device pixels. O(log n).
  public func offsets(ofSection section: Int) -> Range<Int> {
    heights.offset(of: starts[section])..<heights.offset(of: starts[section + 1])
  }

  /// Replaces the whole list.
  ///
  /// - Parameters:
  ///   - sections: The sections of the new list.
  ///   - rowsAlike: How many rows of a section, from a row on, have the same height, as far as is known; at least 1. Asked
  ///     before the height of the row.
  ///   - height: Called for every element, in the order of the list, but not for rows that are like one before. A height
  ///     is from 0 to 2,147,483,647 device pixels.
  /// - Complexity: O(n), with very little for rows that are alike.
  public mutating func rebuild(
    sections: [SectionShape], rowsAlike: (RowIndexPath) -> Int = { _ in 1 },
    height: (ListElement) -> RowHeight
  ) {
    shapes = sections
    sumStarts()
    var runs = HeightRuns()
    runs.reserveCapacity(starts[starts.count - 1])
    for section in sections.indices {
      let shape = sections[section]
      if shape.hasHeader { runs.append(height(.header(section))) }
      Self.appendRows(0..<shape.rowCount, of: section, to: &runs, rowsAlike, height)
      if shape.hasFooter { runs.append(height(.footer(section))) }
    }
    heights.rebuild(runs)
  }

  /// Asks for the heights of consecutive rows.
  static func appendRows(
    _ rows: Range<Int>, of section: Int, to runs: inout HeightRuns, _ rowsAlike: (RowIndexPath) -> Int,
    _ height: (ListElement) -> RowHeight
  ) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let path = RowIndexPath(section: section, row: row)
      let count = min(rowsAlike(path), rows.upperBound - row)
      precondition(count > 0, "A row is at least like itself.")
      runs.append(height(.row(path)), count: count)
      row += count
    }
  }

  /// The element at an offset in device pixels, and the distance from its top; nil outside 0..<totalHeight. O(log n).
  ///
  /// Elements of zero height are skipped.
  public func element(atOffset offset: Int) -> (element: ListElement, offsetInside: Int)? {
    heights.index(atOffset: offset).map { (element(at: $0.index), $0.inside) }
  }

  /// The offset of an element's top: the sum of the heights before it, in device pixels. O(log n).
  ///
  /// - Precondition: The element is in the list.
  public func offset(of element: ListElement) -> Int { heights.offset(of: index(of: element)) }

  /// The height of an element. O(log n).
  ///
  /// - Precondition: The element is in the list.
  public func height(of element: ListElement) -> RowHeight { heights[index(of: element)] }

  /// The element after another one, headers and footers included; nil after the last one. O(log n).
  public func element(after element: ListElement) -> ListElement? {
    let next = index(of: element) + 1
    return next < heights.count ? self.element(at: next) : nil
  }

  /// The element before another one, headers and footers included; nil before the first one. O(log n).
  public func element(before element: ListElement) -> ListElement? {
    let index = index(of: element)
    return index > 0 ? self.element(at: index - 1) : nil
  }

  /// Changes the height of an element.
  ///
  /// - Returns: The difference to the height before, in device pixels.
  /// - Precondition: The element is in the list, and the height from 0 to 2,147,483,647 device pixels.
  /// - Complexity: O(log n).
  @discardableResult
  public mutating func setHeight(_ height: RowHeight, of element: ListElement) -> Int {
    heights.set(height, at: index(of: element))
  }

  /// Makes all measured heights estimates, for a new width: a height at another width is a good estimate. O(n).
  public mutating func markAllEstimated() { heights.forgetMeasurements() }

  /// The nearest element whose height is estimated, from `element` on in one direction; nil if there is none. O(log n).
  public func nextUnmeasured(from element: ListElement, forward: Bool) -> ListElement? {
    heights.nextUnmeasured(from: index(of: element), forward: forward).map { self.element(at: $0) }
  }

  /// Updates the starts of all sections after one whose elements changed.
  mutating func sumStarts(after section: Int = 0) {
    if starts.count != shapes.count + 1 { starts = Array(repeating: 0, count: shapes.count + 1) }
    for section in section..<max(section, shapes.count) {
      starts[section + 1] = starts[section] + shapes[section].elementCount
    }
  }

  func firstRowIndex(ofSection section: Int) -> Int {
    starts[section] + (shapes[section].hasHeader ? 1 : 0)
  }

  func index(of element: ListElement) -> Int {
    let section = element.section
    precondition(shapes.indices.contains(section), "A list of \(shapes.count) sections has no \(element).")
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
    // The last section that starts at or before the index: an empty section starts where the next one does.
    let section = starts.partitionPoint { $0 <= index } - 1
    let shape = shapes[section]
    let inside = index - starts[section]
    if shape.hasHeader, inside == 0 { return .header(section) }
    if shape.hasFooter, inside == shape.elementCount - 1 { return .footer(section) }
    return .row(RowIndexPath(section: section, row: inside - (shape.hasHeader ? 1 : 0)))
  }
}
