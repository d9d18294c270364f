import Expectations
import Testing

@testable import LayoutCore

@Suite("Stack: text, alignment, hidden children")
struct StackTests {
  private let first = ElementTag(rawValue: 1)
  private let second = ElementTag(rawValue: 2)

  private func row(width: Double, height: ClosedRange<Double> = 0...(.infinity)) -> SizeRange {
    SizeRange(width: width...width, height: height)
  }

  @Test func theOnlyFlexibleTextIsMeasuredOnceAtTheWidthThatIsLeft() {
    let measurer = FixedTextMeasurer()
    let text = LayoutElement.text(FixedTextMeasurer.text(String(repeating: "x", count: 70)), tag: first)
      .styled {
        $0.flexGrow = 1
        $0.flexShrink = 1
      }
    let layout = LayoutElement.stack(
      Stack(spacing: 10, alignItems: .start), [.box(width: 50, height: 50), text]
    ).layout(fitting: row(width: 300), in: measurer.context())
    expect(measurer.widths, equals: [240 * 1024])
    expect(layout.frame(of: first), equals: Rect(x: 60, y: 0, width: 240, height: 60), "\(layout)")
  }

  @Test func aFlexibleColumnInARowMeasuresEachTextOnce() {
    let measurer = FixedTextMeasurer()
    let column = LayoutElement.stack(
      Stack(direction: .vertical, spacing: 4),
      [.text(FixedTextMeasurer.text("title")), .text(FixedTextMeasurer.text("preview"))]
    ).styled {
      $0.flexGrow = 1
      $0.flexShrink = 1
    }
    let layout = LayoutElement.inset(
      EdgeInsets(16), .stack(Stack(spacing: 14, alignItems: .start), [.box(width: 48, height: 48), column])
    ).layout(fitting: row(width: 400), in: measurer.context())
    expect(measurer.widths, equals: [306 * 1024, 306 * 1024])
    expect(layout.size, equals: Size(width: 400, height: 80))
  }

  @Test func aDeferredChildWithoutRoomIsMeasuredAtZeroWidth() {
    let greedy = LayoutElement.box(width: 30, height: 30, tag: second).styled {
      $0.flexGrow = 1
      $0.flexShrink = 1
    }
    let layout = LayoutElement.stack(
      Stack(alignItems: .start), [.box(width: 80, height: 10), greedy]
    ).layout(fitting: row(width: 60), in: FixedTextMeasurer().context())
    expect(layout.frame(of: second)?.size, equals: Size(width: 0, height: 30), "\(layout)")
  }

  @Test func stretchingComesAfterFlexing() {
    let large = LayoutElement.box(tag: second).styled {
      $0.width = .points(500)
      $0.height = .points(500)
      $0.flexGrow = 1
      $0.flexShrink = 1
    }
    let layout = LayoutElement.stack(Stack(), [.box(width: 10, height: 10, tag: first), large])
      .layout(fitting: row(width: 280), in: FixedTextMeasurer().context())
    expect(layout.frame(of: second)?.size, equals: Size(width: 270, height: 500), "\(layout)")
    expect(layout.frame(of: first)?.size, equals: Size(width: 10, height: 500), "\(layout)")
  }

  @Test(arguments: [(Stack.Alignment.start, 0.0, 20.0), (.center, 15, 20), (.end, 30, 20), (.stretch, 0, 50)])
  func childrenAlignAcrossTheStack(alignment: Stack.Alignment, top: Double, height: Double) {
    let layout = LayoutElement.stack(
      Stack(alignItems: alignment), [.box(width: 10, height: 50), .box(width: 10, height: 20, tag: first)]
    ).layout(fitting: row(width: 100), in: FixedTextMeasurer().context())
    expect(layout.frame(of: first), equals: Rect(x: 10, y: top, width: 10, height: height), "\(layout)")
  }

  @Test func alignSelfReplacesTheStacksAlignment() {
    let low = LayoutElement.box(width: 10, height: 20, tag: first).styled { $0.alignSelf = .end }
    let layout = LayoutElement.stack(Stack(alignItems: .start), [.box(width: 10, height: 50), low])
      .layout(fitting: row(width: 100), in: FixedTextMeasurer().context())
    expect(layout.frame(of: first)?.origin.y, equals: 30)
  }

  @Test func baselinesAreAligned() {
    func text(_ string: String, _ tag: ElementTag) -> LayoutElement {
      LayoutElement.text(FixedTextMeasurer.text(string), tag: tag).styled { $0.maxWidth = .points(20) }
    }
    // The baseline of a line 20 high is 15 below its top.
    let tall = LayoutElement.box(width: 10, height: 60).styled {
      $0.ascender = 40
      $0.descender = -20
    }
    for alignment in [Stack.Alignment.baselineFirst, .baselineLast] {
      let layout = LayoutElement.stack(
        Stack(alignItems: alignment), [tall, text("ab", first), text("abcd", second)]
      ).layout(fitting: row(width: 100), in: FixedTextMeasurer().context())
      expect(layout.frame(of: first)?.origin.y, equals: 25, "\(layout)")
      expect(layout.frame(of: second)?.origin.y, equals: alignment == .baselineFirst ? 25 : 5, "\(layout)")
    }
  }

  @Test func negativeSpacingPullsNeighboursTogether() {
    let pulled = LayoutElement.box(width: 20, height: 20, tag: first).styled {
      $0.spacingBefore = -10
      $0.spacingAfter = -10
    }
    let layout = LayoutElement.stack(
      Stack(spacing: 10), [.box(width: 20, height: 20), pulled, .box(width: 20, height: 20, tag: second)]
    ).layout(fitting: row(width: 100), in: FixedTextMeasurer().context())
    expect(layout.frame(of: first)?.minX, equals: 20)
    expect(layout.frame(of: second)?.minX, equals: 40)
  }

  @Test func hiddenChildrenTakeNoSizeAndNoSpacing() {
    let hidden = LayoutElement.box(width: 40, height: 90, tag: first).styled { $0.isHidden = true }
    let boxes = [LayoutElement.box(width: 20, height: 20), hidden, .box(width: 20, height: 20, tag: second)]
    let layout = LayoutElement.stack(Stack(spacing: 10), boxes)
      .layout(fitting: .unlimited, in: FixedTextMeasurer().context())
    expect(layout.size, equals: Size(width: 50, height: 20))
    expect(layout.frame(of: first) == nil)
    expect(layout.frame(of: second)?.minX, equals: 30)
  }

  @Test func anEmptyStackHasTheMinimumSize() {
    for wraps in [false, true] {
      let layout = LayoutElement.stack(Stack(wraps: wraps, alignContent: .stretch), [])
        .layout(fitting: SizeRange(width: 7...90, height: 3...90), in: FixedTextMeasurer().context())
      expect(layout.size, equals: Size(width: 7, height: 3))
    }
  }

  @Test func rightToLeftMirrorsPositionsAndKeepsSizes() {
    let element = LayoutElement.inset(
      EdgeInsets(top: 1, leading: 20, bottom: 2, trailing: 5),
      .stack(
        Stack(spacing: 10, alignItems: .start),
        [.box(width: 30, height: 30, tag: first), .box(width: 40, height: 10, tag: second)]))
    let left = element.layout(fitting: row(width: 200), in: FixedTextMeasurer().context())
    let right = element.layout(
      fitting: row(width: 200), in: FixedTextMeasurer().context(direction: .rightToLeft))
    expect(left.size, equals: right.size)
    for tag in [first, second] {
      guard let a = left.frame(of: tag), let b = right.frame(of: tag) else {
        Issue.record("\(tag) is missing")
        continue
      }
      expect(b, equals: Rect(x: 200 - a.maxX, y: a.minY, width: a.size.width, height: a.size.height))
    }
    expect(right.mirrored().frame(of: first), equals: left.frame(of: first))
  }

  @Test func textHeightNeverRisesWithTheWidth() {
    let text = LayoutElement.text(FixedTextMeasurer.text(String(repeating: "x", count: 500)))
    var last = Double.infinity
    for width in 200...1200 {
      let layout = text.layout(
        fitting: SizeRange(width: 0...Double(width), height: 0...(.infinity)),
        in: FixedTextMeasurer().context())
      expect(layout.size.width <= Double(width))
      expect(layout.size.height <= last)
      last = layout.size.height
    }
  }

  @Test func aTextIsNeverLargerThanItsRange() {
    let layout = LayoutElement.text(FixedTextMeasurer.text("long text"))
      .layout(fitting: SizeRange(max: Size(width: 0, height: 0)), in: FixedTextMeasurer().context())
    expect(layout.size, equals: .zero)
  }

  @Test func aLayoutDescribesItsTree() {
    let layout = LayoutElement.inset(
      EdgeInsets(8),
      .stack(
        Stack(spacing: 4),
        [.box(width: 5, height: 5, tag: second), .text(FixedTextMeasurer.text("ab"), tag: first)])
    ).layout(fitting: .unlimited, in: FixedTextMeasurer().context())
    expect(
      layout.description,
      equals: """
        45×36 at 0,0
          29×20 at 8,8
            5×20 at 0,0 tag 2
            text 20×20 at 9,0 tag 1, 1 line
        """)
  }
}
