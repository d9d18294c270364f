import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import VirtualList

/// A list that does not begin at its top, such as one whose position is restored.
@Suite("First jump", .serialized, .needsDisplay)
struct FirstJumpTests {
  /// The rows of the first painted frame, and the list in its window.
  private func firstFrame(
    _ rows: [ListFixture.Row], edit: (ListFixture) -> Void = { _ in }, jump: (ListView) -> Void
  ) throws -> (picture: [String: Int], fixture: ListFixture) {
    let fixture = ListFixture([rows], isShown: false)
    jump(fixture.list)
    edit(fixture)
    var picture: [String: Int]?
    gtk_widget_realize(fixture.window)
    let clock = try require(gtk_widget_get_frame_clock(fixture.window))
    let connection = Signal.connect(clock, "after-paint") { if picture == nil { picture = fixture.picture } }
    gtk_window_present(fixture.window.cast())
    expect(Display.settle { picture?.isEmpty == false })
    Signal.disconnect(clock, connection)
    return (picture ?? [:], fixture)
  }

  private func row(_ row: Int) -> ListElement { .row(0, row) }

  @Test func firstFrameShowsTheJumpTarget() throws {
    let (picture, fixture) = try firstFrame(ListFixture.rows(0..<5_000)) {
      $0.scroll(to: row(3_000), alignment: .top)
    }
    defer { fixture.close() }
    expect(picture["key-3000"], equals: fixture.height(of: .header(0)))
    fixture.settle()
    expect(fixture.picture, equals: picture)
  }

  @Test func firstFrameCanShowTheEnd() throws {
    let (picture, fixture) = try firstFrame(ListFixture.rows(0..<5_000)) {
      $0.scroll(to: row(4_999), alignment: .bottom)
    }
    defer { fixture.close() }
    let top = try require(picture["key-4999"])
    expect(top + fixture.height(of: row(4_999)), equals: fixture.list.pageHeight)
  }

  @Test func editBeforeTheFirstFrameMovesTheJumpTarget() throws {
    let (picture, fixture) = try firstFrame(
      ListFixture.rows(0..<2_000),
      edit: { fixture in
        fixture.insert(ListFixture.rows(9_000..<9_010), at: 0)
      }, jump: { $0.scroll(to: row(1_000), alignment: .top) })
    defer { fixture.close() }
    expect(picture["key-1000"], equals: fixture.height(of: .header(0)))
  }
}
