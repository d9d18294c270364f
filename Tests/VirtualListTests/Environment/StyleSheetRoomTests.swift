import CGtk
import Expectations
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

/// Padding, borders and margins that a style sheet puts around the list or its rows.
@Suite("Room of style sheets", .serialized, .needsDisplay)
struct StyleSheetRoomTests {
  private let fixture = ListFixture([ListFixture.rows(0..<200, isMixed: false)])

  private nonisolated static let listSheet = "feedlist { padding: 6px 24px 0 40px; }"
  private nonisolated static let rowSheet =
    "feedrow { padding: 7px 20px 4px 10px; margin-top: 3px; border-left: 2px solid red; } "
    + "feedrow:selected { padding: 0; } feedheader { padding: 5px 8px; }"

  /// Every row, not only those on screen.
  private func expectExactHeights(rowWidth: Int, around: Int) {
    let text = TextSystem(widget: fixture.list.widget.pointer)
    fixture.expectExactHeights(EntryHeights(width: rowWidth, text: text), around: around)
  }

  /// Paddings that leave a row little width, or none: content that does not fit is clipped.
  @Test(arguments: ["feedrow { padding: 0 200px; }", "feedrow, feedheader { padding: 20px 2000px; }"])
  func rowsNarrowerThanTheirPaddingHaveHeights(sheet: String) {
    defer { fixture.close() }
    let before = fixture.list.conditions
    let sheet = AddedStyleSheet(sheet)
    expect(Display.settle { fixture.list.conditions != before })
    expect(fixture.finishPrecache())
    fixture.resize(to: 320)
    fixture.settle()
    expect(fixture.list.conditions.map { $0.rowWidth < 0 }, equals: true)
    expect(fixture.list.statistics.correctedHeights, equals: 0)
    for shown in fixture.list.elementsOnScreen {
      expect(shown.layoutHeight, equals: fixture.height(of: shown.element))
    }
    sheet.remove()
  }

  /// Narrower texts are wrapped again by arithmetic, and nothing is prepared again.
  @Test(arguments: [(listSheet, 480 - 64, 0), (rowSheet, 480 - 32, 14)])
  func changedPaddingIsAppliedByArithmeticInTheNextLayout(sheet: String, rowWidth: Int, around: Int) throws {
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.show(.row(0, 60))
    let list = fixture.list
    let (heights, picture) = (fixture.heights, fixture.picture)
    let (prepared, measured) = (list.text.statistics.prepared, list.statistics.measurements)
    let sheet = AddedStyleSheet(sheet)
    expect(Display.settle { list.conditions?.rowWidth == rowWidth })
    expectExactHeights(rowWidth: rowWidth, around: around)
    // The header, and the rows that were on screen.
    expect(list.statistics.measurements - measured < 20)
    expect(list.text.statistics.prepared - prepared <= 2)
    fixture.settle()
    let header = fixture.height(of: .header(0))
    expect(list.row(atY: Double(header) + 1), equals: RowIndexPath(0, 60))
    for shown in list.elementsOnScreen {
      expect(shown.layoutHeight, equals: fixture.height(of: shown.element))
      let view = try require(list.pool.view(of: shown.element))
      // What GTK leaves for the content is what that was laid out for.
      expect(Int(gtk_widget_get_height(view.widget.pointer)), equals: view.painter?.layout.height)
    }
    sheet.remove()
    expect(Display.settle { list.conditions?.rowWidth == 480 })
    expectExactHeights(rowWidth: 480, around: 0)
    fixture.settle()
    expect(fixture.heights, equals: heights)
    expect(fixture.picture, equals: picture)
  }

  /// GTK keeps paddings in 16 bits, and margins may be negative.
  @Test func negativeContentWidthIsTreatedAsZero() {
    defer { fixture.close() }
    fixture.settle()
    let heights = fixture.heights
    let sheet = AddedStyleSheet(
      "feedrow { padding-bottom: 2000000px; margin-top: -900px; border-left: 1px solid red; }")
    defer { sheet.remove() }
    expect(Display.settle { fixture.list.conditions?.rowWidth == 479 })
    fixture.settle()
    expect(fixture.heights.allSatisfy { $0 > 0 } && fixture.heights.count == heights.count)
  }
}
