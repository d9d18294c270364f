import Expectations
import Testing

@testable import LayoutCore

@Suite("Insets, overlays, ratios, placements")
struct ContainerTests {
  private let child = ElementTag(rawValue: 1)
  private let other = ElementTag(rawValue: 2)

  private func lay(_ element: LayoutElement, _ range: SizeRange) -> Layout {
    element.layout(fitting: range, in: FixedTextMeasurer().context())
  }

  @Test(arguments: 0..<16, [true, false])
  func infiniteInsetsTakeSpareRoomAndCentre(edges: Int, isExact: Bool) {
    func inset(_ bit: Int) -> Double { edges & (1 << bit) != 0 ? .infinity : 10 }
    let insets = EdgeInsets(top: inset(0), leading: inset(1), bottom: inset(2), trailing: inset(3))
    let range = SizeRange(width: (isExact ? 300 : 0)...300, height: (isExact ? 300 : 0)...300)
    let layout = lay(.inset(insets, .box(width: 50, height: 50, tag: child)), range)
    func expected(_ start: Double, _ end: Double) -> (origin: Double, length: Double, total: Double) {
      switch (start.isInfinite, end.isInfinite) {
      case (false, false): isExact ? (10, 280, 300) : (10, 50, 70)
      case (true, false): (240, 50, 300)
      case (false, true): (10, 50, 300)
      case (true, true): (125, 50, 300)
      }
    }
    let x = expected(insets.leading, insets.trailing)
    let y = expected(insets.top, insets.bottom)
    expect(
      layout.frame(of: child), equals: Rect(x: x.origin, y: y.origin, width: x.length, height: y.length),
      "\(layout)")
    expect(layout.size, equals: Size(width: x.total, height: y.total), "\(layout)")
  }

  @Test func insetsLargerThanTheRangeLeaveZeroSize() {
    let layout = lay(
      .inset(EdgeInsets(20), .box(width: 50, height: 50, tag: child)),
      SizeRange(exactly: Size(width: 30, height: 30)))
    expect(layout.frame(of: child)?.size, equals: .zero)
    expect(layout.size, equals: Size(width: 30, height: 30))
  }

  @Test func overlaysAndBackgroundsHaveTheChildsSizeAndAreInDrawingOrder() {
    let main = LayoutElement.box(width: 60, height: 30, tag: child)
    let plate = LayoutElement.box(width: 500, height: 1, tag: other)
    let over = lay(.overlay(main, with: plate), .unlimited)
    let under = lay(.background(main, with: plate), .unlimited)
    for layout in [over, under] {
      expect(layout.frame(of: other), equals: Rect(x: 0, y: 0, width: 60, height: 30))
      expect(layout.size, equals: Size(width: 60, height: 30))
    }
    expect(over.flattened().map(\.tag), equals: [child, other])
    expect(under.flattened().map(\.tag), equals: [other, child])
  }

  @Test func ratiosChooseTheLargestSizeThatFits() {
    let square = SizeRange(max: Size(width: 100, height: 100))
    func size(_ ratio: Double, _ range: SizeRange) -> Size {
      lay(.ratio(ratio, .box(width: 20, height: 200)), range).size
    }
    expect(size(0.5, square), equals: Size(width: 100, height: 50))
    expect(size(2, square), equals: Size(width: 50, height: 100))
    expect(size(7, square), equals: Size(width: 14, height: 100))
    expect(size(10, square), equals: Size(width: 10, height: 100))
    expect(size(2, .unlimited), equals: Size(width: 20, height: 200))
  }

  @Test(arguments: [RelativePlacement.Position.start, .center, .end])
  func placementsMoveAndShrink(horizontal: RelativePlacement.Position) {
    for vertical in [RelativePlacement.Position.start, .center, .end] {
      for sizing in [
        RelativePlacement.Sizing.default, .minimumWidth, .minimumHeight, .minimumSize,
      ] {
        let layout = lay(
          .relative(
            RelativePlacement(horizontal: horizontal, vertical: vertical, sizing: sizing),
            .box(width: 70, height: 100, tag: child)),
          SizeRange(max: Size(width: 100, height: 120)))
        let width: Double = sizing == .minimumWidth || sizing == .minimumSize ? 70 : 100
        let height: Double = sizing == .minimumHeight || sizing == .minimumSize ? 100 : 120
        expect(layout.size, equals: Size(width: width, height: height), "\(layout)")
        expect(
          layout.frame(of: child),
          equals: Rect(
            x: (width - 70) * horizontal.share, y: (height - 100) * vertical.share, width: 70, height: 100),
          "\(layout)")
      }
    }
  }

  @Test func centeringOnOneAxisStartsOnTheOther() {
    let range = SizeRange(max: Size(width: 100, height: 120))
    let box = LayoutElement.box(width: 70, height: 100, tag: child)
    expect(lay(.center(box), range).frame(of: child)?.origin, equals: Point(x: 15, y: 10))
    expect(lay(.center(box, axes: .horizontal), range).frame(of: child)?.origin, equals: Point(x: 15, y: 0))
    expect(lay(.center(box, axes: .vertical), range).frame(of: child)?.origin, equals: Point(x: 0, y: 10))
  }

  @Test func badgesAreCentredOnTheirCorner() {
    let main = LayoutElement.box(width: 50, height: 40, tag: child)
    let badge = LayoutElement.box(width: 20, height: 20, tag: other)
    let loose = lay(.corner(CornerPlacement(.topTrailing), main, corner: badge), .unlimited)
    expect(loose.size, equals: Size(width: 50, height: 40))
    expect(loose.frame(of: other)?.origin, equals: Point(x: 40, y: -10))
    let wrapped = lay(
      .corner(CornerPlacement(.topTrailing, includesCornerInSize: true), main, corner: badge), .unlimited)
    expect(wrapped.size, equals: Size(width: 60, height: 50))
    expect(wrapped.frame(of: other)?.origin, equals: Point(x: 40, y: 0))
    expect(wrapped.frame(of: child)?.origin, equals: Point(x: 0, y: 10))
    let inside = lay(
      .corner(
        CornerPlacement(.topTrailing, offset: Point(x: -10, y: 10), includesCornerInSize: true), main,
        corner: badge), .unlimited)
    expect(inside.size, equals: Size(width: 50, height: 40))
  }

  @Test func absoluteContainersFitTheirChildrenOrFillTheirRange() {
    let placed = LayoutElement.box(width: 30, height: 30, tag: child).styled {
      $0.position = Point(x: 20, y: 5)
    }
    let range = SizeRange(max: Size(width: 100, height: 90))
    expect(lay(.absolute([placed], sizing: .sizeToFit), range).size, equals: Size(width: 50, height: 35))
    expect(lay(.absolute([placed]), range).size, equals: Size(width: 100, height: 90))
    expect(lay(.absolute([placed]), .unlimited).size, equals: Size(width: 50, height: 35))
    let wide = LayoutElement.box(width: 500, height: 30, tag: child).styled {
      $0.position = Point(x: 20, y: 0)
    }
    expect(lay(.absolute([wide]), range).frame(of: child)?.size.width, equals: 80)
  }

  @Test func wrappersAreAsLargeAsTheirLargestChild() {
    let layout = lay(.wrapper([.box(width: 10, height: 50), .box(width: 40, height: 20)]), .unlimited)
    expect(layout.size, equals: Size(width: 40, height: 50))
  }

  @Test func sizesAndPositionsAreWholeDevicePixels() {
    let layout = LayoutElement.inset(
      EdgeInsets(top: 0.4, leading: 1.1, bottom: 0, trailing: 0), .box(width: 10.2, height: 7, tag: child)
    ).layout(fitting: .unlimited, in: FixedTextMeasurer().context(scale: 2))
    expect(layout.frame(of: child), equals: Rect(x: 1.5, y: 0.5, width: 10.5, height: 7))
    expect(layout.size, equals: Size(width: 12, height: 7.5))
  }
}
