import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// The rows that the list shows and those of its data source are two states; edits lead from one to the other, in order.
@Suite(.serialized, .needsDisplay)
struct EditPipelineTests {
  @Test func rowsChangeOnlyThroughEdits() {
    let fixture = ListFixture([ListFixture.rows(0..<3)])
    defer { fixture.close() }
    fixture.sections[0] += ListFixture.rows(3..<5)
    gtk_widget_queue_resize(fixture.list.widget.pointer)
    fixture.settle()
    expect(fixture.list.statistics.rowCount, equals: 3)
    expect(fixture.picture.keys.sorted(), equals: ["key-0", "key-1", "key-2"])
    fixture.list.insertRows([3, 4].map { RowIndexPath(0, $0) })
    expect(fixture.list.statistics.rowCount, equals: 5)
    fixture.settle()
    expect(fixture.picture.keys.contains("key-4"))
  }

  /// Deletes another row at every change of the selection.
  private final class Deleter: ListViewDelegate {
    let fixture: ListFixture
    private(set) var heard: [RowIndexPath?] = []

    init(_ fixture: ListFixture) { self.fixture = fixture }

    func listView(_ list: ListView, didSelect row: RowIndexPath?) {
      heard.append(row)
      guard heard.count == 2 else { return }
      fixture.sections[0].remove(at: 0)
      list.deleteRows([RowIndexPath(0, 0)])
    }

    func listView(_ list: ListView, didActivate row: RowIndexPath) {}
    func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double) {}
  }

  @Test func editMadeInAnEditCallbackIsAppliedAfterIt() {
    let fixture = ListFixture([ListFixture.rows(0..<40)])
    defer { fixture.close() }
    let deleter = Deleter(fixture)
    fixture.list.delegate = deleter
    fixture.list.select(RowIndexPath(0, 4))
    fixture.delete(2..<3)
    fixture.settle()
    expect(deleter.heard, equals: [4, 3, 2].map { RowIndexPath(0, $0) })
    expect(fixture.sections[0].prefix(4).map(\.key), equals: ["key-1", "key-3", "key-4", "key-5"])
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 2))
    expect(fixture.list.statistics.rowCount, equals: 38)
    for (key, y) in fixture.picture {
      let row = fixture.sections[0].firstIndex { $0.key == key }!
      expect(y, equals: fixture.list.geometry.offset(of: .row(0, row)), "\(key)")
    }
  }

  @Test func reloadingEqualRowsDoesNotChangeAnyFrame() throws {
    let fixture = ListFixture([ListFixture.rows(0..<200)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.settle()
    let before = fixture.picture
    let widgets = fixture.list.statistics.liveRowWidgets
    var pictures: [[String: Int]] = []
    fixture.observeFrames({ pictures.append(fixture.picture) }) {
      fixture.list.reloadData(invalidatingHeights: false)
      expect(Display.settle { !pictures.isEmpty })
      fixture.settle()
    }
    expect(pictures.allSatisfy { $0 == before })
    expect(fixture.list.statistics.liveRowWidgets, equals: widgets)
  }

  @Test func emptyDifferenceRebindsNoRow() {
    let fixture = ListFixture([ListFixture.rows(0..<200)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.settle()
    func painters() -> [ObjectIdentifier?] {
      fixture.list.pool.boundElements.sorted().map { element in
        fixture.list.pool.view(of: element)?.painter.map { ObjectIdentifier($0) }
      }
    }
    let before = painters()
    let queries = fixture.contentQueries
    let keys = [
      SectionKeys(key: "s", rows: fixture.sections[0].map { SectionKeys.Row(key: $0.key, revision: 0) })
    ]
    fixture.list.apply(ChangeSet.difference(from: keys, to: keys))
    fixture.settle()
    expect(painters(), equals: before)
    expect(fixture.contentQueries, equals: queries)
  }
}
