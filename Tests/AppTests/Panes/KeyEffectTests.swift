import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewer

/// What the keys of the window do, from the key to its effect.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct KeyEffectTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture(size: WindowSize(width: 600, height: 500), [["a", "b"], ["c"]])
  }

  /// Activates what the application does for a key.
  private func press(_ accelerator: String) throws {
    let application = try require(gtk_window_get_application(window.pointer))
    Shortcut.install(in: application)
    let found = gtk_application_get_actions_for_accel(application, accelerator)
    defer { g_strfreev(found) }
    let name = try require(found?.pointee.map { String(cString: $0) }, "\(accelerator) has no action.")
    let action = try require(name.hasPrefix("win.") ? String(name.dropFirst(4)) : nil)
    expect(fixture.isEnabled(action), "\(accelerator)")
    fixture.activate(action)
  }

  @Test func keysShowAndLeavePagesAndOpenAndCloseFeeds() async throws {
    // What the keys J and 2 write in layouts for the United States, Russia and France.
    let j: [(level: gint, value: UInt32)] = [(0, 0x6CF), (1, 0x6EF), (0, 0x6A), (1, 0x4A)]
    expect(KeyPresses.latinLetter(among: j), equals: 0x6A)
    expect(KeyPresses.latinLetter(among: Array(j.prefix(2))) == nil)
    expect(KeyPresses.latinLetter(among: [(0, 0xE9), (1, 0x32), (0, 0x32), (1, 0x40)]) == nil)
    // F9 shows and hides the feeds.
    expect(!window.panes.showsSidebarNow)
    try press("F9")
    try await expect(fixture.settle { window.panes.showsSidebarNow })
    try press("F9")
    try await expect(fixture.settle { !window.panes.showsSidebarNow })
    // Alt+Left goes back to the list.
    let place = RowIndexPath(section: 0, row: 1)
    window.list.select(place)
    window.listView(window.list, didActivate: place)
    try await expect(fixture.settle { window.isReading && window.isListHidden })
    try press("<Alt>Left")
    try await expect(fixture.settle { !window.isListHidden && !window.article.isShown })
    expect(window.list.selectedRow, equals: place)
    // F10 opens the main menu also where the article takes the place of the list, whose bar with its button is not seen then.
    window.activate(RowIndexPath(section: 0, row: 1))
    try await expect(fixture.settle { window.isReading && window.isListHidden })
    let header = window.bars.article
    func isSeen(_ button: HeaderMenuButton) -> Bool { gtk_widget_get_mapped(button.widget) != 0 }
    expect(isSeen(header.menuButton) && !isSeen(header.primaryButton))
    expect(window.keyPressed(UInt32(GDK_KEY_F10), modifiers: GDK_SHIFT_MASK.rawValue), equals: .unhandled)
    expect(window.keyPressed(UInt32(GDK_KEY_F10), modifiers: 0), equals: .handled)
    let popover = try require(gtk_menu_button_get_popover(header.primaryButton.widget.opaque))
    try await expect(fixture.settle { gtk_widget_get_mapped(popover.cast()) != 0 })
    expect(isSeen(header.primaryButton) && !isSeen(header.menuButton))
    gtk_popover_popdown(popover)
    try await expect(fixture.settle { isSeen(header.menuButton) && !isSeen(header.primaryButton) })
    expect(window.article.row?.title == "b" && window.isReading)
    try press("<Alt>Left")
    try await expect(fixture.settle { !window.isListHidden })
    // Control+F4 closes the feed, and Control+Z opens it again.
    window.list.select(RowIndexPath(section: 1, row: 0))
    try press("<Control>F4")
    try await expect(fixture.settle { fixture.titles == [["a", "b"]] && window.library.files.count == 1 })
    try press("<Control>z")
    try await expect(fixture.settle { fixture.titles == [["a", "b"], ["c"]] })
    // Escape closes files that are being read.
    let paths = window.library.files.map(\.path)
    for path in paths { window.library.close(path) }
    window.open(paths)
    expect(window.contentState, equals: .loading(["0.xml", "1.xml"]))
    expect(window.stopLoading())
    expect(window.library.files.isEmpty && window.contentState == .nothingOpen)
    expect(!window.stopLoading())
    fixture.activate("undo")
    fixture.activate("undo")
    try await expect(fixture.settle { fixture.titles == [["a", "b"], ["c"]] })
    expect(!window.stopLoading() && window.library.files.count == 2)
    // F5 and Control+R read the files again.
    for key in ["F5", "<Control>r"] {
      try fixture.folder.write(
        "<rss version=\"2.0\"><channel><title>\(key.count)</title>"
          + "<item><guid>n</guid><title>new</title></item></channel></rss>", to: "0.xml")
      try press(key)
      expect(window.library.isReloading)
      try await expect(fixture.settle { window.library.files[0].title == "\(key.count)" })
    }
    expect(fixture.titles, equals: [["new"], ["c"]])
  }

  /// Without a window manager, only a window that is not on the screen becomes fullscreen.
  @Test func f11MakesTheWindowFullscreen() async throws {
    gtk_widget_set_visible(window.pointer.cast(), 0)
    try press("F11")
    window.present()
    try await expect(fixture.settle { gtk_window_is_fullscreen(window.pointer) != 0 })
  }

  @Test func controlWClosesTheWindow() async throws {
    let windows = gtk_window_get_toplevels()!
    let count = g_list_model_get_n_items(windows)
    try press("<Control>w")
    try await expect(MainLoop.settle { g_list_model_get_n_items(windows) == count - 1 })
  }
}
