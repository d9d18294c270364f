import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import VirtualList

/// The pool of row widgets inside a widget that is not in a window.
@Suite(.serialized, .needsDisplay)
struct RowPoolTests {
  private let parent = GObjectReference(adopting: gtk_drawing_area_new()!)
  private let pool: RowPool

  init() { pool = RowPool(parent: parent.pointer) }

  private func row(_ row: Int) -> ListElement { .row(0, row) }

  @discardableResult
  private func take(_ number: Int, role: AccessibleRole = AccessibleRole(of: .row)) -> RowView {
    pool.take(row(number), ItemIdentity(template: "row", key: ItemKey("\(number)"), revision: 0), role: role)
  }

  @Test func boundElementKeepsItsWidget() {
    defer { pool.unparentAll() }
    let view = take(3)
    expect(take(3) === view && pool.view(of: row(3)) === view && pool.element(of: view) == row(3))
    expect(pool.count, equals: 1)
  }

  @Test func releasedWidgetIsReused() {
    defer { pool.unparentAll() }
    var made = 0
    pool.onMake = { _ in made += 1 }
    let views = (0..<3).map { take($0) }
    pool.release { $0 == row(1) }
    expect(Set(pool.boundElements) == [row(1)] && pool.count == 3)
    // The widget that has been free for the longest time comes first.
    let next = take(8)
    let last = take(9)
    expect([views[0], views[2]].contains { $0 === next } && [views[0], views[2]].contains { $0 === last })
    expect(next !== last && made == 3)
    take(10)
    expect(made == 4 && pool.count == 4)
  }

  @Test func elementWithAnotherRoleGetsAnotherWidget() {
    defer { pool.unparentAll() }
    let view = take(0)
    let link = take(0, role: .link)
    expect(link !== view && link.variant.role == .link)
    expect(pool.view(of: row(0)) === link)
    // The first one is free for other rows of its role.
    expect(take(1) === view)
  }

  @Test func preparingMakesOnlyTheMissingWidgets() {
    defer { pool.unparentAll() }
    take(0)
    pool.prepare(4, of: RowView.Variant(.row))
    expect(pool.count, equals: 4)
    pool.prepare(3, of: RowView.Variant(.row))
    expect(pool.count, equals: 4)
    pool.prepare(1, of: RowView.Variant(.header))
    expect(pool.count, equals: 5)
    for number in 0..<4 { take(number) }
    expect(pool.count, equals: 5)
  }

  @Test func widgetsMoveWithTheirRows() {
    defer { pool.unparentAll() }
    let (first, second) = (take(0), take(1))
    pool.move { $0 == row(0) ? row(5) : nil }
    expect(pool.view(of: row(5)) === first && pool.view(of: row(0)) == nil)
    expect(pool.element(of: second) == nil && pool.count == 2)
    expect(take(7) === second)
  }

  @Test func sortedWidgetsAreSiblingsInTheOrderOfTheList() {
    defer { pool.unparentAll() }
    let views = [4, 1, 3].map { take($0) }
    pool.sortWidgets()
    var order: [WidgetPointer] = []
    var child = gtk_widget_get_first_child(parent.pointer)
    while let current = child {
      if views.contains(where: { $0.widget.pointer == current }) { order.append(current) }
      child = gtk_widget_get_next_sibling(current)
    }
    expect(order, equals: [views[1], views[2], views[0]].map(\.widget.pointer))
  }

  @Test func unparentingLeavesNoChild() {
    take(0)
    pool.prepare(3, of: RowView.Variant(.row))
    pool.unparentAll()
    expect(gtk_widget_get_first_child(parent.pointer) == nil && pool.count == 0)
  }
}
