import Expectations
import Testing

@testable import LayoutCore

@Suite("Pixel grid, dimensions and size ranges")
struct GeometryTests {
  @Test func roundingUpIgnoresTheErrorOfAFewAdditions() {
    let grid = PixelGrid(scale: 3)
    expect(grid.ceil(100.666666666669), equals: 302.0 / 3)
    expect(grid.devicePixels(100.666666666669), equals: 302)
    expect(grid.devicePixels(100.667), equals: 303)
    expect(grid.floor(100.666666666665), equals: 302.0 / 3)
    expect(grid.round(0.5), equals: 2.0 / 3)
  }

  @Test func roundedHeightsAddUpExactly() {
    let grid = PixelGrid(scale: 1.5)
    var sum = 0
    var edges: [Int] = [0]
    for row in 0..<10_000 {
      sum += grid.devicePixels(40 + Double(row % 97) / 7)
      edges.append(sum)
    }
    expect(edges.last, equals: (0..<10_000).reduce(0) { $0 + grid.devicePixels(40 + Double($1 % 97) / 7) })
    expect(grid.devicePixels(grid.points(sum)), equals: sum)
  }

  @Test func fractionsOfAnUnknownParentAreUnresolved() {
    func width(_ dimension: Dimension, in parent: Double?) -> Double {
      widths(in: 0...1000, parent: parent) { $0.width = dimension }.lowerBound
    }
    expect(width(.fraction(0.5), in: nil), equals: 0)
    expect(width(.fraction(0.5), in: 80), equals: 40)
    expect(width(.points(7), in: nil), equals: 7)
  }

  @Test(arguments: [
    (0.0...10.0, 7.0...15.0, 7.0...10.0), (0...5, 10...15, 5...5), (10...15, 0...5, 10...10),
    (3...3, 0...10, 3...3), (0...10, 3...1e9, 3...10),
  ])
  func whereAStyleAllowsNoSizeOfTheRangeTheNearestOneOfTheRangeRemains(
    range: ClosedRange<Double>, style: ClosedRange<Double>, expected: ClosedRange<Double>
  ) {
    let found = widths(in: range, parent: nil) {
      $0.minWidth = .points(style.lowerBound)
      $0.maxWidth = .points(style.upperBound)
    }
    expect(found, equals: expected)
  }

  @Test func aBoxHasTheNearestSizeOfItsRange() {
    func size(_ box: Size) -> Size {
      LayoutElement.box(width: box.width, height: box.height)
        .layout(
          fitting: SizeRange(width: 10...20, height: 5...(.infinity)), in: FixedTextMeasurer().context()
        ).size
    }
    expect(size(Size(width: 30, height: 1)), equals: Size(width: 20, height: 5))
    expect(size(Size(width: 1, height: 1e6)), equals: Size(width: 10, height: 1e6))
  }

  @Test func minimumWinsOverMaximumAndMaximumOverExactSize() {
    func width(_ exact: Dimension, _ least: Dimension, _ largest: Dimension) -> ClosedRange<Double> {
      widths(in: 0...1000, parent: 100) {
        $0.width = exact
        $0.minWidth = least
        $0.maxWidth = largest
      }
    }
    expect(width(.auto, .points(50), .points(30)), equals: 50...50)
    expect(width(.auto, .points(10), .fraction(0.3)), equals: 10...30)
    expect(width(.points(40), .points(10), .points(30)), equals: 30...30)
    expect(width(.points(5), .points(10), .points(30)), equals: 10...10)
    expect(width(.points(20), .points(10), .points(30)), equals: 20...20)
  }

  /// The widths of the narrowest and of the widest box with a style in a range of widths.
  private func widths(
    in range: ClosedRange<Double>, parent: Double?, _ style: (inout LayoutStyle) -> Void
  ) -> ClosedRange<Double> {
    func width(ofBox width: Double) -> Double {
      LayoutElement.box(width: width, height: 1).styled(style)
        .layout(
          fitting: SizeRange(width: range, height: 0...1), parentSize: ParentSize(width: parent, height: nil),
          in: FixedTextMeasurer().context()
        ).size.width
    }
    return width(ofBox: 0)...width(ofBox: 1e6)
  }
}
