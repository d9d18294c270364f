import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

/// The alignment of section titles.
@Suite("Section titles", .serialized, .needsDisplay)
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
        expect(abs(Int(ink.x + ink.width) - width) <= 3)
      } else {
        expect(abs(ink.x) <= 3)
      }
      expect(Int(ink.width) < width / 2)
    }
  }

  private func layout(_ title: String, _ count: String, width: Int, in text: TextSystem) -> TemplateLayout {
    let content = RowContent(title: title, metadata: count, accessibleName: "")
    return RowPainter.ofHeader(content, width: width, in: text).layout
  }

  @Test func sectionTitlesHaveOneLineAndHeadersALeastHeight() {
    let text = TextSystem(font: "Sans 10")
    let large = TextSystem(font: "Sans 30")
    let long = String(repeating: "many words ", count: 90_000)
    for width in [150, 400, 2_000] {
      for (title, count) in [("x", ""), ("x", "3"), (long, "3"), ("يوميات", "≈17")] {
        expect(layout(title, count, width: width, in: text).height, equals: 30)
      }
      let high = layout("x", "3", width: width, in: large).height
      expect(high > 50 && layout(long, "3", width: width, in: large).height == high)
    }
  }

  /// Whatever its direction, a title begins where the texts of rows do, and the count is at the other end.
  @Test(arguments: ["יומן טבע", "Nature"], [LayoutDirection.leftToRight, .rightToLeft])
  func titleAndCountAreAtTheInterfacesEnds(title: String, direction: LayoutDirection) throws {
    let widget = GObjectReference(adopting: gtk_drawing_area_new()!)
    let isMirrored = direction == .rightToLeft
    gtk_widget_set_direction(widget.pointer, isMirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    let text = TextSystem(widget: widget.pointer)
    let content = RowContent(title: title, metadata: "17", accessibleName: "")
    let painter = RowPainter.ofHeader(content, width: 700, direction: direction, in: text)
    func logical(_ tag: ElementTag) throws -> (left: Double, right: Double) {
      let placed = try require(painter.texts.first { $0.tag == tag })
      var drawn = PangoRectangle()
      pango_layout_get_pixel_extents(placed.layout.pointer, nil, &drawn)
      let left = placed.frame.minX + Double(drawn.x)
      return (left, left + Double(drawn.width))
    }
    let (name, count) = (try logical(.title), try logical(.metadata))
    expect(abs((isMirrored ? 700 - name.right : name.left) - 24) <= 1)
    expect(abs((isMirrored ? count.left : 700 - count.right) - 12) <= 1)
  }

  @Test func sectionHeaderIsDrawnFromItsAlignedTitle() throws {
    let fixture = ListFixture([ListFixture.rows(0..<3)])
    defer { fixture.close() }
    gtk_widget_set_direction(fixture.list.widget.pointer, GTK_TEXT_DIR_RTL)
    fixture.settle()
    let painter = try require(fixture.list.pool.view(of: .header(0))?.painter)
    let title = try require(painter.layouts(of: .sectionTitle).first)
    var ink = PangoRectangle()
    pango_layout_get_pixel_extents(title, &ink, nil)
    // "Section 0" runs from left to right, and begins where the interface does.
    expect(ink.x > 200)
  }
}
