import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// Orders, filters and undo in a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArrangementWindowTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture([["delta", "alpha", "charlie", "bravo"], ["echo"]])
  }

  private func select(_ row: Int) { window.list.select(RowIndexPath(section: 0, row: row)) }

  @Test func anotherOrderKeepsTheSelectedEntry() async throws {
    defer { fixture.close() }
    select(0)
    fixture.choose("title", of: "order")
    #expect(fixture.titles == [["alpha", "bravo", "charlie", "delta"], ["echo"]])
    #expect(window.list.selectedRow == RowIndexPath(section: 0, row: 3))
    // Rows have no other place than that of their title.
    #expect(!fixture.isEnabled("move-up") && !fixture.isEnabled("insert-row"))
    fixture.choose("file", of: "order")
    #expect(fixture.titles[0] == ["delta", "alpha", "charlie", "bravo"] && fixture.isEnabled("insert-row"))
  }

  @Test func aFilterWithoutMatchesShowsAWayBack() async throws {
    defer { fixture.close() }
    fixture.choose("starred", of: "filter")
    #expect(window.contentState == .nothingMatches)
    fixture.activate("show-all")
    #expect(window.contentState == .rows && fixture.titles.count == 2)
  }

  @Test func deletedRowsComeBackByUndo() async throws {
    defer { fixture.close() }
    select(1)
    #expect(!fixture.isEnabled("undo"))
    fixture.activate("delete-row")
    #expect(window.toast.isShown && window.toast.text == "Row deleted")
    #expect(fixture.titles[0] == ["delta", "charlie", "bravo"])
    fixture.activate("undo")
    #expect(fixture.titles[0] == ["delta", "alpha", "charlie", "bravo"] && !window.toast.isShown)
    fixture.activate("redo")
    #expect(fixture.titles[0] == ["delta", "charlie", "bravo"] && !fixture.isEnabled("redo"))
  }

  @Test func markingAllAsReadChangesNoHeightAndIsUndone() async throws {
    defer { fixture.close() }
    let height = window.list.geometry.totalHeight
    fixture.activate("mark-all-read")
    #expect(window.library.sections.allSatisfy { $0.unreadCount == 0 })
    #expect(window.toast.text == "5 entries marked as read")
    #expect(try await fixture.settle())
    #expect(window.list.geometry.totalHeight == height)
    fixture.activate("undo")
    #expect(window.library.sections.allSatisfy { $0.unreadCount == $0.rows.count })
  }

  @Test func marksOfTheSelectedRowsAreToggled() async throws {
    defer { fixture.close() }
    select(2)
    fixture.activate("toggle-starred")
    fixture.activate("toggle-read")
    #expect(window.entries.row(at: RowIndexPath(section: 0, row: 2))?.marks == [.read, .starred])
    fixture.activate("toggle-read")
    #expect(window.entries.row(at: RowIndexPath(section: 0, row: 2))?.marks == [.starred])
  }
}
