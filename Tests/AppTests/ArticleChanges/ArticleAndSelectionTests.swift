import CGtk
import Expectations
import FeedViewerBase
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// Beside the list, what is read is the entry of the selected row, whatever happens to a list whose file is read only where it is
/// shown.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleAndSelectionTests {
  private static let count = 2_000
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>

  init() throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
  }

  private func items(changed: String = "", without missing: Int? = nil) -> String {
    (0..<Self.count).filter { $0 != missing }.map { number in
      "<item><guid>\(number)</guid><title>Entry \(number)</title><pubDate>Thu, 01 Oct 2026 00:00:00 GMT</pubDate>"
        + "<description>Text of \(number), \(String(repeating: "words ", count: number % 40))"
        + "\(number == 3 ? changed : "")</description></item>\n"
    }.joined()
  }

  @discardableResult private func write(_ items: String) throws -> String {
    try folder.write(
      "<rss version=\"2.0\"><channel><title>Notes</title>\(items)</channel></rss>", to: "notes.xml")
  }

  private func makeWindow() -> ViewerWindow {
    let keeper = StateKeeper(path: folder.path + "/state.sqlite", settings: Settings())
    return ViewerWindow(
      application: application.pointer, options: ViewerOptions(size: WindowSize(width: 1_100, height: 600)),
      keeper: keeper,
      load: { path, earlier in
        FeedLoader.events(
          path: path, state: keeper.state, sizes: .holding(head: 50, tail: 64 << 10), since: earlier)
      })
  }

  private func isAtRest(_ window: ViewerWindow) -> Bool {
    window.isComplete && !window.library.isLoading && !window.entries.isBusy && !window.search.isBusy
  }

  /// Whether the article and the selection belong together.
  private func agree(_ window: ViewerWindow) -> Bool {
    let article = window.article
    guard let place = window.list.selectedRow else {
      return !article.isShown || article.pinned.reason != nil
    }
    guard let row = window.entries.row(at: place) else { return false }
    return article.row?.key == row.key && article.view.document.title == row.title
      && article.pinned.reason == nil
  }

  @Test func theArticleIsThatOfTheSelectedRow() async throws {
    let path = try write(items())
    let other = try folder.write(SampleFeed.rss(title: "Other", entries: ["a", "b"]), to: "other.xml")
    let window = makeWindow()
    defer { gtk_window_destroy(window.pointer) }
    window.open([FilePath(path), FilePath(other)])
    window.present()
    try await expect(
      MainLoop.settle { isAtRest(window) && window.library.expectedEntryCount > Self.count })

    /// Does something, and waits until nothing more happens and something holds.
    func step(_ name: String, until holds: () -> Bool = { true }, _ act: () throws -> Void) async throws {
      try act()
      let isReached = try await MainLoop.settle { isAtRest(window) && holds() && agree(window) }
      let row = window.list.selectedRow.flatMap(window.entries.row(at:))?.title
      expect(
        isReached,
        "\(name): \(row ?? "no row") is selected, \(window.article.row?.title ?? "nothing") is read")
    }
    func choose(_ value: String, of action: String) { Action.setState(value, of: action, in: window.pointer) }
    func activate(_ action: String) { g_action_group_activate_action(window.pointer.opaque, action, nil) }
    func reads(_ title: String) -> Bool { window.article.row?.title == title }
    func isPinned(_ reason: PinnedStrip.Reason?) -> Bool { window.article.pinned.reason == reason }

    try await step("selection", until: { reads("Entry 3") }) {
      window.list.select(RowIndexPath(section: 0, row: 3))
    }
    try await step("another feed", until: { !window.article.isShown }) {
      window.show(.feed(FilePath(other)))
    }
    try await step("all feeds", until: { window.entries.arrangement.feed == nil }) { window.show(.all) }
    try await step("selection again", until: { reads("Entry 3") }) {
      window.list.select(RowIndexPath(section: 0, row: 3))
    }
    try await step("search", until: { reads("Entry 3") && isPinned(.search) }) {
      window.beginSearch()
      window.searchBar.field.text = "title:b"
    }
    try await step("end of the search", until: { isPinned(nil) }) { window.searchBar.field.close() }
    try await step("filter", until: { reads("Entry 3") && isPinned(.filter(.starred)) }) {
      choose("starred", of: "filter")
    }
    try await step("the entry in the list", until: { reads("Entry 3") && isPinned(nil) }) {
      activate("show-in-list")
    }
    for order in ["title", "newest", "unread", "file"] {
      try await step("order \(order)", until: { reads("Entry 3") && isPinned(nil) }) {
        choose(order, of: "order")
      }
    }
    for density in ["titles", "comfortable", "compact"] {
      try await step("density \(density)", until: { reads("Entry 3") }) { choose(density, of: "density") }
    }
    try await step("reload", until: { reads("Entry 3") && isPinned(nil) }) { activate("reload") }
    // What clears a selection that rests is followed at once.
    try await expect(MainLoop.settle(lasting: .milliseconds(200)) { isAtRest(window) })
    try await step("another text", until: { reads("Entry 3") && window.toast.text == "Entry changed" }) {
      try write(items(changed: "and more"))
    }
    try await step("deletion", until: { reads("Entry 4") }) {
      window.list.takeFocus()
      window.updateActions()
      activate("delete-row")
    }
    try await step("undo", until: { reads("Entry 3") }) { activate("undo") }
    try await step("the entry has gone", until: { reads("Entry 3") && isPinned(.gone) }) {
      try write(items(changed: "and more", without: 3))
    }
    try await step("another entry", until: { reads("Entry 4") && isPinned(nil) }) { window.turn(.next) }
  }
}
