import Expectations
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// Rows taller than the window: their content is bounded, but a window can be made as small as the user likes.
@Suite("Tall rows", .serialized, .needsDisplay)
struct TallRowTests {
  private func fixture() -> ListFixture {
    var rows = ListFixture.rows(0..<20, isMixed: false)
    rows[10].title = String(repeating: "title ", count: 100)
    rows[10].preview = String(repeating: "preview ", count: 100)
    return ListFixture([rows], height: 80, density: .comfortable, zoom: 3)
  }

  private let tall = ListElement.row(0, 10)

  @Test func scrollingThroughATallRowIsExact() throws {
    let fixture = fixture()
    defer { fixture.close() }
    fixture.show(tall)
    let height = fixture.height(of: tall)
    expect(height > 2 * fixture.list.pageHeight)
    let start = try require(fixture.y(of: tall))
    var asked = 0
    for step in [90, 7, height / 2, -20, height / 8, 1, -1] {
      fixture.scroll(by: Double(step))
      asked += step
      expect(
        fixture.list.scrollState.anchor, equals: ScrollAnchor(element: tall, offsetInside: asked - start))
      expect(abs((fixture.y(of: tall) ?? 0) - (start - asked)) <= 0)
    }
    // Its bottom touches the next row.
    fixture.show(tall, at: .bottom)
    expect(
      fixture.list.contentOffset + fixture.list.pageHeight,
      equals: fixture.list.geometry.offset(of: tall) + height)
    let truth = EntryHeights(width: 480, text: fixture.list.text, density: .comfortable, zoom: 3)
    expect(truth.height(of: fixture.listView(fixture.list, rowContentOf: tall)), equals: height)
  }
}
