import CGtk
import Expectations
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Opening files in windows that show what was open the last time.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct OpeningTests {
  private let fixture: SessionFixture
  private var folder: TemporaryFolder { fixture.folder }

  init() throws { fixture = try SessionFixture(width: 1_100, height: 600) }

  private func write(_ name: String, count: Int = 3) throws -> FilePath {
    FilePath(
      try folder.write(
        SampleFeed.rss(title: name, entries: (0..<count).map { "\(name) \($0)" }), to: name + ".xml"))
  }

  /// Starts the program, which opens files after those of the last time.
  ///
  /// - Parameter readsAtOnce: Whether no row of a file is known before all are.
  private func start(
    _ paths: [FilePath] = [], scrollTo: ScrollTarget? = nil, readsAtOnce: Bool = false
  ) -> (ViewerWindow, StateKeeper) {
    let keeper = fixture.makeKeeper()
    let window = fixture.makeWindow(
      keeper, scrollTo: scrollTo, load: readsAtOnce ? Self.readingAtOnce(keeper.state) : nil)
    if scrollTo == nil {
      keeper.loadSession()
      window.restoreSession()
    }
    if paths.isEmpty { window.presentNothingNew() } else { window.open(paths) }
    return (window, keeper)
  }

  private static func readingAtOnce(_ state: ReadingState) -> FeedLibrary.Load {
    { path, earlier in
      AsyncStream { continuation in
        Task {
          var events: [LoadEvent] = []
          for await event in FeedLoader.events(path: path, state: state, since: earlier) {
            events.append(event)
          }
          for event in events { continuation.yield(event) }
          continuation.finish()
        }
      }
    }
  }

  private func paths(of window: ViewerWindow) -> [FilePath] { window.library.files.map(\.path) }

  @Test func openedFilesFollowThoseOfTheLastTimeAndAreShown() async throws {
    let samples = try (0..<6).map { try write("sample \($0)") }
    var (window, keeper) = start(samples)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 18 })
    expect(window.shownList, equals: .all)
    try await fixture.close(window, keeper)
    let other = try write("other", count: 5)
    (window, keeper) = start([other])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 23 })
    expect(paths(of: window), equals: samples + [other])
    expect(window.shownList, equals: .feed(other))
    expect(window.entries.sections.map(\.rows.count), equals: [5])
    try await fixture.close(window, keeper)
    (window, keeper) = start()
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 23 })
    expect(paths(of: window) == samples + [other] && window.shownList == .feed(other))
    // The file is shown, or all entries of several.
    let two = try write("two")
    window.open([two])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 26 })
    expect(window.shownList == .feed(two) && window.entries.sections.map(\.rows.count) == [3])
    window.open([try write("three"), try write("four")])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 32 })
    expect(window.shownList == .all && window.entries.sections.count == 10)
    // What is open already is shown, and not read again.
    let version = window.library.contentVersion
    window.open([two])
    expect(window.shownList == .feed(two) && !window.library.isLoading)
    try await expect(MainLoop.settle { window.isComplete })
    expect(window.library.contentVersion == version && window.library.files.count == 10)
    try await fixture.close(window, keeper)
  }

  /// The selected row may have been left out of view. The list goes to its place before or after its first layout.
  @Test func theListAndItsEntryAreThoseOfTheLastTime() async throws {
    let files = [try write("one", count: 60), try write("two", count: 60)]
    var (window, keeper) = start(files)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 120 })
    window.show(.feed(files[1]))
    try await expect(MainLoop.settle { window.isComplete && window.entries.sections.count == 1 })
    window.list.select(RowIndexPath(section: 0, row: 40))
    for (top, readsAtOnce) in [(38, false), (5, false), (38, true), (5, true)] {
      let name = "from row \(top)\(readsAtOnce ? ", read at once" : "")"
      window.list.scroll(to: .row(RowIndexPath(section: 0, row: top)), alignment: .top)
      try await expect(
        MainLoop.settle {
          window.isComplete && window.article.row?.title == "Title of two 40"
            && window.list.visibleRows.first?.row == top
        }, "\(name)")
      let first = window.list.visibleRows.first
      expect(
        window.list.visibleRows.contains(RowIndexPath(section: 0, row: 40)), equals: top == 38, "\(name)")
      try await fixture.close(window, keeper)
      (window, keeper) = start(readsAtOnce: readsAtOnce)
      try await expect(
        MainLoop.settle {
          window.isComplete && window.article.row?.title == "Title of two 40"
            && window.list.visibleRows.first == first
        }, "\(name)")
      expect(window.shownList, equals: .feed(files[1]), "\(name)")
      expect(window.list.selectedRow, equals: RowIndexPath(section: 0, row: 40), "\(name)")
    }
    try await fixture.close(window, keeper)
  }

  @Test func theNextStartShowsTheListButNoFilterSearchOrCertainRow() async throws {
    // A window for a certain row restores and remembers nothing.
    let files = [try write("one"), try write("two")]
    var (window, keeper) = start(files)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 6 })
    try await fixture.close(window, keeper)
    (window, keeper) = start([try write("three")], scrollTo: .row(RowPosition(section: 0, row: 1)))
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 3 })
    try await fixture.close(window, keeper)
    (window, keeper) = start()
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 6 })
    expect(paths(of: window), equals: files)
    // The list that was chosen by key last is that of the next start.
    window.show(.all)
    window.sidebar.takeFocus()
    // The second key follows too quickly for its list to be shown.
    for key in [GDK_KEY_Down, GDK_KEY_End] { _ = window.sidebar.keyPressed(UInt32(key), modifiers: 0) }
    expect(window.shownList, equals: .unread)
    try await fixture.close(window, keeper)
    (window, keeper) = start()
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 6 })
    expect(window.shownList, equals: .feed(files[1]))
    // Neither a filter nor a search outlives the window.
    Action.setState("unread", of: "filter", in: window.pointer)
    window.beginSearch()
    window.searchBar.field.text = "two 1"
    try await expect(MainLoop.settle { window.isComplete && window.search.foundCount == 1 })
    try await fixture.close(window, keeper)
    (window, keeper) = start()
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 6 })
    expect(window.shownList == .feed(files[1]) && window.entries.sections.map(\.rows.count) == [3])
    expect(Action.state(of: "filter", in: window.pointer) == "all" && !window.searchBar.field.isOpen)
    // That entries are hidden must be seen: the list of unread entries tells it by its name, and comes back.
    window.show(.all)
    window.library.set(.read, true, of: window.library.sections[0].rows)
    Action.setState("unread", of: "filter", in: window.pointer)
    try await expect(MainLoop.settle { window.isComplete && window.entries.sections.count == 1 })
    expect(window.shownList, equals: .all)
    expect(gtk_widget_get_visible(window.filterStrip.widget) != 0)
    for isOfList in [false, true] {
      if isOfList { window.show(.unread) }
      try await fixture.close(window, keeper)
      (window, keeper) = start()
      try await expect(
        MainLoop.settle {
          window.isComplete && window.library.entryCount == 6
            && window.entries.sections.count == (isOfList ? 1 : 2)
        })
      expect(window.shownList, equals: isOfList ? .unread : .all)
      expect(Action.state(of: "filter", in: window.pointer), equals: "all")
      expect(gtk_widget_get_visible(window.filterStrip.widget), equals: 0)
    }
    try await fixture.close(window, keeper)
  }

  @Test func aFileThatWasOpenedAndCanNotBeReadHasItsPage() async throws {
    let files = [try write("one"), try write("two")]
    let page = FilePath(try folder.write("<html><body>A page</body></html>", to: "page.html"))
    let (window, keeper) = start(files)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 6 })
    window.open([page])
    try await expect(MainLoop.settle { window.isComplete && window.library.error(ofFile: page) != nil })
    expect(SidebarRows.texts(window.sidebar).last, equals: ["page.html"])
    expect(window.sidebarContent.items.last?.status, equals: .failed)
    expect(window.sidebarContent.selected, equals: .list(.feed(page)))
    let content = try require(window.contentState.page)
    expect(content.title, equals: "Can’t Read page.html")
    expect(content.description, equals: FeedError.Reason.webPage.message.localized)
    expect(!window.toast.isShown && window.banner.content == nil)
    // Its list is left and chosen like any other.
    window.show(.all)
    expect(window.contentState, equals: .rows)
    window.show(.feed(page))
    expect(window.contentState.page, equals: content)
    expect(String(cString: gtk_window_get_title(window.pointer)), equals: "page.html")
    // It is shown as soon as it can be read.
    _ = try folder.write(SampleFeed.rss(title: "Now", entries: ["x"]), to: "page.html")
    g_action_group_activate_action(window.pointer.opaque, "reload-file", g_variant_new_string(page.text))
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 7 })
    expect(window.contentState == .rows && window.entries.sections.map(\.rows.count) == [1])
    try await fixture.close(window, keeper)
  }

  @Test func aToastTellsOfThoseOfManyThatCanNotBeRead() async throws {
    let broken = FilePath(try folder.write("", to: "broken.xml"))
    let (window, keeper) = start([
      try write("one"), broken, try write("two"), FilePath(folder.path + "/none.xml"),
    ])
    try await expect(MainLoop.settle { window.isComplete && window.toast.isShown })
    expect(window.toast.text, equals: "2 of 4 files can’t be read")
    expect(window.shownList == .all && window.contentState == .rows)
    let button = try require(
      WidgetTree.widgets(below: window.toast.widget).first {
        gtk_widget_get_visible($0) != 0 && g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0
      })
    let name = gtk_actionable_get_action_name(button.opaque).map { String(cString: $0) }
    let target = gtk_actionable_get_action_target_value(button.opaque).map {
      String(cString: g_variant_get_string($0, nil))
    }
    expect(name == "win.show-list" && target == Scope.feed(broken).text)
    expect(gtk_widget_is_sensitive(button) != 0)
    // A button can be pressed from the first frame on that shows it.
    try await expect(MainLoop.settle { gtk_widget_get_mapped(button) != 0 })
    expect(gtk_widget_activate(button) != 0)
    try await expect(
      MainLoop.settle { window.isComplete && window.shownList == .feed(broken) },
      "\(window.shownList.text)")
    expect(!window.toast.isShown)
    expect(
      window.contentState, equals: .unreadable(broken, try require(window.library.error(ofFile: broken))))
    try await fixture.close(window, keeper)
    // At a start, only the rows tell.
    let (next, nextKeeper) = start()
    try await expect(MainLoop.settle { next.isComplete && next.library.entryCount == 6 })
    expect(next.library.files.count + next.library.missing.files.count == 4 && !next.toast.isShown)
    try await fixture.close(next, nextKeeper)
  }

  @Test func aMissingFileOfTheSessionKeepsItsRowAndHasAPage() async throws {
    let (one, gone) = (try write("one"), try write("gone"))
    var (window, keeper) = start([one, gone])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 6 })
    window.show(.feed(gone))
    try await fixture.close(window, keeper)
    try FileManager.default.removeItem(atPath: gone.text)
    for _ in 0..<2 {
      (window, keeper) = start()
      try await expect(
        MainLoop.settle {
          window.isComplete && window.library.entryCount == 3 && !window.missingItems.isEmpty
        })
      // It was the list that was shown.
      expect(window.shownList == .feed(gone) && window.sidebarContent.selected == .list(.feed(gone)))
      expect(window.contentState.page?.title, equals: "gone.xml Was Not Found")
      expect(window.contentState.page?.buttons.first?.command.action, equals: "win.locate-file")
      expect(String(cString: gtk_window_get_title(window.pointer)), equals: "gone.xml")
      try await fixture.close(window, keeper)
    }
    (window, keeper) = start()
    try await expect(MainLoop.settle { window.isComplete && !window.missingItems.isEmpty })
    window.closeFeed(gone)
    expect(window.missingItems.isEmpty && window.shownList == .feed(one))
    g_action_group_activate_action(window.pointer.opaque, "undo", nil)
    window.show(.feed(gone))
    _ = try write("gone", count: 4)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 7 })
    expect(window.contentState == .rows && window.entries.sections.map(\.rows.count) == [4])
    try await fixture.close(window, keeper)
  }

  @Test func theListIsStoredWithItsPlace() {
    let place = SessionPlace(rowKey: "/a:b|1:2", textInRow: "1 2 3 4 5", ordinal: 7)
    for list in [Scope.all, .unread, .starred, .feed("/a b/9:é|\n.xml"), .feed("é")] {
      for stored in [SessionList(list, at: place), SessionList(list, at: nil)] {
        let read = SessionList(text: stored.text)
        expect(read.list == list && read.place?.text == stored.place?.text, "\(stored.text ?? "nil")")
      }
    }
    // What earlier versions stored, and what nobody has.
    expect(
      SessionList(text: place.text).list == .all && SessionList(text: place.text).place?.text == place.text)
    for text in ["", ":", "9:", "3:al", "-1:all", "99999999999999999999:all", "3:xyz1|2"] {
      expect(SessionList(text: text).list, equals: .all)
    }
    expect(SessionList(text: nil).list, equals: .all)
  }
}
