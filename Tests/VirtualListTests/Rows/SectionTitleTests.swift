import CGtk
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

/// The alignment of section titles.
@Suite(
  "Section titles", .serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct SectionTitleTests {
  @Test(arguments: ["Travel notes", "يوميات الطبيعة", "יומן טבע 12", "2026", "旅"], [false, true])
  func sectionTitlesAlignToTheInterfacesStart(title: String, isRightToLeft: Bool) {
    let widget = GObjectReference(adopting: gtk_drawing_area_new()!)
    gtk_widget_set_direction(widget.pointer, isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    let text = TextSystem(widget: widget.pointer)
    let width = 400
    text.makeLayout(text.element(title, style: .title), width: width * 1024).use { layout in
      RowPainter.alignToStart(layout, of: isRightToLeft ? .rightToLeft : .leftToRight)
      var ink = PangoRectangle()
      pango_layout_get_pixel_extents(layout, &ink, nil)
      if isRightToLeft {
        #expect(abs(Int(ink.x + ink.width) - width) <= 3)
      } else {
        #expect(abs(ink.x) <= 3)
      }
      #expect(Int(ink.width) < width / 2)
    }
  }

  @Test func longSectionTitleHasThreeLines() {
    let heights = RowHeights.forEntries(text: TextSystem(font: "Sans 10"))
    func height(_ title: String, width: Int) -> Int {
      heights.layout(
        of: RowContent(title: title, metadata: "3 entries", accessibleName: ""),
        identity: ItemIdentity(template: .sectionHeader, key: "", revision: 0),
        under: MeasurementContext(width: width, environment: LayoutEnvironment())
      ).height
    }
    for width in [150, 400, 2_000] {
      let one = height("x", width: width)
      let long = height(String(repeating: "many words ", count: 3_000), width: width)
      #expect(long > 2 * (one - 20) + 20 && long < 4 * one)
      #expect(long == height(String(repeating: "many words ", count: 90_000), width: width))
    }
  }

  @Test func aHeaderThatRunsFromRightToLeftHasItsCountAtTheLeft() throws {
    let text = TextSystem(font: "Sans 10")
    let content = RowContent(title: "יומן טבע", metadata: "3 entries", accessibleName: "")
    let layout = RowHeights.forEntries(text: text).layout(
      of: content, identity: ItemIdentity(template: .sectionHeader, key: "", revision: 0),
      under: MeasurementContext(width: 700, environment: LayoutEnvironment()))
    let painter = RowPainter(
      content: content, layout: layout, template: SectionHeaderTemplate(EntryAppearance(in: text)),
      environment: LayoutEnvironment(), box: CSSBoxInsets(), text: text, images: ImageLoader(decoder: nil))
    let count = try #require(painter.texts.first { $0.tag == .metadata })
    var drawn = PangoRectangle()
    pango_layout_get_pixel_extents(count.layout.pointer, nil, &drawn)
    #expect(count.frame.minX + Double(drawn.x) == 16)
  }

  @Test func sectionHeaderIsDrawnFromItsAlignedTitle() throws {
    let fixture = ListFixture([ListFixture.rows(0..<3)])
    defer { fixture.close() }
    gtk_widget_set_direction(fixture.list.widget.pointer, GTK_TEXT_DIR_RTL)
    fixture.settle()
    let painter = try #require(fixture.list.pool.view(of: .header(0))?.painter)
    let title = try #require(painter.layouts(of: .title).first)
    var ink = PangoRectangle()
    pango_layout_get_pixel_extents(title, &ink, nil)
    // "Section 0" runs from left to right, and its header with it.
    #expect(ink.x < 20)
  }
}
