import CGtk
import Expectations
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// A million rows, of which few are ever measured: positions of tens of millions of pixels are exact.
@Suite("A million rows", .serialized, .needsDisplay)
struct ManyRowsTests {
  private static let count = 1_000_000

  @Test func jumpsInAMillionRowsAreExact() throws {
    let fixture = ListFixture([])
    defer { fixture.close() }
    let rows = ManyRows(count: Self.count)
    let list = fixture.list
    list.idle.stop()
    list.dataSource = rows
    list.reloadData()
    fixture.settle()
    func row(_ number: Int) -> ListElement { .row(0, number) }
    let page = list.pageHeight
    let header = fixture.height(of: .header(0))

    _ = list.keyPressed(UInt32(GDK_KEY_End), modifiers: 0)
    fixture.settle()
    let last = row(Self.count - 1)
    expect(list.selectedRow, equals: RowIndexPath(0, Self.count - 1))
    expect(fixture.y(of: last).map { $0 + fixture.height(of: last) }, equals: page)
    expect(list.geometry.totalHeight > 50_000_000)

    _ = list.keyPressed(UInt32(GDK_KEY_Home), modifiers: 0)
    fixture.settle()
    expect(list.contentOffset == 0 && fixture.y(of: row(0)) == header)

    // The scroll bar still resolves single pixels.
    fixture.show(row(987_654))
    expect(fixture.y(of: row(987_654)), equals: header)
    for step in [1, -3, 250] {
      let before = try require(fixture.y(of: row(987_660)))
      fixture.scroll(by: Double(step))
      expect(fixture.y(of: row(987_660)), equals: before - step)
    }
    expect(list.geometry.elementCount - list.geometry.unmeasuredCount < 200)
  }
}

/// Rows that show their numbers, with one to four lines.
private final class ManyRows: EntryListDataSource {
  private let count: Int

  init(count: Int) { self.count = count }

  func numberOfSections(in list: ListView) -> Int { 1 }

  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    guard case .row(let place) = element else {
      return ItemIdentity(template: .sectionHeader, key: "header", revision: 0)
    }
    return ItemIdentity(template: .entry, key: ItemKey("\(place.row)"), revision: 0)
  }

  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
    guard case .row(let place) = element else {
      return RowContent(title: "Rows", metadata: "", accessibleName: "Rows")
    }
    let title = "Row \(place.row)"
    return RowContent(
      title: title, preview: String(repeating: "and a line of words ", count: place.row % 4 * 4),
      metadata: "now", accessibleName: title)
  }

  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
    TextLengths(title: 40, preview: 0)
  }
}
