import CGtk
import Expectations
import FeedViewerBase
import FeedViewerReadingState
import Foundation
import GtkInterop
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// Files and folders whose names Swift's strings take for equal, in a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct EquivalentNamesTests {
  private let fixture: SessionFixture

  init() throws { fixture = try SessionFixture(width: 1_275, height: 900) }

  private func path(_ name: String) -> FilePath { fixture.path(name) }

  /// Writes a feed of entries of its own.
  private func write(_ path: FilePath, _ name: String, _ count: Int) throws {
    try write(path, SampleFeed.rss(title: name, entries: (0..<count).map { "\(name) \($0)" }))
  }

  private func write(_ path: FilePath, _ text: String) throws {
    _ = path.folder.withCString { mkdir($0, 0o700) }
    let file = try require(path.withCString { fopen($0, "w") })
    defer { fclose(file) }
    expect(fputs(text, file) >= 0)
  }

  private func settle(_ window: ViewerWindow, count: Int) async throws -> Bool {
    try await MainLoop.settle { window.isComplete && window.library.entryCount == count }
  }

  /// Files with equivalent names, in folders with such names.
  private func equivalentFiles() -> [FilePath] {
    FilePathTests.equivalents.flatMap { names in
      [path("\(names.0).xml"), path("\(names.1).xml"), path("\(names.0)/a.xml"), path("\(names.1)/a.xml")]
    } + [0xE8, 0xE9].map { path(PathText.text(of: [UInt8($0)]) + ".xml") }
  }

  @Test func allFilesAreOpenedListedMarkedAndWatched() async throws {
    let paths = equivalentFiles()
    for (number, path) in paths.enumerated() { try write(path, "f\(number)", 1) }
    let window = fixture.makeWindow(StateKeeper(), watch: FileWatch.prompt)
    window.open(paths)
    try await expect(settle(window, count: paths.count))
    expect(window.library.files.map(\.path) == paths && Set(paths).count == 22)
    expect(Set(window.library.unreadCounts.keys).count, equals: paths.count)
    window.show(.feed(paths[1]))
    try await expect(MainLoop.settle { window.entries.sections.map(\.title) == ["f1"] })
    window.show(.feed(paths[0]))
    try await expect(MainLoop.settle { window.entries.sections.map(\.title) == ["f0"] })
    window.show(.all)
    // Each is read again when it changes, and no other.
    for (number, path) in paths.enumerated() {
      try write(path, "f\(number)", 2)
      try await expect(settle(window, count: paths.count + number + 1), "\(path)")
      expect(window.library.sections[number].rows.count, equals: 2)
    }
    // Closing one leaves the other.
    g_action_group_activate_action(window.pointer.opaque, "close-file", g_variant_new_string(paths[1].text))
    try await expect(settle(window, count: paths.count * 2 - 2))
    expect(window.library.files[0].path == paths[0] && window.library.index(ofFile: paths[1]) == nil)
    g_action_group_activate_action(window.pointer.opaque, "undo", nil)
    try await expect(settle(window, count: paths.count * 2))
    expect(window.library.files.map(\.path), equals: paths)
    gtk_window_destroy(window.pointer)
  }

  @Test func theSessionHasTheBytesOfTheNames() async throws {
    let (one, other) = (path("caf\u{E9}.xml"), path("cafe\u{301}.xml"))
    for (path, name) in [(one, "one"), (other, "other")] { try write(path, name, 40) }
    var keeper = fixture.makeKeeper()
    var window = fixture.makeWindow(keeper)
    window.open([one, other])
    try await expect(settle(window, count: 80))
    window.library.set(.read, true, of: [window.library.sections[1].rows[7]])
    // The list of each is left elsewhere.
    window.show(.feed(other))
    try await expect(
      MainLoop.settle { window.isComplete && window.entries.sections.map(\.title) == ["other"] })
    window.list.scroll(to: .row(RowIndexPath(section: 0, row: 30)), alignment: .top)
    try await expect(MainLoop.settle { window.isComplete && (window.list.visibleRows.first?.row ?? 0) > 15 })
    window.show(.feed(one))
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first?.row == 0 })
    window.show(.feed(other))
    try await expect(MainLoop.settle { window.isComplete && (window.list.visibleRows.first?.row ?? 0) > 15 })
    window.show(.all)
    // The one that is closed and the one that is kept differ in bytes only.
    window.library.close(one)
    try await expect(settle(window, count: 40))
    try await fixture.close(window, keeper)

    (window, keeper) = fixture.reopen()
    try await expect(settle(window, count: 40))
    expect(window.library.files.map(\.path), equals: [other])
    expect(
      window.library.sections[0].rows.indices.filter { window.library.sections[0].rows[$0].isRead },
      equals: [7])
    window.library.close(other)
    window.open([one])
    try await expect(settle(window, count: 40))
    try await fixture.close(window, keeper)

    (window, keeper) = fixture.reopen()
    try await expect(settle(window, count: 40))
    expect(window.library.files.map(\.path), equals: [one])
    try await fixture.close(window, keeper)
  }

  @Test func sessionsThatDifferInBytesAreDifferent() {
    expect(ReadingSession(files: ["/caf\u{E9}"]) != ReadingSession(files: ["/cafe\u{301}"]))
    expect(ReadingSession(article: "/caf\u{E9}|1") != ReadingSession(article: "/cafe\u{301}|1"))
    expect(ReadingSession(listPlace: "0|/caf\u{E9}|1") != ReadingSession(listPlace: "0|/cafe\u{301}|1"))
    expect(ReadingSession(folders: ["/caf\u{E9}#0"]) != ReadingSession(folders: ["/cafe\u{301}#0"]))
    expect(ReadingSession(files: ["/a"], article: "b"), equals: ReadingSession(files: ["/a"], article: "b"))
  }

  @Test func pagesWithEquivalentNamesAreRead() async throws {
    let link =
      "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"cafe%CC%81.xml\"/>"
    let text = SampleFeed.rss(title: "one", entries: ["1"]).replacing("<channel>", with: "<channel>" + link)
    let first = path("caf\u{E9}.xml")
    try write(first, text)
    try write(path("cafe\u{301}.xml"), "two", 1)
    let library = FeedLibrary(watch: { _, _ in NSObject() })
    library.open([first])
    try await expect(MainLoop.settle { !library.isLoading && library.entryCount == 1 })
    await expect(library.loadNextPage(of: first), equals: .loaded(rows: 1))
  }
}
