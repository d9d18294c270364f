import Expectations
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import FeedViewer
@testable import VirtualList

/// A merged timeline and undo in a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArrangementWindowTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture([["delta", "alpha", "charlie", "bravo"], ["echo"]])
  }

  private func select(_ row: Int) { window.list.select(RowIndexPath(section: 0, row: row)) }

  /// The line of details of each row, as it is drawn.
  private var details: [[String]] {
    window.entries.sections.indices.map { section in
      window.entries.sections[section].rows.indices.map { row in
        let place = RowIndexPath(section: section, row: row)
        let shown = window.entries[place]
        return shown.content(preview: nil, feed: window.entries.feedName(of: shown, at: place)).metadata
          .filter { $0 != "\u{2068}" && $0 != "\u{2069}" }
      }
    }
  }

  @Test func rowsOfAMergedTimelineNameTheirFeed() async throws {
    expect(details, equals: [["", "", "", ""], [""]])
    let heights = window.list.geometry.totalHeight
    fixture.choose("time", of: "grouping")
    try await expect(fixture.settle())
    expect(details, equals: [["Feed 0", "Feed 0", "Feed 0", "Feed 0", "Feed 1"]])
    // Rows have a line more than before, and are measured with it.
    expect(window.list.geometry.totalHeight > heights)
    let source = window.list.dataSource as? any EntryListDataSource
    let name = source?.listView(window.list, rowContentOf: .row(RowIndexPath(section: 0, row: 4)))
    expect(name?.accessibleName.contains("Feed 1"), equals: true)
    // The rows of one feed need no name.
    window.show(.feed(window.library.files[1].path))
    try await expect(fixture.settle() && details == [[""]])
    window.show(.all)
    fixture.choose("feed", of: "grouping")
    try await expect(fixture.settle() && details == [["", "", "", ""], [""]])
    // Its rows are measured again.
    try await expect(fixture.settle { window.list.geometry.totalHeight == heights })
  }

  @Test func whatUndoingBringsBackIsScrolledIntoViewInEveryOrder() async throws {
    let fixture = try await WindowFixture([(0..<400).map { String(format: "row %03d", $0) }])
    defer { fixture.close() }
    let list = fixture.window.list
    let place = RowIndexPath(section: 0, row: 20)
    for order in ["file", "title"] {
      fixture.choose(order, of: "order")
      try await expect(fixture.settle { fixture.titles[0].count == 400 })
      list.select(place)
      fixture.activate("delete-row")
      for _ in 0..<2 {
        expect(!fixture.titles[0].contains("row 020"), "\(order)")
        list.select(RowIndexPath(section: 0, row: 350))
        list.scroll(to: .row(RowIndexPath(section: 0, row: 350)), alignment: .top)
        try await expect(fixture.settle { list.visibleRows.contains { $0.row == 350 } }, "\(order)")
        fixture.activate("undo")
        try await expect(fixture.settle { list.visibleRows.contains(place) }, "\(order)")
        expect(fixture.titles[0][20], equals: "row 020", "\(order)")
        fixture.activate("redo")
      }
      fixture.activate("undo")
    }
  }

  @Test func marksAreUndoneByTheButtonWhileOneTypesAndInAnArticle() async throws {
    fixture.activate("mark-all-read")
    fixture.activate("search")
    // The key undoes what was typed.
    expect(window.keyTarget, equals: .textEntry)
    expect(!fixture.isEnabled("undo") && !fixture.isEnabled("redo") && fixture.isEnabled("undo-edit"))
    fixture.activate("undo-edit")
    expect(window.library.sections.contains { $0.unreadCount > 0 } && !fixture.isEnabled("undo-edit"))
    window.searchBar.field.close()
    window.activate(RowIndexPath(section: 0, row: 0))
    try await expect(fixture.settle { window.isListHidden })
    fixture.activate("mark-all-read")
    expect(window.toast.isShown && window.library.sections.allSatisfy { $0.unreadCount == 0 })
    expect(fixture.isEnabled("undo") && fixture.isEnabled("undo-edit"))
    fixture.activate("undo")
    expect(window.library.sections.contains { $0.unreadCount > 0 } && fixture.isEnabled("redo"))
  }
}
