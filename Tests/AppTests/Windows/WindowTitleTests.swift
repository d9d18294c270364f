import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewer
@testable import VirtualList

/// The titles in the header bars of a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct WindowTitleTests {
  private func makeFixture(width: Int, _ feeds: [[String]]) async throws -> WindowFixture {
    try await WindowFixture(size: WindowSize(width: width, height: 500), feeds)
  }

  private func read(_ section: Int, in fixture: WindowFixture) async throws {
    let (window, place) = (fixture.window, RowIndexPath(section: section, row: 0))
    window.list.select(place)
    window.activate(place)
    try await expect(fixture.settle { window.article.view.document.count > 0 })
  }

  private func title(of fixture: WindowFixture) -> String {
    String(cString: gtk_window_get_title(fixture.window.pointer))
  }

  @Test(arguments: [false, true]) func titlesTellWhatIsListedAndRead(isRightToLeft: Bool) async throws {
    try require(TestDisplay.isReady)
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setRightToLeft(isRightToLeft)
    let fixture = try await makeFixture(width: 1_275, [["a", "b"], ["c"]])
    defer { fixture.close() }
    let bars = fixture.window.bars
    expect(bars.list.title.shownTitle == "All Entries" && bars.list.title.shownSubtitle == "3 entries")
    expect(title(of: fixture), equals: "All Entries")
    try await read(1, in: fixture)
    try await expect(fixture.settle { bars.list.title.shownSubtitle == "3 entries, 2 unread" })
    // The heading of the article tells its title.
    expect(bars.article.title.shownTitle == nil && title(of: fixture) == "c — All Entries")
  }

  /// Fallback fonts may be higher than that of the window.
  @Test func titlesInEveryScriptHaveRoom() async throws {
    let fixture = try await makeFixture(width: 600, [["a"]])
    defer { fixture.close() }
    let title = fixture.window.bars.list.title
    let window: WidgetPointer = fixture.window.pointer.cast()
    for text in ["Latin", "يوميات الطبيعة · יומן טבע", "हिन्दी में समाचार", "ข่าวภาษาไทยที่นี่"] {
      title.show(TitleText(title: text, subtitle: "1 entry"))
      let labels = WidgetTree.widgets(below: title.widget).filter {
        gtk_widget_has_css_class($0, "title") != 0
          && WidgetTree.text(of: $0) == text
      }
      let label = try require(labels.first)
      // The label gets its height in the next frame.
      var ink = PangoRectangle()
      var y: Int32 = 0
      let hasRoom = try await fixture.settle {
        pango_layout_get_pixel_extents(gtk_label_get_layout(label.opaque), &ink, nil)
        var x: Int32 = 0
        gtk_label_get_layout_offsets(label.opaque, &x, &y)
        return fixture.window.isComplete && gtk_widget_get_height(label) > 0
          && y + ink.y >= 0 && y + ink.y + ink.height <= gtk_widget_get_height(label)
      }
      expect(hasRoom, "\(text): \(y + ink.y), \(ink.height) in \(gtk_widget_get_height(label))")
      var top = 0.0
      gtk_widget_translate_coordinates(label, window, 0, Double(y + ink.y), nil, &top)
      expect(top >= 0)
    }
  }

  @Test func aSubtitleWithoutRoomIsShort() async throws {
    let fixture = try await makeFixture(width: 440, [["a"]])
    defer { fixture.close() }
    let title = fixture.window.bars.list.title
    let text = TitleText(
      title: "A", subtitle: "600,010 entries and a word or two, 600,008 unread",
      shorter: ["600,008 unread", ""])
    title.show(text)
    try await expect(fixture.settle { title.shownSubtitle == "600,008 unread" })
    let labels = WidgetTree.widgets(below: title.widget).filter {
      gtk_widget_has_css_class($0, "subtitle") != 0 && gtk_widget_is_drawable($0) != 0
        && gtk_widget_get_child_visible($0) != 0
    }
    expect(labels.map(WidgetTree.text), equals: ["600,008 unread"])
    gtk_window_set_default_size(fixture.window.pointer, 640, 600)
    // With its new size the window shows its own title again.
    try await expect(
      fixture.settle {
        title.show(text)
        return title.shownSubtitle == text.subtitle
      })
  }

  @Test func theOrderIsNamedAndANarrowBarMayHaveTheShortCount() async throws {
    let fixture = try await makeFixture(width: 1_275, [["a", "b"], ["c"]])
    defer { fixture.close() }
    let title = fixture.window.bars.list.title
    try await expect(fixture.settle { title.text.subtitle == "3 entries" })
    expect(Array(title.text.subtitles), equals: ["3 entries", ""])
    fixture.choose("newest", of: "order")
    try await expect(fixture.settle { title.shownSubtitle == "3 entries · newest first" })
    let row = try require(fixture.window.entries.row(at: RowIndexPath(section: 0, row: 0)))
    fixture.window.entries.set(.read, true, of: [row])
    try await expect(fixture.settle { title.text.subtitle == "3 entries, 2 unread · newest first" })
    expect(
      Array(title.text.subtitles.dropFirst()), equals: ["2 unread · newest first", "2 unread", ""])
    fixture.choose("file", of: "order")
    try await expect(fixture.settle { title.text.subtitle == "3 entries, 2 unread" })
    expect(Array(title.text.subtitles), equals: ["3 entries, 2 unread", "2 unread", ""])
    fixture.choose("newest", of: "order")
    fixture.window.show(.starred)
    try await expect(fixture.settle { fixture.titles.isEmpty && title.shownSubtitle?.isEmpty == true })
    // One feed has no order among feeds.
    fixture.choose("feed", of: "order")
    fixture.window.show(.feed(fixture.window.library.files[1].path))
    try await expect(fixture.settle { title.shownSubtitle == "1 entry" })
  }

  @Test(arguments: [320, 360, 700, 1_100, 1_600]) func everyButtonIsInsideTheWindow(width: Int) async throws {
    let fixture = try await makeFixture(width: width, [["a"], ["b"]])
    defer { fixture.close() }
    let window: WidgetPointer = fixture.window.pointer.cast()
    func check() throws {
      let bars = [
        fixture.window.bars.sidebar.bar, fixture.window.bars.list.bar, fixture.window.bars.article.bar,
      ]
      for button in bars.flatMap({ WidgetTree.widgets(below: $0.widget) }) {
        guard g_type_check_instance_is_a(button.cast(), gtk_button_get_type()) != 0,
          gtk_widget_get_mapped(button) != 0
        else { continue }
        var bounds = graphene_rect_t()
        try require(gtk_widget_compute_bounds(button, window, &bounds) != 0)
        expect(bounds.origin.x >= 0)
        expect(bounds.origin.x + bounds.size.width <= Float(gtk_widget_get_width(window)))
      }
    }
    /// The ellipsized labels that have no room for the ellipsis.
    func cutLabels() -> [String] {
      WidgetTree.labels(below: fixture.window.panes.widget).filter { label in
        guard gtk_widget_get_mapped(label) != 0,
          pango_layout_is_ellipsized(gtk_label_get_layout(label.opaque)) != 0
        else { return false }
        let layout = gtk_widget_create_pango_layout(label, "…")!
        defer { g_object_unref(layout.raw) }
        var width: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, nil)
        return gtk_widget_get_width(label) < width
      }.map(WidgetTree.text)
    }
    // A text that has just changed is laid out with the next frame.
    try await expect(fixture.settle { cutLabels().isEmpty }, "\(cutLabels())")
    try check()
    try await read(0, in: fixture)
    try await expect(
      fixture.settle { !fixture.window.panes.isMoving && cutLabels().isEmpty }, "\(cutLabels())")
    try check()
  }
}
