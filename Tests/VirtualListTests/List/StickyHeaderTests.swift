import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Headers that stay at the top while their sections scroll by.
@Suite(.serialized, .needsDisplay)
struct StickyHeaderTests {
  private let fixture = ListFixture((0..<4).map { ListFixture.rows($0 * 30..<($0 + 1) * 30) })

  @Test func headerStaysAtTheTopWhileItsSectionScrolls() {
    defer { fixture.close() }
    expect(fixture.y(of: .header(0)) == 0 && fixture.list.scrollState.stickyHeader == nil)
    for row in [1, 5, 20] {
      fixture.show(.row(1, row))
      expect(fixture.y(of: .header(1)), equals: 0)
      // The row is not hidden by the header.
      expect(fixture.y(of: .row(1, row)), equals: fixture.height(of: .header(1)))
      expect(fixture.list.scrollState.stickyHeader?.section, equals: 1)
    }
  }

  /// Where the header was, a click goes to where it is now, or to nothing that has gone, before the next layout too.
  @Test(arguments: ["moved", "gone", "reloaded"])
  func aClickAfterAnEditFindsTheHeaderThatIsThere(edit: String) {
    defer { fixture.close() }
    let list = fixture.list
    fixture.show(.row(3, 12))
    expect(list.scrollState.stickyHeader?.section, equals: 3)
    switch edit {
    case "moved":
      fixture.sections.removeFirst()
      list.deleteSections([0])
    case "gone":
      fixture.sections.removeLast()
      list.deleteSections([3])
    default:
      fixture.sections.removeLast(2)
      list.reloadData()
    }
    expect(list.scrollState.stickyHeader?.section, equals: edit == "moved" ? 2 : nil)
    list.click(x: 20, y: 4, modifiers: 0)
    fixture.settle()
    expect(Display.settle { list.scrollState.motion.animation == nil })
  }

  private final class HeaderClicks: ListViewDelegate {
    var sections: [Int] = []
    func listView(_ list: ListView, didActivateHeaderOf section: Int) { sections.append(section) }
  }

  @Test func headersAreClickedWhetherOrNotTheyStick() {
    defer { fixture.close() }
    let clicks = HeaderClicks()
    fixture.list.delegate = clicks
    fixture.list.click(x: 20, y: 4, modifiers: 0)
    fixture.show(.row(1, 5))
    fixture.list.click(x: 20, y: 4, modifiers: 0)
    expect(clicks.sections, equals: [0, 1])
    expect(fixture.list.selectedRow == nil)
  }

  @Test func stickyHeaderPrecedesItsRowsForAssistiveTools() async throws {
    defer { fixture.close() }
    fixture.show(.row(1, 12))
    try await expect(Display.wait { rowTopsInTreeOrder() == rowTopsInTreeOrder().sorted() })
    expect(rowTopsInTreeOrder().count > 3)
    let header = try require(fixture.list.pool.view(of: .header(1)))
    expect(gtk_widget_get_prev_sibling(header.widget.pointer).map { gtk_widget_get_child_visible($0) } != 1)
  }

  /// Where the rows below the header begin, in the order in which assistive tools read them.
  private func rowTopsInTreeOrder() -> [Int] {
    var tops: [Int] = []
    var child = gtk_widget_get_first_child(fixture.list.widget.pointer)
    while let widget = child {
      if gtk_widget_get_child_visible(widget) != 0 {
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(widget, fixture.scroller, &bounds)
        tops.append(Int(bounds.origin.y))
      }
      child = gtk_widget_get_next_sibling(widget)
    }
    return Array(tops.dropFirst())
  }

  @Test func pointerHitsTheStickyHeaderNotTheRowBelow() throws {
    defer { fixture.close() }
    fixture.show(.row(1, 12))
    fixture.scroll(by: 10)
    let height = Double(fixture.height(of: .header(1)))
    expect(fixture.list.row(atY: height / 2) == nil)
    expect(fixture.list.row(atY: height + 1), equals: RowIndexPath(1, 12))
    let header = try require(fixture.list.pool.view(of: .header(1))).widget.pointer
    let row = try require(fixture.list.pool.view(of: .row(1, 12))).widget.pointer
    let list = fixture.list.widget.pointer
    expect(gtk_widget_pick(list, 20, height - 2, GTK_PICK_DEFAULT), equals: header)
    expect(gtk_widget_pick(list, 20, height + 2, GTK_PICK_DEFAULT), equals: row)
  }
}

extension ListFixture {
  /// The top of a row or header on screen, in pixels from the list's top.
  func y(of element: ListElement) -> Int? {
    list.pool.view(of: element).map { view in
      var bounds = graphene_rect_t()
      _ = gtk_widget_compute_bounds(view.widget.pointer, scroller, &bounds)
      return Int(bounds.origin.y.rounded())
    }
  }

  func height(of element: ListElement) -> Int { list.geometry.height(of: element).value }
}
