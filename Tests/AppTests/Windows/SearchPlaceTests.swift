import Expectations
import LayoutCore
import Testing

@testable import FeedViewer
@testable import VirtualList

/// Where the list is during a search, and after it.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SearchPlaceTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture([
      (0..<60).map { $0 == 50 ? "boat in the harbour" : "entry \($0)" },
      (0..<60).map { $0 == 5 ? "another boat" : "more \($0)" },
    ])
  }

  private func place(_ row: Int) -> RowIndexPath { RowIndexPath(section: 0, row: row) }

  private var titleOfSelection: String? {
    window.list.selectedRow.flatMap(window.entries.row).map(\.title)
  }

  /// The first row that is seen.
  private var first: RowIndexPath? { window.list.visibleRows.first }

  private func scroll(to row: Int) async throws -> RowIndexPath? {
    window.list.scroll(to: .row(place(row)), alignment: .top)
    try await expect(fixture.settle { (first?.row ?? 0) + 2 > row })
    return first
  }

  private func search(_ text: String) async throws {
    window.beginSearch()
    window.searchBar.field.text = text
    try await expect(fixture.settle { window.search.foundCount != nil && !window.search.isBusy })
  }

  @Test func theSelectedResultStaysSelectedAndAChosenOneIsShownAfterwards() async throws {
    window.list.select(place(3))
    let before = try await scroll(to: 40)
    window.list.select(place(42))
    for text in ["entry", "entr"] {
      try await search(text)
      expect(fixture.titles.map(\.count), equals: [59])
      try await expect(fixture.settle { window.list.contentOffset == 0 })
      expect(titleOfSelection == "entry 42" && window.list.selectedRow == place(42))
    }
    window.searchBar.field.close()
    try await expect(fixture.settle { fixture.titles.map(\.count) == [60, 60] && first == before })
    expect(titleOfSelection, equals: "entry 42")
    // Another one is chosen.
    window.list.select(place(3))
    _ = try await scroll(to: 20)
    try await search("boat")
    window.list.select(RowIndexPath(section: 1, row: 0))
    window.searchBar.field.close()
    let chosen = RowIndexPath(section: 1, row: 5)
    try await expect(fixture.settle { window.list.selectedRow == chosen })
    try await expect(fixture.settle { window.list.visibleRows.contains(chosen) })
  }

  /// Searches all entries from the list of the first feed, in which the third entry is selected.
  private func searchAll() async throws -> RowIndexPath? {
    let feed = window.library.files[0].path
    window.show(.feed(feed))
    try await expect(fixture.settle { fixture.titles.map(\.count) == [60] })
    window.list.select(place(3))
    let before = try await scroll(to: 20)
    try await search("boat")
    fixture.activate("search-all")
    try await expect(fixture.settle { fixture.titles == [["boat in the harbour"], ["another boat"]] })
    return before
  }

  @Test func theListBeforeASearchOfAllEntriesReturnsWithAResultOfItsOwn() async throws {
    let before = try await searchAll()
    // That feed does not have it: the list is where it was.
    window.list.select(RowIndexPath(section: 1, row: 0))
    window.searchBar.field.close()
    try await expect(fixture.settle { fixture.titles.map(\.count) == [60] && first == before })
    expect(window.list.selectedRow, equals: place(3))
    // That feed has it.
    _ = try await searchAll()
    window.list.select(place(0))
    window.searchBar.field.close()
    try await expect(
      fixture.settle { window.list.selectedRow == place(50) && fixture.titles.map(\.count) == [60] })
    try await expect(fixture.settle { window.list.visibleRows.contains(place(50)) })
  }
}
