import CGtk
import Expectations
import FeedViewerBase
import Foundation
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewer

/// The folders of an OPML file in the sidebar of a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct FolderWindowTests {
  private let fixture: WindowFixture
  private let list: FilePath
  private var window: ViewerWindow { fixture.window }

  private static let outlines = """
    <opml version='2.0'><head><title>Mine</title></head><body>
    <outline text='News'><outline text='Zero' xmlUrl='0.xml'/>
      <outline text='World'><outline text='Sea' xmlUrl='sea.xml'/></outline></outline>
    <outline text='Far' xmlUrl='https://feed.example/'/><outline text='Hill' xmlUrl='hill.xml'/>
    </body></opml>
    """

  init() async throws {
    fixture = try await WindowFixture(size: WindowSize(width: 1_275, height: 600), [["a", "b"]])
    try fixture.folder.write(SampleFeed.rss(title: "The sea", entries: ["s"]), to: "sea.xml")
    try fixture.folder.write(SampleFeed.rss(title: "The hill", entries: ["h"]), to: "hill.xml")
    list = FilePath(try fixture.folder.write(Self.outlines, to: "list.opml"))
    fixture.window.open([list])
    try await expect(fixture.settle { shelf == [["Feed 0", "2"], ["Mine", "2"]] })
  }

  /// The texts of the rows below the heading.
  private var shelf: [[String]] {
    SidebarRows.texts(window.sidebar).split(separator: ["Feeds"]).last.map(Array.init) ?? []
  }

  private func path(_ name: String) -> FilePath { FilePath("\(fixture.folder.path)/\(name)") }

  private var menu: [Menu.Item]? {
    guard let item = window.sidebar.items.first(where: { $0.path == list }) else { return nil }
    return item.menu?.items(
      of: item, among: [item], hasRemovedEntries: { _ in false },
      closedFeedCount: window.sidebar.closedFeedCount)
  }

  /// The labels of a menu's items, each with its action.
  private func commands(_ items: [Menu.Item]) -> [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .section(_, let items): commands(items)
      case .action(let label, let action, _): ["\(label) \(action)"]
      default: []
      }
    }
  }

  @Test func foldersAreExpandedCollapsedAndStoodForByThoseAroundThem() async throws {
    window.sidebar.send(.expand(.feed(list), true))
    try await expect(
      fixture.settle { shelf == [["Feed 0", "2"], ["Mine", "2"], ["News", "2"], ["Hill"]] })
    window.sidebar.send(.expand(.folder(list, [0]), true))
    window.sidebar.send(.expand(.folder(list, [0, 0]), true))
    try await expect(
      fixture.settle {
        shelf == [["Feed 0", "2"], ["Mine", "2"], ["News", "2"], ["World"], ["Sea"], ["Hill"]]
      })
    expect(
      window.sidebar.items.map(\.accessibleName).suffix(5),
      equals: [
        "Mine, 4 feeds, 2 unread", "News, folder, 2 feeds, 2 unread", "World, folder, 1 feed",
        "Sea, not open", "Hill, not open",
      ])
    window.sidebar.send(.expand(.folder(list, [0]), false))
    try await expect(fixture.settle { shelf.count == 4 })
    // The menu of a folder acts on the folder alone.
    let item = try require(window.sidebar.items.first { $0.id == .list(.folder(list, [0])) })
    let menu = try require(item.menu).items(
      of: item, among: [item], hasRemovedEntries: { _ in true },
      closedFeedCount: window.sidebar.closedFeedCount)
    expect(
      commands(menu),
      equals: [
        "_Mark All as Read win.mark-list-read", "_Open All Feeds (1) win.open-all-feeds",
        "_Expand All win.expand-all", "Co_llapse All win.collapse-all",
      ])
    guard case .section(_, let items) = menu[1], case .action(_, _, let target) = items[0] else {
      return expect(Bool(false), "\(menu)")
    }
    expect(target, equals: "folder:\(list.text)#0")
    // All is expanded and collapsed by command.
    fixture.activate("expand-all", Scope.feed(list).text)
    try await expect(
      fixture.settle { shelf.map { $0[0] } == ["Feed 0", "Mine", "News", "World", "Sea", "Hill"] })
    window.show(.folder(list, [0, 0]))
    expect(window.sidebar.selectedItem?.name, equals: "World")
    // The list that is shown is one of those that are seen.
    fixture.activate("collapse-all", Scope.folder(list, [0]).text)
    try await expect(fixture.settle { shelf.map { $0[0] } == ["Feed 0", "Mine", "News", "Hill"] })
    expect(window.shownList == .folder(list, [0]) && window.sidebar.selectedItem?.name == "News")
    window.show(.feed(path("0.xml")))
    fixture.activate("collapse-all", Scope.feed(list).text)
    try await expect(fixture.settle { shelf.count == 2 })
    expect(window.shownList, equals: .feed(path("0.xml")))
    // A list in a collapsed folder is stood for by the folder.
    window.sidebar.send(.expand(.feed(list), true))
    window.show(.folder(list, [0, 0]))
    try await expect(fixture.settle { shelf.count == 4 && window.sidebar.selectedItem?.name == "News" })
    expect(window.shownList, equals: .folder(list, [0, 0]))
    // Folders stay expanded when the file is read again.
    fixture.activate("expand-all", Scope.feed(list).text)
    try await expect(fixture.settle { shelf.count == 6 })
    try fixture.folder.write(
      Self.outlines.replacing("<body>", with: "<body><outline text='First'><outline text='x'/></outline>"),
      to: "list.opml")
    window.library.reload(list)
    try await expect(
      fixture.settle {
        shelf.map { $0[0] } == ["Feed 0", "Mine", "First", "News", "World", "Sea", "Hill"]
      })
  }

  @Test func countsOfFoldersFollowMarks() async throws {
    window.sidebar.send(.expand(.feed(list), true))
    window.show(.feed(path("0.xml")))
    try await expect(fixture.settle { fixture.titles == [["a", "b"]] })
    window.list.select(RowIndexPath(section: 0, row: 0))
    fixture.activate("toggle-read")
    try await expect(
      fixture.settle { shelf == [["Feed 0", "1"], ["Mine", "1"], ["News", "1"], ["Hill"]] })
    fixture.activate("close-feed")
    try await expect(fixture.settle { shelf == [["Mine"], ["News"], ["Hill"]] })
  }

  @Test func aClosedFeedIsSelectedWithoutBeingOpened() async throws {
    window.sidebar.send(.expand(.feed(list), true))
    try await expect(fixture.settle { shelf.count == 4 })
    window.sidebar.takeFocus()
    _ = window.sidebar.keyPressed(UInt32(GDK_KEY_End), modifiers: 0)
    expect(window.sidebar.selectedItem?.feedToOpen, equals: path("hill.xml"))
    window.updateSidebar()
    expect(window.sidebar.selectedItem?.name == "Hill" && window.shownList == .feed(list))
    expect(window.library.files.count, equals: 2)
    _ = window.sidebar.keyPressed(UInt32(GDK_KEY_Return), modifiers: 0)
    try await expect(
      fixture.settle {
        shelf == [["Feed 0", "2"], ["Mine", "3"], ["News", "2"], ["The hill", "1"]]
          && window.shownList == .feed(path("hill.xml"))
      })
    expect(window.sidebar.selectedItem?.path == path("hill.xml") && window.keyTarget == .other)
  }

  @Test func allFeedsOfAFolderAreOpenedAndItsListIsShown() async throws {
    expect(commands(try require(menu)).contains("_Open All Feeds (2) win.open-all-feeds"))
    fixture.activate("open-all-feeds", Scope.folder(list, [0]).text)
    try await expect(fixture.settle { shelf == [["Feed 0", "2"], ["Mine", "3"], ["The sea", "1"]] })
    expect(window.shownList, equals: .folder(list, [0]))
    fixture.activate("open-all-feeds", Scope.feed(list).text)
    try await expect(fixture.settle { shelf.last == ["The hill", "1"] && shelf[1] == ["Mine", "4"] })
    expect(window.shownList, equals: .feed(list))
    expect(
      commands(try require(menu)),
      equals: [
        "_Mark All as Read win.mark-list-read", "_Open All Feeds (0) win.none", "_Expand All win.expand-all",
        "Co_llapse All win.collapse-all", "_Reload win.reload-file", "Copy _Path win.copy-path",
        "_Close Feed win.close-file",
      ])
  }

  private var titles: [[String]] { window.entries.sections.map { $0.rows.map(\.title) } }

  @Test func theListOfAFolderHasItsOpenFeedsAndFollowsItsFile() async throws {
    window.library.open([path("sea.xml")])
    window.show(.folder(list, [0]))
    try await expect(fixture.settle { titles == [["a", "b"], ["Zero"], ["Sea"], ["Title of s"]] })
    expect(window.bars.list.title.text.parts, equals: ["News", "3 entries"])
    // A feed that it names is opened, and another one.
    window.library.open([path("hill.xml")])
    try await expect(fixture.settle { window.library.entryCount == 4 })
    expect(titles, equals: [["a", "b"], ["Zero"], ["Sea"], ["Title of s"]])
    window.show(.feed(list))
    try await expect(
      fixture.settle {
        titles == [["a", "b"], ["Zero"], ["Sea"], ["Far", "Hill"], ["Title of s"], ["Title of h"]]
      })
    // Sorted, they have no subscriptions among them; those stay in sections of their own.
    window.show(.folder(list, [0]))
    fixture.choose("newest", of: "order")
    try await expect(fixture.settle { !window.entries.isBusy && window.shownList == .folder(list, [0]) })
    fixture.choose("file", of: "order")
    try await expect(fixture.settle { titles == [["a", "b"], ["Zero"], ["Sea"], ["Title of s"]] })
    // The folder has another place, and names another feed.
    let changed = Self.outlines
      .replacingOccurrences(
        of: "<outline text='News'>",
        with: "<outline text='First'><outline text='x' xmlUrl='y'/></outline><outline text='News'>"
      )
      .replacingOccurrences(of: "sea.xml", with: "hill.xml")
    try fixture.folder.write(changed, to: "list.opml")
    window.reload()
    try await expect(fixture.settle { window.shownList == .folder(list, [1]) })
    try await expect(fixture.settle { titles == [["a", "b"], ["Zero"], ["Sea"], ["Title of h"]] })
    // Without the folder, all of the file is shown.
    try fixture.folder.write(
      "<opml version='2.0'><body><outline text='Far' xmlUrl='https://feed.example/'/></body></opml>",
      to: "list.opml")
    window.reload()
    try await expect(fixture.settle { window.shownList == .feed(list) && titles == [["Far"]] })
  }
}

/// Expanded folders outlive the window.
@Suite struct FolderSessionTests {
  @Test func foldersAreAsExpandedAsTheyWereLeft() async throws {
    let fixture = try SessionFixture(width: 480, height: 600)
    let list = FilePath(
      try fixture.folder.write(
        "<opml><body><outline text='A'><outline text='B'><outline text='x'/></outline></outline></body></opml>",
        to: "list.opml"))
    var keeper = fixture.makeKeeper()
    var window = fixture.makeWindow(keeper)
    window.open([list])
    try await expect(MainLoop.settle { window.library.outline(of: list) != nil })
    let expanded: Set<Scope> = [.feed(list), .folder(list, [0])]
    for folder in expanded { window.setExpanded(true, folder) }
    try await fixture.close(window, keeper)

    (window, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { window.library.outline(of: list) != nil })
    expect(window.outlineItems.expanded, equals: expanded)
    expect(
      window.sidebarContent.items.suffix(3).map(\.isExpanded) == [true, true, nil]
        && window.sidebarContent.items.last?.name == "B")
    window.setExpanded(false, .folder(list, [0]))
    try await fixture.close(window, keeper)

    (window, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { window.library.outline(of: list) != nil })
    expect(window.outlineItems.expanded, equals: [.feed(list)])
    try await fixture.close(window, keeper)
  }
}
