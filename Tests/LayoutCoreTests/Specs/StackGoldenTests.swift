import Expectations
import Testing

@testable import LayoutCore

/// The numbers that Texture's stack gives for the same input; the names of the tests have the numbers of the cases.
@Suite("Stack: golden numbers")
struct StackGoldenTests {
  /// So fine that rounding to device pixels is smaller than the tolerance of the comparison.
  private static let fineScale = 10_000.0

  private struct Child {
    var width = 50.0
    var height = 50.0
    var grow = 0.0
    var shrink = 0.0
    var basis = Dimension.auto
    var before = 0.0
    var after = 0.0

    var element: LayoutElement {
      LayoutElement.box(tag: ElementTag(rawValue: 1)).styled {
        $0.width = .points(width)
        $0.height = .points(height)
        $0.flexGrow = grow
        $0.flexShrink = shrink
        $0.flexBasis = basis
        $0.spacingBefore = before
        $0.spacingAfter = after
      }
    }
  }

  private func lay(
    _ stack: Stack, _ children: [Child], width: ClosedRange<Double>? = nil, height: ClosedRange<Double>? = nil
  ) -> Layout {
    let range = SizeRange(width: width ?? 0...(.infinity), height: height ?? 0...(.infinity))
    return LayoutElement.stack(stack, children.map(\.element))
      .layout(fitting: range, in: FixedTextMeasurer().context(scale: Self.fineScale))
  }

  private func near(_ found: [Double], _ expected: [Double]) -> Bool {
    found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < 0.001 }
  }

  @Test(arguments: [
    (Stack.Justification.start, [0.0, 50, 100], [0.0, 50, 100]),
    (.center, [75, 125, 175], [-20, 30, 80]), (.end, [150, 200, 250], [-40, 10, 60]),
    (.spaceBetween, [0, 125, 250], [0, 50, 100]), (.spaceAround, [25, 125, 225], [-20, 30, 80]),
  ])
  func rows1To10JustifySpareRoomAndOverflow(
    rule: Stack.Justification, spare: [Double], overflow: [Double]
  ) {
    let stack = Stack(justifyContent: rule, alignItems: .start)
    let wide = lay(stack, [Child(), Child(), Child()], width: 300...300)
    expect(near(wide.children.map(\.position.x), spare), "\(wide)")
    expect(wide.size, equals: Size(width: 300, height: 50))
    let narrow = lay(stack, [Child(), Child(), Child()], width: 110...110)
    expect(near(narrow.children.map(\.position.x), overflow), "\(narrow)")
    expect(narrow.size, equals: Size(width: 110, height: 50))
  }

  private struct Flexing {
    let row: Int
    let length: Double
    let children: [Child]
    let sizes: [Double]
  }

  @Test func rows11To19And22To26FlexAlongARow() {
    func basis(_ child: Dimension, grow: Double = 1) -> Child { Child(grow: grow, basis: child) }
    let both = [50.0, 150, 50].map { Child(width: $0, grow: 1, shrink: 1) }
    func shrinking(_ shares: [Double]) -> [Child] {
      zip([300.0, 100, 200], shares).map { Child(width: $0, shrink: $1) }
    }
    let cases = [
      Flexing(
        row: 11, length: 300, children: Array(repeating: Child(grow: 1), count: 3), sizes: [100, 100, 100]),
      Flexing(
        row: 12, length: 110, children: Array(repeating: Child(shrink: 1), count: 3),
        sizes: [36.6667, 36.6667, 36.6667]),
      Flexing(row: 13, length: 75, children: [Child(), Child(shrink: 1), Child()], sizes: [50, 0, 50]),
      Flexing(row: 14, length: 300, children: both, sizes: [68, 166, 66]),
      Flexing(row: 15, length: 200, children: both, sizes: [40, 120, 40]),
      Flexing(
        row: 16, length: 300, children: Array(repeating: basis(.points(10)), count: 3),
        sizes: [100, 100, 100]),
      Flexing(
        row: 16, length: 200, children: Array(repeating: basis(.points(10)), count: 3), sizes: [68, 66, 66]),
      Flexing(
        row: 17, length: 200, children: [basis(.fraction(0.5)), Child(grow: 1), Child(grow: 1)],
        sizes: [100, 50, 50]),
      Flexing(
        row: 18, length: 300, children: [50.0, 150, 150].map { Child(width: $0, basis: .points(20)) },
        sizes: [20, 20, 20]),
      Flexing(
        row: 19, length: 350, children: [Child(grow: 1), Child(), Child(grow: 1)], sizes: [150, 50, 150]),
      Flexing(row: 22, length: 400, children: shrinking([1, 0, 1]), sizes: [180, 100, 120]),
      Flexing(row: 24, length: 400, children: shrinking([1, 2, 1]), sizes: [214.2857, 42.8571, 142.8571]),
      Flexing(
        row: 26, length: 40, children: [Child(), Child(width: 0, height: 0, shrink: 1)], sizes: [50, 0]),
    ]
    for golden in cases {
      let layout = lay(
        Stack(alignItems: .start), golden.children, width: golden.length...golden.length)
      expect(near(layout.children.map(\.size.width), golden.sizes), "row \(golden.row)\n\(layout)")
    }
  }

  @Test func row13OverflowsIfChildrenCanNotShrinkEnough() {
    let layout = lay(Stack(alignItems: .start), [Child(), Child(shrink: 1), Child()], width: 75...75)
    expect(near(layout.children.map(\.position.x), [0, 50, 50]), "\(layout)")
    expect(layout.size.width, equals: 75)
  }

  @Test func rows20To25FlexAlongAColumn() {
    func column(_ heights: [Double], grow: [Double] = [], shrink: [Double] = []) -> [Child] {
      heights.indices.map {
        Child(height: heights[$0], grow: grow.isEmpty ? 0 : grow[$0], shrink: shrink.isEmpty ? 0 : shrink[$0])
      }
    }
    let cases = [
      Flexing(
        row: 20, length: 350, children: column([50, 50, 50], grow: [1, 2, 1]), sizes: [100, 150, 100]),
      Flexing(row: 21, length: 300, children: column([25, 0, 100], grow: [0, 1, 1]), sizes: [25, 88, 187]),
      Flexing(
        row: 23, length: 400, children: column([300, 100, 200], shrink: [2, 1, 2]),
        sizes: [190.9091, 81.8182, 127.2727]),
      Flexing(
        row: 25, length: 400, children: column([150, 100, 150, 200], shrink: [0, 1, 0, 3]),
        sizes: [150, 71.4286, 150, 28.5714]),
    ]
    for golden in cases {
      let layout = lay(
        Stack(direction: .vertical, alignItems: .start), golden.children,
        height: golden.length...golden.length)
      expect(near(layout.children.map(\.size.height), golden.sizes), "row \(golden.row)\n\(layout)")
    }
  }

  @Test func rows27And28WrapWithSpacings() {
    let spaced = Child(before: 5, after: 5)
    let three = lay(
      Stack(spacing: 50, alignItems: .start, wraps: true, lineSpacing: 5), [spaced, spaced, spaced],
      width: 230...230, height: 300...300)
    expect(
      three.children.map(\.position), equals: [Point(x: 5, y: 0), Point(x: 115, y: 0), Point(x: 5, y: 55)])
    let nine = lay(
      Stack(spacing: 5, alignItems: .start, wraps: true, lineSpacing: 5), Array(repeating: spaced, count: 9),
      width: 190...190)
    expect(near(nine.children.map(\.position.x), [5, 70, 135, 5, 70, 135, 5, 70, 135]), "\(nine)")
    expect(near(nine.children.map(\.position.y), [0, 0, 0, 55, 55, 55, 110, 110, 110]), "\(nine)")
  }

  @Test(arguments: [
    (Stack.LineAlignment.start, [0.0, 50, 100]), (.center, [75, 125, 175]), (.end, [150, 200, 250]),
    (.spaceBetween, [0, 125, 250]), (.spaceAround, [25, 125, 225]), (.stretch, [0, 100, 200]),
  ])
  func rows29To34AlignLines(rule: Stack.LineAlignment, tops: [Double]) {
    let layout = lay(
      Stack(alignItems: .start, wraps: true, alignContent: rule), Array(repeating: Child(), count: 6),
      width: 110...110, height: 300...300)
    expect(near(layout.children.map(\.position.y), tops.flatMap { [$0, $0] }), "\(layout)")
  }

  @Test func row34StretchesTheChildrenOfStretchedLines() {
    let layout = lay(
      Stack(alignItems: .stretch, wraps: true, alignContent: .stretch), Array(repeating: Child(), count: 6),
      width: 110...110, height: 300...300)
    expect(near(layout.children.map(\.size.height), Array(repeating: 100, count: 6)), "\(layout)")
  }

  @Test(arguments: [Stack.LineAlignment.center, .spaceAround])
  func rows35And36CentreLinesThatOverflow(rule: Stack.LineAlignment) {
    let layout = lay(
      Stack(alignItems: .start, wraps: true, alignContent: rule), Array(repeating: Child(), count: 6),
      width: 40...40, height: 260...260)
    expect(near(layout.children.map(\.position.y), [-20, 30, 80, 130, 180, 230]), "\(layout)")
  }

  @Test func row37KeepsLinesApart() {
    let layout = lay(
      Stack(alignItems: .start, wraps: true, alignContent: .center, lineSpacing: 10),
      Array(repeating: Child(), count: 6), width: 110...110, height: 320...320)
    expect(near(layout.children.map(\.position.y), [75, 75, 135, 135, 195, 195]), "\(layout)")
  }

  @Test func rows38And39CountSpacingBeforeChildren() {
    func column(_ spacings: [Double]) -> [Child] {
      [
        Child(before: spacings[0]), Child(width: 100, height: 70, before: spacings[1]),
        Child(width: 150, height: 90, before: spacings[2]),
      ]
    }
    let free = lay(Stack(direction: .vertical, alignItems: .start), column([0, 10, 20]))
    expect(near(free.children.map(\.position.y), [0, 60, 150]), "\(free)")
    expect(free.size, equals: Size(width: 150, height: 240))
    let centred = lay(
      Stack(direction: .vertical, justifyContent: .center, alignItems: .start), column([0, 20, 30]),
      height: 300...300)
    expect(near(centred.children.map(\.position.y), [20, 90, 190]), "\(centred)")
  }
}
