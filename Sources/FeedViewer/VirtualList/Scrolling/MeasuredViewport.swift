import LayoutCore

/// A viewport over rows that are measured when an answer depends on their heights.
protocol MeasuredViewport {
  /// The offsets and heights of all rows, measured or estimated.
  var geometry: RowGeometry { get }
  /// The viewport's top in the content, in device pixels.
  var contentOffset: Int { get }
  /// The viewport's height in device pixels.
  var pageHeight: Int { get }
  /// Device pixels in a logical pixel.
  var scale: Double { get }
  /// The exact height of an element in device pixels. An estimated element is measured, which can move those below it.
  func measuredHeight(of element: ListElement) -> Int
}

extension MeasuredViewport {
  /// The height of the header that will cover the viewport's top once an element is scrolled there, in device pixels.
  func insetAbove(_ element: ListElement) -> Int {
    if case .header = element { return 0 }
    return geometry.hasHeader(inSection: element.section) ? measuredHeight(of: .header(element.section)) : 0
  }

  /// The next row in a direction whose measured height is not zero.
  ///
  /// - Parameter step: 1 towards the end, -1 towards the start.
  /// - Complexity: O(k log n) for the k rows that are measured.
  func rowWithHeight(from start: ListElement, step: Int) -> RowIndexPath? {
    var next = geometry.row(from: start, step: step)
    while let found = next, measuredHeight(of: .row(found)) == 0 {
      next = geometry.row(from: .row(found), step: step)
    }
    return next
  }

  /// The first row of the list whose measured height is not zero.
  var firstRowWithHeight: RowIndexPath? {
    geometry.firstRow.flatMap {
      measuredHeight(of: .row($0)) > 0 ? $0 : rowWithHeight(from: .row($0), step: 1)
    }
  }

  /// The last row of the list whose measured height is not zero.
  var lastRowWithHeight: RowIndexPath? {
    geometry.lastRow.flatMap {
      measuredHeight(of: .row($0)) > 0 ? $0 : rowWithHeight(from: .row($0), step: -1)
    }
  }

  /// The row at the viewport's top, or the one next to the header or footer there.
  var firstVisibleRow: RowIndexPath? {
    guard let first = geometry.element(atOffset: max(contentOffset, 0))?.element else { return nil }
    if case .row(let row) = first { return row }
    return geometry.row(from: first, step: 1) ?? geometry.row(from: first, step: -1)
  }
}
