import Expectations
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// Rows on screen have the heights of their drawn layouts, even if arithmetic predicted others.
@Suite(.serialized, .needsDisplay)
struct HeightCorrectionTests {
  @Test func exactListCorrectsNoHeights() {
    let fixture = ListFixture([ListFixture.rows(0..<50)])
    defer { fixture.close() }
    fixture.settle()
    expect(fixture.list.statistics.correctedHeights, equals: 0)
  }

  /// The rows' prepared texts are exchanged: one has many lines, the other few.
  @Test func wrongHeightIsCorrectedOnScreenAndKeepsTheTopRow() throws {
    var rows = ListFixture.rows(0..<40, isMixed: false)
    rows[21].title = "short"
    rows[21].preview = ""
    rows[22].title = String(repeating: "many words ", count: 30)
    rows[22].preview = rows[22].title
    let fixture = ListFixture([rows])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    let list = fixture.list
    fixture.show(row(20))
    let picture = fixture.picture
    func heights() -> [ListElement: Int] {
      Dictionary(uniqueKeysWithValues: fixture.allElements.map { ($0, list.geometry.height(of: $0).value) })
    }
    let right = heights()
    expect(right[row(21)] != right[row(22)])
    let layouts = list.heights.layouts
    let first = try require(layouts.compiledRows[RowIndexPath(0, 21)])
    let second = try require(layouts.compiledRows[RowIndexPath(0, 22)])
    for (number, other) in [(21, second), (22, first)] {
      let identity = fixture.listView(list, identityOf: row(number))
      layouts.keep(other.layout, of: identity, at: RowIndexPath(0, number))
    }
    // A new mode starts with an empty cache.
    list.cacheMode = .key
    list.cacheMode = .indexPath
    list.idle.reset()
    list.pool.release { _ in false }
    list.resolveAllHeights()
    expect(heights() != right)
    list.layoutCycle.requestLayout(of: list.widget.pointer)
    expect(Display.settle { list.statistics.correctedHeights > 0 })
    fixture.settle()
    expect(list.statistics.correctedHeights, equals: 2)
    expect(list.geometry.height(of: row(21)), equals: .measured(try require(right[row(21)])))
    expect(list.geometry.height(of: row(22)), equals: .measured(try require(right[row(22)])))
    expect(fixture.picture, equals: picture)
    // At the next width, too, only their drawn layouts measure the two rows.
    fixture.resize(to: 400)
    fixture.settle()
    let truth = EntryHeights(width: 400, text: list.text)
    for number in [21, 22] {
      let content = fixture.listView(list, rowContentOf: row(number))
      expect(list.geometry.height(of: row(number)), equals: .measured(truth.height(of: content)))
    }
    expect(list.statistics.correctedHeights, equals: 2)
  }

  private func row(_ number: Int) -> ListElement { .row(0, number) }
}
