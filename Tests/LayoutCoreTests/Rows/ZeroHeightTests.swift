import Expectations
import Testing

@testable import LayoutCore

/// Rows of zero height (collapsed or filtered ones) cover no pixel, however many follow each other.
@Suite("Rows without height")
struct ZeroHeightTests {
  private func row(_ row: Int) -> ListElement { .row(0, row) }

  /// Row 100,000 and the last row but one are 50 pixels high; all others have zero height.
  private let geometry: RowGeometry = {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: 200_002)]) { element in
      if case .row(let row) = element, row.row == 100_000 || row.row == 200_000 { return .measured(50) }
      return .measured(0)
    }
    return geometry
  }()

  @Test func zeroHeightRowsCoverNoPixel() {
    expect(geometry.totalHeight, equals: 100)
    for offset in 0..<100 {
      let found = geometry.element(atOffset: offset)
      expect(found?.element, equals: row(offset < 50 ? 100_000 : 200_000))
      expect(found?.offsetInside, equals: offset % 50)
    }
    expect(geometry.element(atOffset: 100) == nil)
    expect(geometry.elements(in: 0..<100), equals: [row(100_000), row(200_000)])
  }

  @Test func zeroHeightRowsHaveTheOffsetOfTheNextRow() {
    expect(geometry.offset(of: row(0)), equals: 0)
    expect(geometry.offset(of: row(99_999)), equals: 0)
    expect(geometry.offset(of: row(100_001)), equals: 50)
    expect(geometry.offset(of: row(200_001)), equals: 100)
  }

  @Test func theAnchorIsNeverAZeroHeightRow() {
    let anchor = ScrollAnchor.capture(atOffset: 50, in: geometry)
    expect(anchor, equals: ScrollAnchor(element: row(200_000), offsetInside: 0))
  }

  @Test func zeroHeightRowsAreSkippedInHitTesting() {
    var geometry = geometry
    expect(geometry.setHeight(.measured(0), of: row(100_000)), equals: -50)
    expect(geometry.element(atOffset: 0)?.element, equals: row(200_000))
    _ = geometry.setHeight(.measured(0), of: row(200_000))
    expect(geometry.totalHeight == 0 && geometry.element(atOffset: 0) == nil)
  }
}
