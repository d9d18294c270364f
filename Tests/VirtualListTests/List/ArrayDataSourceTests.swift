import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

@Suite("Array data source", .serialized, .needsDisplay)
struct ArrayDataSourceTests {
  private nonisolated struct Item: Hashable {
    var key: String
    var text: String
  }

  private nonisolated struct ItemTemplate: RowTemplate {
    func makeElement(for item: Item) -> LayoutElement? { .text(item.text, style: TextStyle()) }
  }

  private nonisolated struct TitleTemplate: RowTemplate {
    func makeElement(for title: String) -> LayoutElement? { .text(title, style: TextStyle()) }
  }

  @Test func listShowsChangesOfItsArrays() throws {
    let items = (0..<5).map { Item(key: "\($0)", text: "item \($0)") }
    let source = ArrayDataSource(
      sections: [
        .init(key: "a", header: "A", indexLabel: "A", items: items), .init(key: "b", items: []),
      ], template: "item"
    ) { $0.key }
    let list = ListView()
    list.register(ItemTemplate(), as: "item")
    list.register(TitleTemplate(), as: "title")
    list.dataSource = source
    let window = gtk_window_new()!
    defer { gtk_window_destroy(window.cast()) }
    gtk_window_set_child(window.cast(), list.makeScrolledWindow())
    gtk_window_set_default_size(window.cast(), 300, 300)
    list.reloadData()
    gtk_window_present(window.cast())
    Display.settle { list.hasRowsOnScreen }
    list.select(RowIndexPath(0, 4))
    source.update(in: list) {
      $0[0].items.removeFirst()
      $0[0].items[0].text = "a text that is so long that it needs more than one line in a window this narrow"
      $0[1].items = [$0[0].items.removeLast(), Item(key: "5", text: "item 5")]
      $0.append(.init(key: "c", items: [Item(key: "6", text: "item 6")]))
    }
    expect(list.rowCounts, equals: [3, 2, 1])
    // The selection follows the item to its new section.
    expect(list.selectedRow, equals: RowIndexPath(1, 0))
    expect(source.sections[1].items.map(\.key), equals: ["4", "5"])
    let changed = list.measuredHeight(of: .row(0, 0))
    expect(changed > list.measuredHeight(of: .row(0, 1)))
    // Only the section with a title has a visible header and an index entry.
    expect(list.measuredHeight(of: .header(0)) > 0)
    expect(source.sectionIndexEntries(in: list).map(\.element), equals: [.header(0)])
  }
}
