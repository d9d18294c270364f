import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

struct PointerInputTests {
  private let row = RowIndexPath(0, 4)

  private func click(_ target: PointerInput.Target, _ modifiers: GdkModifierType...) -> ListAction {
    PointerInput.click(on: target, modifiers: modifiers.reduce(0) { $0 | $1.rawValue })
  }

  @Test func plainClickActivatesTheRowOrItsAccessory() {
    expect(click(.row(row)), equals: .activate(row, selecting: true))
    expect(click(.accessory(of: row)), equals: .activateAccessory(row))
    expect(click(.background), equals: .stay)
    expect(click(.header(section: 2)), equals: .activateHeader(section: 2))
  }

  @Test func modifiersChangeTheSelectionWithoutActivating() {
    for target in [PointerInput.Target.row(row), .accessory(of: row)] {
      expect(click(target, GDK_CONTROL_MASK), equals: .focus(row, selecting: .toggle, revealing: nil))
      expect(click(target, GDK_SHIFT_MASK), equals: .focus(row, selecting: .extend, revealing: nil))
      // Shift wins.
      expect(
        click(target, GDK_SHIFT_MASK, GDK_CONTROL_MASK),
        equals: .focus(row, selecting: .extend, revealing: nil))
    }
    expect(click(.background, GDK_SHIFT_MASK), equals: .stay)
    expect(click(.header(section: 0), GDK_CONTROL_MASK), equals: .activateHeader(section: 0))
  }

  @Test func menuSelectsOnlyARowOutsideTheSelection() {
    var selection = RowSelection()
    selection.select(row)
    func menu(_ target: PointerInput.Target) -> ListAction {
      PointerInput.menu(on: target, selection: selection, x: 3, y: 5)
    }
    expect(menu(.row(row)), equals: .openMenu(row, selecting: false, x: 3, y: 5))
    let other = RowIndexPath(0, 5)
    expect(menu(.row(other)), equals: .openMenu(other, selecting: true, x: 3, y: 5))
    expect(menu(.accessory(of: other)), equals: .openMenu(other, selecting: true, x: 3, y: 5))
    expect(menu(.background), equals: .openMenu(nil, selecting: false, x: 3, y: 5))
    expect(menu(.header(section: 1)), equals: .openHeaderMenu(section: 1, x: 3, y: 5))
  }

  @Test func theMiddleButtonIsForRowsOnly() {
    expect(PointerInput.middleClick(on: .row(row)), equals: .middleClick(row))
    expect(PointerInput.middleClick(on: .accessory(of: row)), equals: .middleClick(row))
    expect(PointerInput.middleClick(on: .header(section: 0)), equals: .stay)
    expect(PointerInput.middleClick(on: .background), equals: .stay)
  }
}
