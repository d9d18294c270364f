import CGtk
import Expectations
import FeedViewerBase
import FeedViewerReadingState
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import TestRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// Sessions of files that are not there any more, in a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct MissingFilesTests {
  private let fixture: SessionFixture
  private var folder: TemporaryFolder { fixture.folder }

  init() throws { fixture = try SessionFixture(width: 1_275, height: 900) }

  /// Stores what a window has shown.
  private func store(_ session: ReadingSession) {
    let keeper = fixture.makeKeeper()
    keeper.store(session)
    expect(keeper.state.close(within: .seconds(20)))
  }

  /// What is stored.
  private func storedFiles() async -> [FilePath]? {
    let keeper = fixture.makeKeeper()
    keeper.loadSession()
    let session = await keeper.lastSession?.value
    expect(keeper.state.close(within: .seconds(20)))
    return session?.files
  }

  @discardableResult
  private func write(_ name: String, count: Int = 3) throws -> FilePath {
    FilePath(
      try folder.write(
        SampleFeed.rss(title: name, entries: (0..<count).map { "\(name) \($0)" }), to: name))
  }

  /// The texts of the rows of the sidebar below the smart lists and the heading.
  private func rows(_ window: ViewerWindow) -> [[String]] {
    Array(SidebarRows.texts(window.sidebar).dropFirst(5))
  }

  private func activate(_ action: String, in window: ViewerWindow) {
    g_action_group_activate_action(window.pointer.opaque, action, nil)
  }

  @Test func aFewMissingFilesAreRowsWithTheReason() async throws {
    let there = try write("there.xml")
    let files = [fixture.path("a.xml"), there, fixture.path("none/b.xml")]
    store(ReadingSession(files: files))
    let (window, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { window.isComplete && rows(window).count == 3 })
    expect(rows(window), equals: [["a.xml"], ["there.xml", "3"], ["b.xml"]])
    expect(window.shelf, equals: files)
    let tooltips = SidebarRows.tooltips(window.sidebar)
    expect(tooltips.count { $0.contains("File not found.") }, equals: 2)
    expect(window.library.files.map(\.path), equals: [there])
    // The page of a missing file takes no entries away.
    window.sidebar.send(.show(.list(.feed(files[0]))))
    try await expect(MainLoop.settle { window.isComplete && rows(window).count == 3 })
    expect(
      window.contentState, equals: .unreadable(files[0], try require(window.library.error(ofFile: files[0]))))
    expect(window.library.entryCount == 3 && window.sidebarContent.selected == .list(.feed(files[0])))
    window.sidebar.send(.show(.list(.feed(there))))
    expect(window.entries.arrangement.feed, equals: there)
    try await fixture.close(window, keeper)
    await expect(storedFiles(), equals: files)
  }

  @Test(arguments: [20, 21])
  func manyMissingFilesAreOneRow(_ count: Int) async throws {
    let there = try write("there.xml")
    let missing = (0..<count).map { fixture.path("none/\($0).xml") }
    store(ReadingSession(files: missing + [there]))
    let (window, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 3 })
    let items = window.missingItems
    expect(items.count, equals: count > 20 ? 1 : 20)
    if count > 20 {
      try await expect(MainLoop.settle { rows(window).count == 2 })
      expect(rows(window)[1][0], equals: "21 missing files")
      window.sidebar.send(.show(.missingFiles))
      expect(window.contentState == .missing(count: 21) && window.sidebarContent.selected == .missingFiles)
      expect(window.contentState.page?.title, equals: "21 Files Were Not Found")
    }
    activate("remove-missing-files", in: window)
    expect(window.missingItems.isEmpty && window.library.missing.isEmpty && window.contentState == .rows)
    activate("undo", in: window)
    expect(window.library.missing.files.map(\.path), equals: missing)
    activate("redo", in: window)
    try await expect(MainLoop.settle { window.isComplete && rows(window).count == 1 })
    try await fixture.close(window, keeper)
    await expect(storedFiles(), equals: [there])
  }

  @Test func aLocatedFileTakesThePlaceOfTheMissingOneWithItsMarks() async throws {
    let files = try ["a.xml", "b.xml", "c.xml"].map { try write($0) }
    store(ReadingSession(files: files))
    let (first, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { first.isComplete && first.library.entryCount == 9 })
    first.library.set(.read, true, of: first.library.sections[1].rows)
    try await fixture.close(first, keeper)
    let moved = fixture.path("moved.xml")
    try FileManager.default.moveItem(atPath: files[1].text, toPath: moved.text)
    let (window, again) = fixture.reopen()
    try await expect(MainLoop.settle { window.isComplete && window.library.missing.files.count == 1 })
    window.replaceFile(files[1], by: moved)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 9 })
    expect(window.library.files.map(\.path), equals: [files[0], moved, files[2]])
    expect(window.library.missing.isEmpty && window.shownList == .feed(moved))
    expect(window.library.sections.map(\.unreadCount), equals: [3, 0, 3])
    // A file that is open already is shown, and the other one goes.
    window.replaceFile(files[0], by: moved)
    try await expect(MainLoop.settle { window.isComplete && window.library.files.count == 2 })
    expect(window.library.files.map(\.path), equals: [moved, files[2]])
    try await fixture.close(window, again)
    await expect(storedFiles(), equals: [moved, files[2]])
  }

  @Test func onlyTheReaderRemovesMissingFiles() async throws {
    let files = [fixture.path("a.xml"), fixture.path("b.xml"), fixture.path("c.xml")]
    store(ReadingSession(files: files, listPlace: "0 0 0 0 0|\(files[0])|x", article: "\(files[0])|x"))
    // Nothing is open, and nothing is lost.
    for _ in 0..<2 {
      let (window, keeper) = fixture.reopen()
      try await expect(MainLoop.settle { rows(window).count == 3 })
      expect(window.library.files.isEmpty && window.library.missing.files.count == 3)
      try await fixture.close(window, keeper)
      await expect(storedFiles(), equals: files)
    }
    let (window, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { rows(window).count == 3 })
    g_action_group_activate_action(window.pointer.opaque, "close-file", g_variant_new_string(files[1].text))
    expect(window.library.missing.files.map(\.path), equals: [files[0], files[2]])
    // Another feed is opened meanwhile.
    let there = try write("there.xml")
    window.open([there])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 3 })
    try await fixture.close(window, keeper)
    await expect(storedFiles(), equals: [files[0], there, files[2]])
  }

  @Test func filesComeBackWhereTheyWere() async throws {
    let files = [
      fixture.path("disk/a.xml"), fixture.path("b.xml"), fixture.path("disk/c.xml"),
      fixture.path("other/d.xml"),
    ]
    try write("b.xml")
    store(ReadingSession(files: files))
    let (window, keeper) = fixture.reopen()
    try await expect(MainLoop.settle { window.isComplete && window.library.missing.files.count == 3 })
    // A disk is mounted.
    try folder.write("", to: "mounted/marker")
    for name in ["a.xml", "c.xml"] { try write("mounted/\(name)") }
    expect(rename(folder.path + "/mounted", folder.path + "/disk"), equals: 0)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 9 })
    expect(window.library.files.map(\.path), equals: [files[0], files[1], files[2]])
    expect(window.library.sections.map(\.path), equals: [files[0], files[1], files[2]])
    expect(window.library.missing.files.map(\.path), equals: [files[3]])
    // One that is read again on request.
    try write("other/d.xml")
    activate("reload", in: window)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 12 })
    expect(window.library.missing.isEmpty)
    try await fixture.close(window, keeper)
    await expect(storedFiles(), equals: files)
  }

  @Test func thePlaceIsKeptUntilItsFileIsBack() async throws {
    let file = try write("a.xml", count: 60)
    let keeper = fixture.makeKeeper()
    let window = fixture.makeWindow(keeper)
    window.open([file])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 60 })
    window.list.scroll(to: .row(RowIndexPath(section: 0, row: 40)), alignment: .top)
    try await expect(MainLoop.settle { window.isComplete && (window.list.visibleRows.first?.row ?? 0) > 20 })
    let first = window.list.visibleRows.first
    try await fixture.close(window, keeper)
    expect(rename(folder.path + "/a.xml", folder.path + "/away"), equals: 0)
    let (empty, emptyKeeper) = fixture.reopen()
    try await expect(MainLoop.settle { empty.library.missing.files.count == 1 })
    try await fixture.close(empty, emptyKeeper)
    let (last, lastKeeper) = fixture.reopen()
    try await expect(MainLoop.settle { last.library.missing.files.count == 1 })
    expect(rename(folder.path + "/away", folder.path + "/a.xml"), equals: 0)
    try await expect(
      MainLoop.settle {
        last.isComplete && last.library.entryCount == 60 && last.list.visibleRows.first == first
      })
    try await fixture.close(last, lastKeeper)
  }

  @Test func manyThousandMissingFilesTakeLittleTime() async throws {
    let there = try write("there.xml")
    let count = TestRun.count(20_000, full: 100_000)
    let missing = (0..<count).map { FilePath("/nonexistent/\($0 % 100)/\($0).xml") }
    store(ReadingSession(files: missing + [there]))
    var before = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before)
    let (window, keeper) = fixture.reopen()
    try await expect(
      MainLoop.settle {
        window.isComplete && window.library.entryCount == 3 && rows(window).count == 2
      })
    let titles = rows(window).map { $0[0] }
    expect(titles.last.map { $0.filter(\.isNumber) }, equals: "\(count)", "\(titles)")
    expect(titles.last?.hasSuffix("missing files"), equals: true)
    activate("remove-missing-files", in: window)
    activate("undo", in: window)
    expect(window.library.missing.files.count, equals: count)
    var after = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after)
    // A message or a comparison for each pair would take minutes.
    expect(after.tv_sec - before.tv_sec < max(8, count / 5_000))
    try await fixture.close(window, keeper)
    await expect(storedFiles(), equals: missing + [there])
  }
}
