import CGtk
import Expectations
import FeedViewerRows
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// A large file in a window while it is read.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ListedWindowTests {
  private static let count = 3_000
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow
  private let reading: ArchiveReading

  init() async throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    let items = (0..<Self.count).map { number in
      "<item><title>Title \(number)</title><guid>\(number % 1_000)</guid><description>"
        + String(repeating: "words of \(number) ", count: number % 40) + "</description></item>\n"
    }
    let text = "<rss><channel><title>Feed</title>\(items.joined())</channel></rss>"
    let reading = try await ArchiveReading(try folder.write(text, to: "large.xml"))
    self.reading = reading
    window = ViewerWindow(
      application: application.pointer,
      options: ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600)),
      load: { _, _ in reading.events() })
    window.open([reading.path])
    window.present()
    try await pass(50)
    try await expect(MainLoop.settle { window.hasRowsOnScreen })
    reading.send(.listed(reading.outline))
    try await expect(MainLoop.settle { list.geometry.rowCount(inSection: 0) == Self.count })
    try await MainLoop.run(for: .milliseconds(80))
  }

  private var list: ListView { window.list }

  private func pass(_ count: Int) async throws {
    let wanted = min(reading.passedCount + count, Self.count)
    reading.send(reading.part(count))
    try await expect(
      MainLoop.settle {
        let rows = window.library.sections.first?.rows
        return rows.map { $0.known.count >= wanted } == true
      })
  }

  private func finish() async throws {
    while reading.passedCount < Self.count {
      try await pass(500)
      try await MainLoop.run(for: .milliseconds(80))
    }
    FeedLoader.join(
      reading.rows, of: window.library.feedKey(of: reading.rows[0]), in: window.library.state)
    reading.send(.finished(reading.heading))
    try await expect(MainLoop.settle { !window.library.isLoading && window.isComplete })
    try await MainLoop.run(for: .milliseconds(80))
  }

  @Test func anEntryThatIsActivatedBeforeItWasReadIsOpenedThen() async throws {
    let row = RowIndexPath(section: 0, row: 2_500)
    list.select(row)
    expect(window.entries.row(at: row) == nil)
    window.activate(row)
    expect(!window.article.isShown)
    try await expect(MainLoop.settle { window.article.isShown })
    expect(window.article.row?.title, equals: "Title 2500")
    // Not if another row is selected meanwhile.
    window.article.close()
    list.select(RowIndexPath(section: 0, row: 1_200))
    window.activate(RowIndexPath(section: 0, row: 1_200))
    list.select(RowIndexPath(section: 0, row: 3))
    try await expect(MainLoop.settle { window.entries.row(at: RowIndexPath(section: 0, row: 1_200)) != nil })
    try await MainLoop.run(for: .milliseconds(80))
    expect(!window.article.isShown)
  }

  private func end() { _ = list.keyPressed(UInt32(GDK_KEY_End), modifiers: 0) }

  private func row(_ number: Int) -> FeedRow { window.library.sections[0].rows[number] }

  private var isAtEnd: Bool { list.contentOffset + list.pageHeight == list.geometry.totalHeight }

  /// Whether the entries of all rows on screen are known.
  private var isReadOnScreen: Bool { list.visibleRows.allSatisfy { !row($0.row).isPlaceholder } }

  /// The tops of the rows on screen, from the viewport's top.
  private var tops: [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: list.visibleRows.map {
        ($0.row, list.geometry.offset(of: .row($0)) - list.contentOffset)
      })
  }

  private func expectExactHeightsOnScreen() {
    for place in list.visibleRows {
      let height = list.pool.view(of: .row(place)).map { Int(gtk_widget_get_height($0.widget.pointer)) }
      expect(height, equals: list.geometry.height(of: .row(place)).value)
    }
  }

  @Test func endShowsTheLastEntriesBeforeTheyAreReadInTheirTurn() async throws {
    defer { gtk_window_destroy(window.pointer) }
    end()
    try await expect(MainLoop.settle { list.visibleRows.last?.row == Self.count - 1 && isReadOnScreen })
    try await MainLoop.run(for: .milliseconds(80))
    expect(isAtEnd && list.visibleRows.last?.row == Self.count - 1 && isReadOnScreen)
    expect(list.selectedRow?.row, equals: Self.count - 1)
    expect(row(Self.count - 1).title == "Title 2999" && row(1_500).isPlaceholder)
    expectExactHeightsOnScreen()
    let before = tops
    try await finish()
    expect(isAtEnd && tops == before && list.selectedRow?.row == Self.count - 1)
    expect((0..<Self.count).allSatisfy { row($0) == reading.rows[$0] })
    expectExactHeightsOnScreen()
  }

  @Test(arguments: [700, 1_501, 2_990]) func nothingMovesWhenRowsTakeTheirPlaces(first: Int) async throws {
    defer { gtk_window_destroy(window.pointer) }
    list.scroll(to: .row(RowIndexPath(section: 0, row: first)), alignment: .top)
    try await MainLoop.run(for: .milliseconds(80))
    try await expect(MainLoop.settle { isReadOnScreen })
    try await MainLoop.run(for: .milliseconds(80))
    expect(isReadOnScreen)
    expectExactHeightsOnScreen()
    if first < 2_900 { expect(tops[first], equals: 0) }
    let before = tops
    try await finish()
    expect(tops, equals: before)
    expectExactHeightsOnScreen()
    try await expect(MainLoop.settle { list.isPrecacheFinished })
    try await MainLoop.run(for: .milliseconds(80))
    expect(tops, equals: before)
  }

  @Test func theFirstRowOnScreenStaysWhileOthersAreRead() async throws {
    defer { gtk_window_destroy(window.pointer) }
    // Part of the row is above the viewport.
    list.scroll(to: ScrollAnchor(element: .row(RowIndexPath(section: 0, row: 2_000)), offsetInside: 7))
    try await expect(MainLoop.settle { tops[2_000] != nil })
    var hasMoved = false
    try await expect(
      MainLoop.settle(lasting: .milliseconds(40)) {
        hasMoved = hasMoved || tops[2_000] != -7
        return isReadOnScreen
      })
    expect(!hasMoved)
  }

  @Test func articlesAreReadBeforeTheListIs() async throws {
    defer { gtk_window_destroy(window.pointer) }
    end()
    try await expect(MainLoop.settle { list.visibleRows.last?.row == Self.count - 1 && isReadOnScreen })
    window.activate(RowIndexPath(section: 0, row: Self.count - 1))
    try await expect(MainLoop.settle { window.article.isShown && window.article.isComplete })
    let shown = try require(window.article.row)
    expect(shown.entryKey == "999" && shown.isRead)
    try await finish()
    // Two entries before it have the same identifier.
    expect(window.article.row == shown && row(Self.count - 1) == shown)
    expect(row(Self.count - 1).isRead && !row(999).isRead)
    expect(window.article.isShown)
  }

  @Test func entriesThatAreNotKnownAreActedOnWhenTheyAre() async throws {
    defer { gtk_window_destroy(window.pointer) }
    expect(g_action_group_get_action_enabled(window.pointer.opaque, "mark-all-read"), equals: 0)
    list.selectAll()
    g_action_group_activate_action(window.pointer.opaque, "delete-row", nil)
    expect(window.library.sections[0].rows.count, equals: Self.count)
    try await finish()
    try await expect(MainLoop.settle { window.library.sections[0].rows.isEmpty })
    g_action_group_activate_action(window.pointer.opaque, "undo", nil)
    expect(window.library.sections[0].rows.count, equals: Self.count)
    expect(g_action_group_get_action_enabled(window.pointer.opaque, "mark-all-read") != 0)
    expect((0..<Self.count).allSatisfy { row($0) == reading.rows[$0] })
  }
}
