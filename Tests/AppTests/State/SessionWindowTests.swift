import CGtk
import Expectations
import FeedViewerBase
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Windows that are closed and opened again.
@Suite struct SessionWindowTests {
  private let fixture: SessionFixture
  private var folder: TemporaryFolder { fixture.folder }

  init() throws { fixture = try SessionFixture(width: 480, height: 600) }

  private func makeFeed(_ name: String, count: Int = 40) throws -> String {
    let items = (0..<count).map { number in
      let text = String(repeating: "<p>Paragraph of entry \(number).</p>", count: 60)
        .replacing("<", with: "&lt;")
      return
        "<item><guid>\(name) \(number)</guid><title>\(name) \(number)</title><description>\(text)</description></item>"
    }
    return try folder.write(
      "<rss version=\"2.0\"><channel><title>\(name)</title>\(items.joined())</channel></rss>",
      to: "\(name).xml")
  }

  private func open(_ paths: [String], in window: ViewerWindow, count: Int) async throws {
    window.open(paths)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == count })
  }

  /// Scrolls to a row, and returns the row that is then at the top.
  private func scroll(_ window: ViewerWindow, to row: Int, section: Int = 0) async throws -> RowIndexPath? {
    window.list.scroll(to: .row(RowIndexPath(section: section, row: row)), alignment: .top)
    try await expect(
      MainLoop.settle { window.isComplete && (window.list.visibleRows.first?.row ?? 0) + 2 > row })
    return window.list.visibleRows.first
  }

  @Test func feedsAndListsAreShownWhereTheyWereLeft() async throws {
    let path = try makeFeed("One")
    var keeper = fixture.makeKeeper()
    var window = fixture.makeWindow(keeper)
    try await open([path], in: window, count: 40)
    let first = try await scroll(window, to: 20)
    try await fixture.close(window, keeper)

    keeper = fixture.makeKeeper()
    window = fixture.makeWindow(keeper)
    try await open([path], in: window, count: 40)
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first == first })
    // Beside another one it is opened as before.
    try await fixture.close(window, keeper)
    keeper = fixture.makeKeeper()
    window = fixture.makeWindow(keeper)
    let paths = [path, try makeFeed("Two")]
    try await open(paths, in: window, count: 80)
    expect(window.list.visibleRows.first, equals: RowIndexPath(section: 0, row: 0))
    // So is each list.
    let ofAll = try await scroll(window, to: 8, section: 1)
    window.showFeed(paths[1])
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first?.row == 0 })
    let ofTwo = try await scroll(window, to: 30)
    window.showFeed(paths[0])
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first == first })
    window.showFeed(paths[1])
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first == ofTwo })
    window.show(.all)
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first == ofAll })
    // Another order begins at its start.
    Action.setState("title", of: "order", in: window.pointer)
    try await expect(
      MainLoop.settle {
        window.isComplete && window.list.visibleRows.first == RowIndexPath(section: 0, row: 0)
      })
    try await fixture.close(window, keeper)
  }

  @Test func eachListKeepsItsPlaceAndItsEntryOverARestart() async throws {
    let fixture = try SessionFixture(width: 1_000, height: 600)
    let paths = [try makeFeed("One"), try makeFeed("Two")]
    var keeper = fixture.makeKeeper()
    var window = fixture.makeWindow(keeper)
    try await open(paths, in: window, count: 80)
    var tops: [RowIndexPath?] = []
    func select(_ row: RowIndexPath) async throws {
      window.list.select(row)
      // Beside the list. An entry that counts as read would not be in the list of unread ones the next time.
      try await expect(MainLoop.settle { window.isComplete && window.article.isShown })
      window.pace.stopReading()
      tops.append(try await scroll(window, to: row.row - 3, section: row.section))
    }
    try await select(RowIndexPath(section: 1, row: 9))
    window.show(.unread)
    try await expect(MainLoop.settle { window.isComplete && !window.entries.isBusy })
    try await select(RowIndexPath(section: 0, row: 30))
    window.showFeed(paths[1])
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first?.row == 0 })
    try await select(RowIndexPath(section: 0, row: 21))
    try await fixture.close(window, keeper)

    (window, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { window.isComplete && window.article.row?.title == "Two 21" })
    expect(window.shownList == .feed(FilePath(paths[1])) && window.list.visibleRows.first == tops[2])
    for (list, title, top) in [(Scope.all, "Two 9", tops[0]), (.unread, "One 30", tops[1])] {
      window.show(list)
      try await expect(
        MainLoop.settle {
          window.isComplete && !window.entries.isBusy && window.article.row?.title == title
        })
      expect(window.selectedEntry?.title == title && window.list.visibleRows.first == top, "\(list)")
    }
    try await fixture.close(window, keeper)
  }

  @Test(arguments: [nil, Scope.unread])
  func aListThatIsChosenWhileFilesAreReadIsShownWhereItWasLeft(smart: Scope?) async throws {
    let paths = [try makeFeed("One"), try makeFeed("Two")]
    let list = smart ?? .feed(FilePath(paths[0]))
    var keeper = fixture.makeKeeper()
    var window = fixture.makeWindow(keeper)
    try await open(paths, in: window, count: 80)
    window.show(list)
    try await expect(MainLoop.settle { window.isComplete && !window.entries.isBusy })
    let left = try await scroll(window, to: 20)
    window.show(.feed(FilePath(paths[1])))
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first?.row == 0 })
    _ = try await scroll(window, to: 30)
    try await fixture.close(window, keeper)

    keeper = fixture.makeKeeper()
    keeper.loadSession()
    // Files are read when the test says so.
    let gate = Gate()
    window = fixture.makeWindow(
      keeper,
      load: { [state = keeper.state] path, earlier in
        AsyncStream { continuation in
          Task {
            while !gate.isOpen { try? await Task.sleep(for: .milliseconds(1)) }
            let events = FeedLoader.events(path: path, state: state, sizes: LoadingSizes(), since: earlier)
            for await event in events { continuation.yield(event) }
            continuation.finish()
          }
        }
      })
    window.restoreSession()
    try await expect(MainLoop.settle { window.library.files.count == 2 })
    window.show(list)
    gate.isOpen = true
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first == left })
    expect(window.shownList == list && window.library.entryCount == 80)
    try await fixture.close(window, keeper)
  }

  private final class Gate { var isOpen = false }

  @Test func theArticleThatWasReadIsShownAtItsPlaceUnlessTheUserDoesNotWantThat() async throws {
    let path = try makeFeed("One")
    var keeper = fixture.makeKeeper()
    var window = fixture.makeWindow(keeper)
    try await open([path], in: window, count: 40)
    window.activate(RowIndexPath(section: 0, row: 7))
    try await expect(MainLoop.settle { window.isComplete && !window.article.view.list.visibleRows.isEmpty })
    window.article.view.list.scroll(byLogicalPixels: 700)
    try await expect(MainLoop.settle { window.article.view.list.isLaidOutAtItsOffset })
    let first = window.article.view.list.visibleRows.first
    expect(first != RowIndexPath(section: 0, row: 0))
    try await fixture.close(window, keeper)

    (window, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { window.article.row?.title == "One 7" && window.isComplete })
    try await expect(MainLoop.settle { window.article.view.list.visibleRows.first == first })
    try await fixture.close(window, keeper)
    // The session is not restored if the user does not want that.
    fixture.settings[ViewerSetting.restoresSession] = false
    (window, keeper) = fixture.reopen()
    expect(keeper.lastSession == nil)
    // A window that has opened nothing keeps the session of the last one.
    try await fixture.close(window, keeper)
    fixture.settings[ViewerSetting.restoresSession] = true
    (window, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 40 })
    try await fixture.close(window, keeper)
  }

  @Test func aMovedFileKeepsItsMarks() async throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom"><id>tag:example.org,2024:feed</id><title>Feed</title>
      <entry><id>1</id><title>One</title></entry><entry><id>2</id><title>Two</title></entry></feed>
      """
    let path = try folder.write(text, to: "here.atom")
    let keeper = fixture.makeKeeper()
    let window = fixture.makeWindow(keeper)
    try await open([path], in: window, count: 2)
    window.activate(RowIndexPath(section: 0, row: 1))
    try await fixture.close(window, keeper)
    let moved = try folder.write(text, to: "there/feed.xml")
    let (next, nextKeeper) = (fixture.makeWindow(fixture.makeKeeper()), fixture.makeKeeper())
    try await open([moved], in: next, count: 2)
    expect(next.library.sections[0].rows.map(\.isRead), equals: [false, true])
    try await fixture.close(next, nextKeeper)
  }

  @Test func problemsWithTheDatabaseAreMessages() async throws {
    try folder.write("no database, and longer than that", to: "state.sqlite")
    let path = try makeFeed("One", count: 3)
    let keeper = fixture.makeKeeper()
    let window = fixture.makeWindow(keeper)
    try await open([path], in: window, count: 3)
    try await expect(MainLoop.settle { !window.library.problems.isEmpty })
    expect(window.library.problems.count, equals: 1)
    expect(window.library.problems[0].message.hasPrefix(folder.path + "/state.sqlite: "))
    try await fixture.close(window, keeper)
  }

  @Test func theArticleInPlaceOfTheListTellsThatMarksCanNotBeStored() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/state.sqlite", withIntermediateDirectories: true)
    let path = try makeFeed("One", count: 3)
    let keeper = fixture.makeKeeper()
    let window = fixture.makeWindow(keeper)
    try await open([path], in: window, count: 3)
    func banners() -> [String] {
      WidgetTree.widgets(below: window.panes.widget).filter {
        gtk_widget_has_css_class($0, "banner") != 0 && gtk_widget_get_mapped($0) != 0
      }.compactMap { banner in
        WidgetTree.labels(below: banner).first.map(WidgetTree.text)
      }
    }
    let text = "Read marks can’t be saved"
    try await expect(MainLoop.settle { window.isComplete && banners() == [text] })
    window.activate(RowIndexPath(section: 0, row: 1))
    try await expect(MainLoop.settle { window.isComplete && window.isListHidden })
    try await expect(MainLoop.settle { banners() == [text] })
    // Beside each other, one of both panes tells it.
    gtk_window_set_default_size(window.pointer, 1_000, 600)
    try await expect(MainLoop.settle { window.isComplete && window.panes.arrangement.isSplit })
    try await expect(MainLoop.settle { banners() == [text] })
    gtk_window_destroy(window.pointer)
    // Nothing can be stored.
    _ = keeper.state.close(within: .seconds(1))
  }

  @Test func settingsOfTheWindowAreRestored() async throws {
    var keeper = fixture.makeKeeper()
    fixture.settings[ViewerSetting.windowWidth] = 640
    var window = fixture.makeWindow(keeper, hasSize: false)
    Action.setState("key", of: "cache-mode", in: window.pointer)
    Action.setState(true, of: "section-index", in: window.pointer)
    Action.setState("newest", of: "order", in: window.pointer)
    window.article.view.zoom = 1.5
    gtk_window_set_default_size(window.pointer, 700, 500)
    try await fixture.close(window, keeper)
    expect(
      fixture.settings[ViewerSetting.windowWidth] == 700
        && fixture.settings[ViewerSetting.windowHeight] == 500)
    keeper = fixture.makeKeeper()
    window = fixture.makeWindow(keeper, hasSize: false)
    expect(window.list.cacheMode, equals: .key)
    expect(window.list.showsSectionIndex)
    expect(window.entries.arrangement.order, equals: .newest)
    expect(window.article.view.zoom, equals: 1.5)
    try await fixture.close(window, keeper)
  }
}
