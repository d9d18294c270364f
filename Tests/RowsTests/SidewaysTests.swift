import Expectations
import LayoutCore
import Testing

@testable import FeedViewerRows

/// How far code and tables scroll sideways.
@Suite struct SidewaysTests {
  private func frame(
    content: Double = 500, isRightToLeft: Bool = false, tolerance: Double = 1
  ) -> SidewaysFrame {
    SidewaysFrame(
      clip: Rect(x: 10, y: 0, width: 220, height: 50), view: 20...220, content: 20...20 + content,
      isRightToLeft: isRightToLeft, tolerance: tolerance)
  }

  @Test func textIsMovedFromTheSideWhereItBegins() {
    let left = frame()
    expect(left.overflow, equals: 300)
    expect(left.displacement(offset: 0), equals: 0)
    expect(left.displacement(offset: 300), equals: -300)
    let right = frame(isRightToLeft: true)
    // The right edge of the text is at that of the view.
    expect(right.displacement(offset: 0), equals: -300)
    expect(right.displacement(offset: 300), equals: 0)
  }

  @Test func whatFitsOrIsRoundedDoesNotScroll() {
    expect(frame(content: 200).overflow, equals: 0)
    expect(frame(content: 203, tolerance: 4).overflow, equals: 0)
    expect(frame(content: 205, tolerance: 4).overflow, equals: 5)
  }

  @Test func partsOutsideAreBroughtIntoView() {
    let frame = frame()
    expect(frame.distance(toShow: Rect(x: 30, y: 0, width: 50, height: 10)), equals: 0)
    // Its right edge and a margin.
    expect(frame.distance(toShow: Rect(x: 300, y: 0, width: 50, height: 10)), equals: 350 - 220 + 24)
    expect(frame.distance(toShow: Rect(x: -60, y: 0, width: 50, height: 10)), equals: -60 - 20 - 24)
    // The beginning of what is wider than the view.
    expect(frame.distance(toShow: Rect(x: 300, y: 0, width: 400, height: 10)), equals: 300 - 20 - 24)
    let right = self.frame(isRightToLeft: true)
    expect(right.distance(toShow: Rect(x: -60, y: 0, width: 50, height: 10)), equals: 60 + 20 + 24)
  }

  @Test func theBarShowsWhereOneIs() {
    let frame = frame()
    let (first, last) = (frame.bar(offset: 0, limit: 300), frame.bar(offset: 300, limit: 300))
    expect(first.minX == 13 && last.maxX == 227)
    expect(abs(first.size.width - 214 * 200 / 500) < 1e-9)
    let moved = frame.bar(offset: frame.distancePerPixel(limit: 300) * 10, limit: 300)
    expect(abs(moved.minX - first.minX - 10) < 1e-9)
    let right = self.frame(isRightToLeft: true)
    expect(right.bar(offset: 0, limit: 300).maxX, equals: 227)
    expect(right.distancePerPixel(limit: 300) < 0)
  }

  /// A row whose width was estimated too large does not scroll beyond its end.
  @Test func estimatedWidthsGiveWayToMeasuredOnes() {
    let sideways = ArticleSideways()
    let group = SidewaysGroup.code(block: 1)
    sideways.laidOut(group, overflow: 900, width: 100, row: 4, isEstimated: true)
    sideways.laidOut(group, overflow: 50, width: 100, row: 5)
    sideways.scroll(group, by: 1_000)
    expect(sideways.limit(of: group) == 900 && sideways.offset(of: group) == 900)
    sideways.laidOut(group, overflow: 300, width: 100, row: 4)
    expect(sideways.limit(of: group) == 300 && sideways.offset(of: group) == 300)
  }

  @Test func whatIsScrolledToTheEndOfAnEstimatedWidthStaysAtTheEnd() {
    let sideways = ArticleSideways()
    let group = SidewaysGroup.code(block: 1)
    sideways.laidOut(group, overflow: 300, width: 100, row: 4, isEstimated: true)
    sideways.scroll(group, by: 1_000)
    sideways.laidOut(group, overflow: 900, width: 100, row: 4)
    expect(sideways.offset(of: group), equals: 900)
    // A row that is laid out later moves nothing.
    sideways.laidOut(group, overflow: 1_200, width: 100, row: 5)
    expect(sideways.offset(of: group), equals: 900)
    // What is not at the end stays where it is.
    let other = SidewaysGroup.code(block: 2)
    sideways.laidOut(other, overflow: 300, width: 100, row: 6, isEstimated: true)
    sideways.scroll(other, by: 1_000)
    sideways.scroll(other, by: -10)
    sideways.laidOut(other, overflow: 900, width: 100, row: 6)
    expect(sideways.offset(of: other), equals: 290)
  }

  @Test func rowsOfABlockScrollTogetherAsFarAsTheWidest() {
    let sideways = ArticleSideways()
    var changes = 0
    sideways.onChange = { changes += 1 }
    let code = SidewaysGroup.code(block: 3)
    expect(!sideways.scroll(code, by: 10))
    sideways.laidOut(code, overflow: 0, width: 200)
    expect(!sideways.scroll(code, by: 10))
    sideways.laidOut(code, overflow: 100, width: 200)
    sideways.laidOut(code, overflow: 40, width: 200)
    expect(sideways.limit(of: code), equals: 100)
    expect(sideways.scroll(code, by: 60) && sideways.offset(of: code) == 60)
    expect(sideways.scroll(code, by: 60) && sideways.offset(of: code) == 100)
    expect(changes, equals: 2)
    // At the end it takes the wheel without doing anything.
    expect(sideways.scroll(code, by: 60) && changes == 2)
    expect(sideways.offset(of: .table(3)), equals: 0)
    // A wider window: less to scroll.
    sideways.laidOut(code, overflow: 30, width: 270)
    expect(sideways.limit(of: code) == 30 && sideways.offset(of: code) == 30)
    sideways.laidOut(code, overflow: 100, width: 200)
    expect(sideways.offset(of: code), equals: 100)
  }
}
