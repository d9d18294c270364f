import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import VirtualList

/// What a list draws, compared pixel by pixel with its rows drawn one by one where the geometry says that they are.
@Suite("Naive rendering", .serialized, .needsDisplay)
struct NaiveRenderingTests {
  private let fixture: ListFixture
  private var list: ListView { fixture.list }

  init() {
    fixture = ListFixture((0..<3).map { section in ListFixture.rows(section * 20..<section * 20 + 20) })
    ObjectProperty.set("gtk-enable-animations", of: gtk_settings_get_default()!, to: false)
    // GTK has no picture of a widget between a request to draw it and its next frame.
    list.pausesPrecache = true
    fixture.settle()
  }

  private var size: (width: Int, height: Int) {
    (Int(gtk_widget_get_width(list.widget.pointer)), Int(gtk_widget_get_height(list.widget.pointer)))
  }

  /// The same rows, each laid out anew and drawn by itself.
  ///
  /// - Parameter shift: Added to the place of every row, in pixels.
  private func composed(shift: Int = 0) -> PixelImage {
    let snapshot = gtk_snapshot_new()!
    gtk_snapshot_render_background(
      snapshot, gtk_widget_get_style_context(list.widget.pointer), 0, 0, Double(size.width),
      Double(size.height))
    var element = list.geometry.firstElement
    while let current = element {
      let y = list.geometry.offset(of: current) - list.contentOffset + shift
      let height = list.geometry.height(of: current).value
      if height > 0, y < size.height, y + height > 0 { draw(current, y: y, height: height, on: snapshot) }
      element = list.geometry.element(after: current)
    }
    if let sticky = list.scrollState.stickyHeader {
      draw(.header(sticky.section), y: sticky.y, height: sticky.height, on: snapshot)
    }
    return PixelImage(drawing: snapshot, width: size.width, height: size.height)
  }

  private func draw(_ element: ListElement, y: Int, height: Int, on snapshot: OpaquePointer) {
    guard let conditions = list.conditions, let view = list.pool.view(of: element) else {
      Issue.record("There is no widget of \(element).")
      return
    }
    let painter = list.makePainter(
      of: element, content: fixture.listView(list, contentOf: element),
      identity: fixture.listView(list, identityOf: element), under: conditions)
    painter.becameVisible {}
    let style = gtk_widget_get_style_context(view.widget.pointer)
    var origin = graphene_point_t(x: 0, y: Float(y))
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0),
      size: graphene_size_t(width: Float(size.width), height: Float(height)))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &origin)
    gtk_snapshot_render_background(snapshot, style, 0, 0, Double(size.width), Double(height))
    gtk_snapshot_push_clip(snapshot, &bounds)
    painter.paint(on: snapshot, widget: view.widget.pointer)
    gtk_snapshot_pop(snapshot)
    gtk_snapshot_restore(snapshot)
  }

  private func expectSame(_ what: String, _ place: SourceLocation = #_sourceLocation) {
    fixture.settle()
    // A widget that waits for a layout is not drawn.
    var drawn: PixelImage?
    Display.settle {
      drawn = PixelImage(lastFrameOf: list.widget.pointer)
      return drawn?.pixels.contains { $0 != 0 } == true
    }
    guard let picture = drawn else {
      Issue.record("The list is not drawn.", sourceLocation: place)
      return
    }
    let difference = picture.difference(from: composed())
    expect(difference == nil, "\(what): \(difference?.description ?? "")", sourceLocation: place)
    // Rows that are a pixel away are another picture.
    expect(picture.difference(from: composed(shift: 1)) != nil, sourceLocation: place)
  }

  @Test(arguments: [(false, false), (true, false), (false, true)])
  func listPixelsEqualRowsDrawnOneByOne(isDark: Bool, isRightToLeft: Bool) throws {
    let settings = DisplaySettings()
    defer {
      fixture.close()
      settings.restore()
    }
    settings.setDark(isDark)
    gtk_widget_set_direction(list.widget.pointer, isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    expectSame("top")
    // Widgets are recycled on the way.
    for distance in [331.0, 1_777, 58, -900] {
      fixture.move(by: distance)
      expectSame("by \(distance)")
    }
    fixture.sections[0].removeSubrange(3..<6)
    fixture.sections[1].insert(contentsOf: ListFixture.rows(900..<902), at: 2)
    list.performBatchUpdates {
      list.deleteRows((3..<6).map { RowIndexPath(0, $0) })
      list.insertRows((2..<4).map { RowIndexPath(1, $0) })
    }
    expectSame("edited")
    list.scroll(to: .row(1, 1), alignment: .top)
    expectSame("jumped")
  }
}
