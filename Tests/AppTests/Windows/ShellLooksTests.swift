import CGtk
import Expectations
import GtkInterop
import Testing
import WidgetTesting

@testable import FeedViewer

/// Measures and colours of the window with the program's style sheet.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ShellLooksTests {
  private let style: TestStyleSheet
  private let settings: DisplaySettings
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    style = try TestStyleSheet()
    settings = DisplaySettings()
    settings.setAnimations(false)
    fixture = try await WindowFixture(size: WindowSize(width: 1_275, height: 500), [["a", "b"], ["c"]])
  }

  private func close() {
    fixture.close()
    settings.restore()
    style.remove()
  }

  /// The first widget below another one that has a class and can be seen.
  private func part(_ name: String, of widget: WidgetPointer) throws -> WidgetPointer {
    try require(
      WidgetTree.widgets(below: widget).first {
        gtk_widget_has_css_class($0, name) != 0 && gtk_widget_get_mapped($0) != 0
      }, "There is no \(name).")
  }

  private func frame(of widget: WidgetPointer, in parent: WidgetPointer) throws -> graphene_rect_t {
    var bounds = graphene_rect_t()
    try require(gtk_widget_compute_bounds(widget, parent, &bounds) != 0)
    return bounds
  }

  /// The window as it was drawn last, when nothing more changes.
  private func picture() async throws -> PixelImage {
    try await .atRest(window.panes.widget, until: { _ in window.isComplete })
  }

  private func color(_ x: Int, _ y: Int, of image: PixelImage) -> UInt32 {
    image.pixels[y * image.width + x]
  }

  @Test func partsHaveTheirColoursAndDistances() async throws {
    defer { close() }
    // A line divides the sidebar and the list.
    var image = try await picture()
    let sidebar = try frame(of: window.sidebar.widget, in: window.panes.widget)
    let end = Int(sidebar.origin.x + sidebar.size.width)
    let y = Int(sidebar.origin.y + sidebar.size.height) - 20
    let line = color(end - 1, y, of: image)
    expect(line != color(end - 2, y, of: image) && line != color(end, y, of: image))
    // The search has the colour of the list and the height of its field.
    window.beginSearch()
    window.searchBar.field.text = "a"
    try await expect(fixture.settle { !window.search.isBusy && !window.entries.isBusy })
    image = try await picture()
    let panes = window.panes.widget
    let area = try part("search-area", of: window.listPage)
    let frame = try frame(of: area, in: panes)
    let field = try self.frame(of: window.searchBar.field.entry, in: area)
    expect(field.size.height, equals: 34)
    // Between the field and its button.
    let list = try self.frame(of: window.listPage, in: panes)
    let x = Int(frame.origin.x + field.origin.x + field.size.width) + 3
    let below = color(Int(list.origin.x) + 100, Int(list.origin.y + list.size.height) - 3, of: image)
    expect(color(x, Int(frame.origin.y) + 20, of: image), equals: below)
    window.searchBar.field.close()
    // The parts of a page are twelve pixels apart.
    window.show(.starred)
    try await expect(fixture.settle { window.contentState == .noneStarred })
    _ = try await picture()
    let page = try part("status-page", of: window.content.widget)
    var parts: [WidgetPointer] = []
    var next = gtk_widget_get_first_child(page)
    while let child = next {
      if gtk_widget_get_visible(child) != 0 { parts.append(child) }
      next = gtk_widget_get_next_sibling(child)
    }
    let frames = try parts.map { try self.frame(of: $0, in: page) }
    try require(frames.count == 3)
    // The icon has 6 below it.
    expect(frames[1].origin.y - frames[0].origin.y - frames[0].size.height, equals: 18)
    expect(frames[2].origin.y - frames[1].origin.y - frames[1].size.height, equals: 12)
  }

  @Test func theHeaderBarsHaveRoomForTheirButtonsAndOneMainMenu() async throws {
    defer { close() }
    let header = window.bars.sidebar
    expect(!header.openButton.isNarrow)
    settings.setDecorationLayout("close,minimize,maximize:")
    try await expect(fixture.settle { header.openButton.isNarrow })
    var least: Int32 = 0
    gtk_widget_measure(header.bar.widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    expect(Int(least) <= PaneArrangement.initialSidebarWidth)
    settings.setDecorationLayout(":close")
    try await expect(fixture.settle { !header.openButton.isNarrow })
    // Only the list has the main menu under a sidebar that lies over it.
    func hasMenu(_ button: HeaderMenuButton) -> Bool { gtk_widget_get_mapped(button.widget) != 0 }
    expect(hasMenu(window.bars.sidebar.menuButton) && !hasMenu(window.bars.list.menuButton))
    gtk_window_set_default_size(window.pointer, 600, 500)
    try await expect(fixture.settle { !window.panes.showsSidebarNow })
    fixture.activate("sidebar")
    try await expect(fixture.settle { window.panes.arrangement.sidebarIsOver })
    try await expect(
      fixture.settle { !hasMenu(window.bars.sidebar.menuButton) && hasMenu(window.bars.list.menuButton) })
  }
}
