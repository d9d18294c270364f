import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// The menus of rows and section headers in a window of several feeds, and what they do.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct RowMenuTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture(
      size: WindowSize(width: 1_275, height: 500), [["a", "b"], ["c"], ["d", "e", "f"]])
  }

  private var read: [String] {
    window.library.sections.flatMap { $0.rows.readRows }.filter(\.isRead).map(\.title)
  }

  private var paths: [FilePath] { window.library.files.map(\.path) }

  private func show(_ list: String) {
    g_action_group_activate_action(window.pointer.opaque, "show-list", g_variant_new_string(list))
  }

  private func select(_ section: Int, _ row: Int) {
    window.list.select(RowIndexPath(section: section, row: row))
  }

  /// The actions of a menu, by sections.
  private func actions(_ items: [Menu.Item]) -> [[String]] {
    items.map { item in
      guard case .section(_, let items) = item else { return [] }
      return items.compactMap { if case .action(_, let action, _) = $0 { action } else { nil } }
    }
  }

  @Test func entriesAboveAndBelowTheSelectedOneAreMarkedInAllFeeds() async throws {
    // No entry counts as read meanwhile.
    window.pace.readingTime = 60_000
    select(2, 1)
    fixture.activate("mark-above-read")
    expect(read, equals: ["a", "b", "c", "d"])
    expect(window.toast.text, equals: "4 entries marked as read")
    fixture.activate("undo")
    expect(read, equals: [])
    select(0, 1)
    fixture.activate("mark-below-read")
    expect(read, equals: ["c", "d", "e", "f"])
    select(0, 0)
    expect(!fixture.isEnabled("mark-above-read") && fixture.isEnabled("mark-below-read"))
    select(2, 2)
    expect(fixture.isEnabled("mark-above-read") && !fixture.isEnabled("mark-below-read"))
    window.list.select(nil)
    expect(!fixture.isEnabled("mark-above-read") && !fixture.isEnabled("mark-below-read"))
    // Other commands depend on the list.
    select(2, 1)
    expect(!fixture.isEnabled("clean-up") && fixture.isEnabled("show-in-feed"))
    fixture.activate("show-in-feed")
    try await expect(
      fixture.settle { fixture.titles == [["d", "e", "f"]] && !fixture.isEnabled("show-in-feed") })
    show("unread")
    try await expect(fixture.settle { window.shownList == .unread && fixture.isEnabled("clean-up") })
  }

  @Test func aHeaderLeadsToItsFeedOrToTheStartOfItsPartOfATimeline() async throws {
    fixture.choose("time", of: "grouping")
    try await expect(fixture.settle { fixture.titles.count == 1 })
    window.listView(window.list, wantsMenuForHeaderOf: 0, x: 40, y: 60)
    expect(window.rowMenu?.isOpen != true)
    window.listView(window.list, didActivateHeaderOf: 0)
    try await expect(fixture.settle { fixture.titles.count == 1 && window.shownList == .all })
    fixture.choose("feed", of: "grouping")
    try await expect(fixture.settle { fixture.titles.count == 3 })
    window.listView(window.list, wantsMenuForHeaderOf: 1, x: 40, y: 60)
    try await expect(fixture.settle { window.rowMenu?.isOpen == true })
    window.rowMenu?.close()
    expect(
      actions(MenuContents.sectionHeader(of: paths[1], hasWebsite: true)),
      equals: [
        ["win.mark-list-read", "win.open-page"], ["win.close-file"],
      ])
    window.listView(window.list, didActivateHeaderOf: 1)
    try await expect(fixture.settle { fixture.titles == [["c"]] && window.shownList == .feed(paths[1]) })
  }

  @Test func theMenuOfARowHasWhatAppliesToIt() async throws {
    let row = try require(window.entries.row(at: RowIndexPath(section: 0, row: 0)))
    let marks = ["win.toggle-read", "win.toggle-starred", "win.mark-above-read", "win.mark-below-read"]
    let link = ["win.open-link", "win.copy-link", "win.copy-rows"]
    expect(
      actions(MenuContents.row(row, opensArticle: true, showsFeed: false)),
      equals: [["win.read-entry"], marks, link, ["win.delete-row"]])
    expect(
      actions(MenuContents.row(row, opensArticle: false, showsFeed: true)),
      equals: [marks, link, ["win.show-in-feed"], ["win.delete-row"]])
    expect(
      actions(MenuContents.row(row, isOneOfSeveral: true)),
      equals: [marks, ["win.open-link", "win.copy-rows"], ["win.delete-row"]])
  }

  @Test func neitherAMenuNorTheMiddleButtonReadsOrSelectsARow() async throws {
    window.pace.readingTime = 1
    select(0, 0)
    expect(window.article.row?.title, equals: "a")
    window.popUpMenu(of: RowIndexPath(section: 0, row: 0), x: 30, y: 60)
    try await expect(fixture.settle { window.rowMenu?.isOpen == true })
    expect(read, equals: [])
    window.rowMenu?.close()
    window.list.select(nil)
    // The middle button opens the link.
    var opened: [String] = []
    window.article.links.launch = { opened.append($0) }
    let text =
      "<rss version=\"2.0\"><channel><title>Links</title>"
      + "<item><title>x</title><link>https://x.example/1</link></item></channel></rss>"
    window.open([try fixture.folder.write(text, to: "links.xml")])
    try await expect(fixture.settle { window.library.entryCount == 7 })
    window.show(.all)
    try await expect(fixture.settle())
    let section = try require(window.entries.sections.firstIndex { $0.title == "Links" })
    let selected = window.list.selectedRow
    expect(selected != RowIndexPath(section: section, row: 0))
    window.listView(window.list, didMiddleClick: RowIndexPath(section: section, row: 0))
    try await expect(fixture.settle { opened == ["https://x.example/1"] })
    expect(window.list.selectedRow, equals: selected)
    // It has no link.
    window.listView(window.list, didMiddleClick: RowIndexPath(section: 0, row: 0))
    try await expect(fixture.settle { !window.article.links.isBusy })
    expect(opened.count, equals: 1)
  }
}
