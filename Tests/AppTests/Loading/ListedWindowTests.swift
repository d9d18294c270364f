import CGtk
import Expectations
import FeedViewerRows
import FeedViewerReadingState
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// An archive in a window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ListedWindowTests {
  private static let count = 3_000
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow

  init() async throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    let items = (0..<Self.count).map { number in
      "<item><title>Title \(number)</title><guid>\(number % 1_000)</guid><description>"
        + String(repeating: "words of \(number) ", count: number % 40) + "</description></item>\n"
    }
    let text = "<rss><channel><title>Feed</title>\(items.joined())</channel></rss>"
    let path = try folder.write(text, to: "large.xml")
    window = ViewerWindow(
      application: application.pointer,
      options: ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600)),
      load: { FeedLoader.events(path: $0, state: ReadingState(), sizes: .holding(head: 50), since: $1) })
    window.open([path])
    window.present()
    try await expect(MainLoop.settle { window.hasRowsOnScreen })
    try await expect(MainLoop.settle { list.geometry.rowCount(inSection: 0) == Self.count })
    try await MainLoop.run(for: .milliseconds(80))
  }

  private var list: ListView { window.list }

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

  @Test func endShowsTheLastEntries() async throws {
    defer { gtk_window_destroy(window.pointer) }
    end()
    try await expect(MainLoop.settle { list.visibleRows.last?.row == Self.count - 1 && isReadOnScreen })
    try await MainLoop.run(for: .milliseconds(80))
    expect(isAtEnd && list.visibleRows.last?.row == Self.count - 1 && isReadOnScreen)
    expect(list.selectedRow?.row, equals: Self.count - 1)
    expect(row(Self.count - 1).title == "Title 2999" && row(1_500).isPlaceholder)
    expectExactHeightsOnScreen()
  }

  @Test(arguments: [700, 1_501, 2_990]) func nothingMovesWhenRowsBesideAreMeasured(first: Int) async throws {
    defer { gtk_window_destroy(window.pointer) }
    list.scroll(to: .row(RowIndexPath(section: 0, row: first)), alignment: .top)
    try await MainLoop.run(for: .milliseconds(80))
    try await expect(MainLoop.settle { isReadOnScreen })
    try await MainLoop.run(for: .milliseconds(80))
    expect(isReadOnScreen)
    expectExactHeightsOnScreen()
    if first < 2_900 { expect(tops[first], equals: 0) }
    let before = tops
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

  @Test func articlesAreReadBeforeTheEntriesBeforeThem() async throws {
    defer { gtk_window_destroy(window.pointer) }
    end()
    try await expect(MainLoop.settle { list.visibleRows.last?.row == Self.count - 1 && isReadOnScreen })
    window.activate(RowIndexPath(section: 0, row: Self.count - 1))
    try await expect(MainLoop.settle { window.article.isShown && window.article.isComplete })
    let shown = try require(window.article.row)
    // Two entries before it have the same identifier.
    expect(shown.entryKey == "999" && shown.isRead && row(Self.count - 1) == shown)
    list.scroll(to: .row(RowIndexPath(section: 0, row: 999)), alignment: .top)
    try await expect(MainLoop.settle { !row(999).isPlaceholder })
    expect(window.article.row == shown && window.article.isShown && !row(999).isRead)
  }

}
