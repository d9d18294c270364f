import Expectations
import Testing

@testable import LayoutCore

@Suite("Scroll anchor")
struct ScrollAnchorTests {
  private func geometry(_ heights: [Int], hasHeader: Bool = false) -> RowGeometry {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: heights.count, hasHeader: hasHeader)]) { element in
      if case .row(let row) = element { .measured(heights[row.row]) } else { .measured(25) }
    }
    return geometry
  }

  @Test func captureAndOffsetAreInverse() {
    let geometry = geometry([10, 0, 30, 20], hasHeader: true)
    for offset in 0..<geometry.totalHeight {
      expect(ScrollAnchor.capture(atOffset: offset, in: geometry)?.offset(in: geometry), equals: offset)
    }
    expect(ScrollAnchor.capture(atOffset: -1, in: geometry) == nil)
    expect(ScrollAnchor.capture(atOffset: geometry.totalHeight, in: geometry) == nil)
  }

  @Test func aRowThatGrowsAboveTheViewportKeepsTheVisibleRowInPlace() throws {
    var geometry = geometry([50, 60, 70])
    let anchor = try require(ScrollAnchor.capture(atOffset: 80, in: geometry))
    geometry.setHeight(.measured(87), of: .row(0, 0))
    expect(anchor.offset(in: geometry), equals: 117)
    geometry.setHeight(.measured(90), of: .row(0, 1))
    expect(anchor.offset(in: geometry), equals: 117)
  }
}
