import CGtk
import Expectations
import FeedViewerBase
import FeedViewerReadingState
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// What undo remembers of a closed feed keeps neither its file open nor its rows.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ReleasedFileTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }
  private let path: FilePath
  private static let count = 1_500

  init() async throws {
    fixture = try await WindowFixture([["a", "b"]])
    path = FilePath(
      try fixture.folder.write(
        SampleFeed.rss(title: "Large", entries: (0..<Self.count).map { "large \($0)" }), to: "large.xml"))
    fixture.window.open([path])
    let (window, path) = (fixture.window, path)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == Self.count + 2 })
    expect(Self.isOpen(path))
    window.show(.all)
    try await expect(MainLoop.settle { window.isComplete })
  }

  /// Whether this process has a file open.
  fileprivate static func isOpen(_ path: FilePath) -> Bool {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path.text
    }
  }

  private func close() {
    g_action_group_activate_action(
      window.pointer.opaque, "close-file", g_variant_new_string(path.text))
  }

  private func select(_ row: Int) { window.list.select(RowIndexPath(section: 1, row: row)) }

  private var keys: [String] { window.library.sections.last?.rows.map(\.entryKey) ?? [] }

  @Test func editsOfItsEntriesKeepNothingAndWhatHasChangedMeanwhileIsShown() async throws {
    let edits: [() -> Void] = [
      { fixture.activate("toggle-starred") }, { fixture.activate("delete-row") },
      { fixture.activate("toggle-read") },
    ]
    for (number, edit) in edits.enumerated() {
      select(700 + number * 10)
      try await expect(fixture.settle())
      edit()
      try await expect(fixture.settle())
    }
    window.activate(RowIndexPath(section: 1, row: 800))
    try await expect(fixture.settle { window.article.isShown })
    window.searchBar.field.open()
    window.search.search("large 900")
    try await expect(fixture.settle { !window.search.isBusy })
    window.searchBar.field.close()
    try await expect(fixture.settle())
    weak let page = window.library.sections[1].rows[5].page
    close()
    try await expect(fixture.settle { window.library.entryCount == 2 && !Self.isOpen(path) })
    try await expect(fixture.settle { page == nil })
    expect(!window.article.isShown)

    // All of it can be undone nonetheless.
    fixture.activate("undo")
    try await expect(fixture.settle { window.library.entryCount == Self.count + 1 })
    expect(window.library.files.map(\.path).last, equals: path)
    expect(window.library.sections[1].rows[700].isStarred)
    for _ in 0..<3 { fixture.activate("undo") }
    try await expect(fixture.settle { window.library.entryCount == Self.count + 2 })
    expect(!window.library.sections[1].rows[700].isStarred)
    expect(keys, equals: (0..<Self.count).map { "large \($0)" })
    for _ in 0..<2 { fixture.activate("redo") }
    try await expect(fixture.settle { window.library.entryCount == Self.count + 1 })
    expect(window.library.sections[1].rows[700].isStarred && !keys.contains("large 710"))
    // And closed again, from the history.
    for _ in 0..<2 { fixture.activate("redo") }
    try await expect(fixture.settle { window.library.entryCount == 2 && !Self.isOpen(path) })
    // What has changed meanwhile is shown.
    try fixture.folder.write(SampleFeed.rss(title: "New", entries: ["x"]), to: "large.xml")
    fixture.activate("undo")
    try await expect(fixture.settle { window.library.entryCount == 3 && keys == ["x"] })
    close()
    try await expect(fixture.settle { window.library.entryCount == 2 })
    try FileManager.default.removeItem(atPath: path.text)
    fixture.activate("undo")
    try await expect(fixture.settle { window.library.error(ofFile: path)?.reason == .doesNotExist })
    // It is shown as soon as it is back.
    try fixture.folder.write(SampleFeed.rss(title: "Back", entries: ["y", "z"]), to: "large.xml")
    try await expect(
      fixture.settle {
        window.library.entryCount == 4 && window.library.error(ofFile: path) == nil
      })
  }
}

/// The same of libraries without a window.
struct ReleasedLibraryFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }
  @Test func marksInAnotherOrderKeepNothing() async throws {
    let state = ReadingState()
    let library = FeedLibrary(
      state: state,
      load: { FeedLoader.events(path: $0, state: state, sizes: LoadingSizes(reread: 0), since: $1) })
    let list = SearchedList(library)
    let file = FilePath(
      try folder.write(
        SampleFeed.rss(title: "Read", entries: (0..<2_000).map { "read \($0)" }), to: "read.xml"))
    library.open([file])
    try await expect(MainLoop.settle { !library.isLoading && library.entryCount == 2_000 })
    list.entries.show(Arrangement(order: .oldest))
    try await expect(MainLoop.settle { list.entries.isArranged && !list.entries.isBusy })
    expect(ReleasedFileTests.isOpen(file))
    list.entries.set(.read, true, of: library.sections[0].rows)
    library.close(file)
    try await expect(MainLoop.settle { !ReleasedFileTests.isOpen(file) })
  }

  @Test func deletedEntriesOfAnArchiveKeepNothing() async throws {
    let state = ReadingState()
    let library = FeedLibrary(
      state: state,
      load: { FeedLoader.events(path: $0, state: state, sizes: .holding(head: 20), since: $1) })
    let list = SearchedList(library)
    let editor = EntryEditor(list.entries)
    let file = FilePath(
      try folder.write(
        SampleFeed.rss(title: "Archive", entries: (0..<2_000).map { "archive \($0)" }), to: "archive.xml"))
    library.open([file])
    try await expect(MainLoop.settle { library.isArchive(file) && library.entryCount == 2_000 })
    expect(ReleasedFileTests.isOpen(file))
    // What the test itself held would keep the file open.
    editor.delete(
      list.entries.selection(
        of: RowSet(runs: [.init(section: 0, rows: 3..<4), .init(section: 0, rows: 1_000..<1_010)]))
    ) { _ in }
    expect(library.entryCount, equals: 1_989)
    expect(editor.closeFile(file) != nil && editor.history.last != nil)
    try await expect(MainLoop.settle { !ReleasedFileTests.isOpen(file) })
    while editor.history.undo() != nil {}
    try await expect(MainLoop.settle { library.isArchive(file) && library.entryCount == 2_000 })
  }
}
