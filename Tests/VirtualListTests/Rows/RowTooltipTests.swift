import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

/// Tooltips show what a row truncates.
@Suite(.serialized, .needsDisplay)
struct RowTooltipTests {
  @Test func tooltipOfATruncatedTitleShowsItAll() throws {
    var rows = ListFixture.rows(0..<3)
    rows[0].title = "short"
    rows[1].title = String(repeating: "long title ", count: 100_000)
    let fixture = ListFixture([rows])
    defer { fixture.close() }
    fixture.settle()
    func tooltip(_ number: Int, y: Double) throws -> String? {
      let view = try require(fixture.list.pool.view(of: .row(0, number)))
      return try require(view.painter).tooltip(x: 100, y: y)
    }
    try expect(tooltip(0, y: 20) == nil)
    let told = try require(tooltip(1, y: 20))
    expect(told.hasPrefix("long title long title") && told.hasSuffix("…"))
    expect(told.count, equals: RowContent.maximumTooltipLength + 1)
  }

  @Test func tooltipOfTheMetadataLineShowsTheFullDate() throws {
    let widget = GObjectReference(adopting: gtk_drawing_area_new()!)
    let text = TextSystem(widget: widget.pointer)
    func tooltip(_ metadata: String) throws -> String? {
      let content = RowContent(
        title: "Title", metadata: metadata, metadataTooltip: "Wednesday", accessibleName: "")
      let painter = RowPainter.ofEntry(content, width: 300, in: text)
      let frame = try require(painter.layout.content?.frame(of: .metadata))
      return painter.tooltip(x: frame.minX + 1, y: frame.minY + 1)
    }
    try expect(tooltip("Author · 3 days ago"), equals: "Wednesday")
    let authors = String(repeating: "Author, ", count: 40)
    try expect(tooltip(authors), equals: "\(authors)\nWednesday")
  }
}
