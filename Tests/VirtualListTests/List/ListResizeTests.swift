import CGtk
import Expectations
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// New widths and fonts: all heights are exact at once, and the line at the top stays.
@Suite(.serialized, .needsDisplay)
struct ListResizeTests {
  @Test func preparedRowsAreExactInTheFirstLayoutAtANewWidth() throws {
    let fixture = ListFixture([
      ListFixture.rows(0..<400, isMixed: false), ListFixture.rows(400..<500, isMixed: false),
    ])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    let measured = fixture.list.statistics.measurements
    for width: Int32 in [360, 700, 411] {
      fixture.resize(to: width)
      expect(fixture.list.geometry.unmeasuredCount, equals: 0)
      let truth = EntryHeights(width: Int(width), text: fixture.list.text)
      fixture.expectExactHeights(truth)
    }
    // Only rows on screen at each width were resolved one by one.
    expect(fixture.list.statistics.measurements - measured < 3 * 20)
  }

  @Test func resizingKeepsTheTopLineAndIsReversible() throws {
    let fixture = ListFixture([Self.longRows], width: 600, density: .comfortable)
    defer { fixture.close() }
    let adjustment = try require(fixture.list.verticalAdjustment)
    fixture.show(.row(0, 30))
    // To a line inside the preview, which has several.
    fixture.scroll(by: 70)
    let before = fixture.picture
    let reading = try require(fixture.list.currentReading())
    expect(reading.element, equals: .row(0, 30))
    let position = try require(reading.position)
    expect(position.byte > 40)
    for width: Int32 in [340, 900, 433, 600] {
      fixture.resize(to: width)
      fixture.settle()
      fixture.list.scrollState.readingAnchor = nil
      let now = try require(fixture.list.currentReading())
      let place = try require(now.position)
      expect(now.element == reading.element && place.text == position.text)
      expect(place.byte <= position.byte, "The line at the top begins behind what was read at \(width).")
      // Rows are placed on whole pixels, lines inside them are not.
      expect(abs(place.offsetInLine - position.offsetInLine) <= 0.5)
      fixture.list.scrollState.readingAnchor = ReadingAnchor(
        element: reading.element, position: position, y: reading.y, inset: reading.inset,
        value: gtk_adjustment_get_value(adjustment))
    }
    expect(fixture.picture, equals: before)
  }

  /// The reading anchor is found once and kept: found again at each width, it would drift to the starts of lines.
  @Test func resizingThroughManyWidthsIsReversible() throws {
    let fixture = ListFixture([Self.longRows], width: 600)
    defer { fixture.close() }
    fixture.show(.row(0, 30))
    fixture.scroll(by: 70)
    let before = fixture.picture
    for width: Int32 in [340, 900, 433, 217, 777, 351, 600] {
      fixture.resize(to: width)
      fixture.settle()
    }
    expect(fixture.picture, equals: before)
  }

  /// Lines in several scripts that end with an ellipsis need more than their words.
  @Test func rowsLeftToPangoBecomeExactWhenIdle() {
    let fixture = ListFixture([ListFixture.rows(0..<150)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.resize(to: 360)
    expect(fixture.finishPrecache())
    let truth = EntryHeights(width: 360, text: fixture.list.text)
    fixture.expectExactHeights(truth)
  }

  @Test func scrollingBetweenResizesSetsANewReadingAnchor() throws {
    let fixture = ListFixture([Self.longRows], width: 600)
    defer { fixture.close() }
    fixture.show(.row(0, 30))
    fixture.resize(to: 400)
    fixture.settle()
    fixture.scroll(by: 2_000)
    let top = try require(fixture.list.scrollState.anchor).element
    fixture.resize(to: 600)
    fixture.settle()
    expect(fixture.list.scrollState.anchor?.element, equals: top)
  }

  @Test func listAtItsTopStaysAtTheTopWhenResized() {
    let fixture = ListFixture([ListFixture.rows(0..<200)])
    defer { fixture.close() }
    for width: Int32 in [300, 800, 480] {
      fixture.resize(to: width)
      fixture.settle()
      expect(fixture.list.contentOffset, equals: 0)
    }
  }

  @Test func preparedRowsFollowEdits() {
    let fixture = ListFixture([ListFixture.rows(0..<120, isMixed: false)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.delete(10..<20)
    fixture.moveRow(100, to: 3)
    fixture.change(50) { $0.title = "another title, much longer than the one that stood here before it" }
    fixture.settle()
    expect(fixture.finishPrecache())
    fixture.resize(to: 333)
    expect(fixture.list.geometry.unmeasuredCount, equals: 0)
    let truth = EntryHeights(width: 333, text: fixture.list.text)
    fixture.expectExactHeights(truth)
  }

  @Test func rowsAreEstimatedAndPreparedAgainAfterMemoryPressure() {
    let fixture = ListFixture([ListFixture.rows(0..<300)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.list.handleMemoryPressure()
    fixture.resize(to: 600)
    expect(fixture.list.geometry.unmeasuredCount > 0)
    expect(fixture.finishPrecache())
    expect(fixture.list.geometry.unmeasuredCount, equals: 0)
  }

  /// The tallest rows: all lines that a title and a preview may have.
  private static var longRows: [ListFixture.Row] {
    ListFixture.rows(0..<60).map { row in
      var row = row
      row.title = (0..<20).map { "\($0) \(row.title)" }.joined(separator: " ")
      row.preview = row.title
      return row
    }
  }
}

extension ListFixture {
  /// Gives the list another width, and returns right after the first layout with it.
  func resize(to width: Int32) {
    gtk_window_set_default_size(window.cast(), width, 600)
    expect(Display.settle { list.conditions?.width == Int(width) })
  }
}
