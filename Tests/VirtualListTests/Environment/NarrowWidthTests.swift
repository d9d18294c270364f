import Expectations
import Testing

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

/// Widths at which a line fits one word, or less.
@Suite("Narrow lists", .serialized, .needsDisplay)
struct NarrowWidthTests {
  @Test func heightsAreExactBelowTheLongestWordsWidth() throws {
    let rows = ListFixture.rows(0..<60).enumerated().map { index, row in
      var row = row
      let letters = String(repeating: "Donaudampfschifffahrt", count: 1 + index % 4)
      row.title += " " + (index.isMultiple(of: 3) ? "https://example.org/\(letters)?a=b" : letters)
      return row
    }
    let fixture = ListFixture([rows], width: 600)
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.show(.row(0, 30))
    let (heights, picture) = (fixture.heights, fixture.picture)
    for width: Int32 in [320, 220, 200, 600] {
      fixture.resize(to: width)
      expect(fixture.finishPrecache())
      fixture.settle()
      let conditions = try require(fixture.list.conditions)
      fixture.expectExactHeights(
        EntryHeights(width: conditions.rowWidth, text: TextSystem(widget: fixture.list.widget.pointer)))
    }
    expect(fixture.heights, equals: heights)
    expect(fixture.picture, equals: picture)
  }
}
