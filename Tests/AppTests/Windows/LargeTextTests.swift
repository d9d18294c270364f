import CGtk
import Expectations
import GtkInterop
import Testing
import WidgetTesting

@testable import FeedViewer

/// The window at a text size of 200 %; with a sidebar, which the test's screen has no room for then, of 130 %.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct LargeTextTests {
  private let style: TestStyleSheet
  private let settings: DisplaySettings

  init() throws {
    style = try TestStyleSheet()
    settings = DisplaySettings()
    settings.setAnimations(false)
    settings.setTextScale(2)
  }

  private func close(_ fixture: WindowFixture) {
    for dialog in DialogWindows.over(fixture.window) { gtk_window_destroy(dialog) }
    fixture.close()
    settings.restore()
    style.remove()
  }

  private func isKind(_ widget: WidgetPointer, _ type: GType) -> Bool {
    g_type_check_instance_is_a(widget.cast(), type) != 0
  }

  private func naturalWidth(of widget: WidgetPointer) -> Int32 {
    var natural: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
    return natural
  }

  private nonisolated static let (wide, scaleOfWide) = (1_275, 1.3)

  @Test(arguments: [wide, 320])
  func theButtonThatOpensFilesIsNotCutAndTheHeadingOfTheFeedsGrows(width: Int) async throws {
    if width == Self.wide { settings.setTextScale(Self.scaleOfWide) }
    let fixture = try await WindowFixture(
      size: WindowSize(width: width, height: 600), width > 1_000 ? [["a", "b"]] : [])
    defer { close(fixture) }
    let window = fixture.window
    window.showContent()
    let button = width > 1_000 ? window.bars.sidebar.openButton : window.bars.list.openButton
    try await expect(
      fixture.settle { gtk_widget_get_mapped(button.widget) != 0 && button.isNarrow == (width < 1_000) })
    var parts: [WidgetPointer] = []
    var next = gtk_widget_get_first_child(button.widget)
    while let child = next {
      parts.append(child)
      next = gtk_widget_get_next_sibling(child)
    }
    try await expect(
      fixture.settle { parts.count == 2 && Set(parts.map { gtk_widget_get_allocated_height($0) }).count == 1 }
    )
    expect(gtk_widget_get_width(button.widget) >= naturalWidth(of: button.widget))
    // The buttons of the bar leave room for it.
    var bounds = graphene_rect_t()
    for part in WidgetTree.widgets(below: window.panes.widget)
    where gtk_widget_get_mapped(part) != 0 && isKind(part, gtk_button_get_type()) {
      try require(gtk_widget_compute_bounds(part, window.panes.widget, &bounds) != 0)
      expect(Int32(bounds.origin.x + bounds.size.width) <= gtk_widget_get_width(window.panes.widget))
    }
    guard width == Self.wide else { return }
    func height(_ place: Int) throws -> Int32 {
      gtk_widget_get_height(
        try require(window.sidebar.row(at: place).flatMap { SidebarRows.labels(in: $0).first }))
    }
    try await expect(fixture.settle { window.sidebar.shownRows.count == 6 })
    try expect(Double(height(4)) >= 0.8 * Double(height(0)))
  }
  @Test func noWordOfThePreferencesIsDividedInANarrowWindow() async throws {
    let fixture = try await WindowFixture(size: WindowSize(width: 360, height: 720), [["a", "b"]])
    defer { close(fixture) }
    fixture.activate("preferences")
    try await expect(fixture.settle { !DialogWindows.over(fixture.window).isEmpty })
    let dialog: WidgetPointer = try require(DialogWindows.over(fixture.window).first).cast()
    try await expect(fixture.settle { gtk_widget_get_width(dialog) > 0 })
    let widgets = WidgetTree.widgets(below: dialog)
    let labels = widgets.filter { isKind($0, gtk_label_get_type()) && gtk_label_get_wrap($0.opaque) != 0 }
    expect(labels.count > 10)
    for label in labels {
      let text = Array(WidgetTree.text(of: label).utf8)
      let layout = gtk_label_get_layout(label.opaque)
      for number in 1..<max(1, pango_layout_get_line_count(layout)) {
        let start = Int(pango_layout_get_line_readonly(layout, number).pointee.start_index)
        expect(" -".utf8.contains(text[start - 1]), "\(String(decoding: text[..<start], as: UTF8.self))")
      }
    }
    let scroller = try require(widgets.first { isKind($0, gtk_scrolled_window_get_type()) })
    let adjustment = gtk_scrolled_window_get_hadjustment(scroller.opaque)
    expect(gtk_adjustment_get_upper(adjustment) <= gtk_adjustment_get_page_size(adjustment))
  }
}
