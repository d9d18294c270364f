import CGtk
import LayoutCore

/// Translates clicks and long presses to actions.
enum PointerInput {
  /// What is under the pointer.
  enum Target: Equatable {
    /// A header, which may be the one that sticks to the viewport's top.
    case header(section: Int)
    case row(RowIndexPath)
    /// The detail button or the custom accessory of a row.
    case accessory(of: RowIndexPath)
    /// A footer, or the space below the last row.
    case background

    /// The row that a menu opened here is for.
    var row: RowIndexPath? {
      switch self {
      case .row(let row), .accessory(let row): row
      case .header, .background: nil
      }
    }
  }

  /// The action for a click with the primary button: with Control a row is added to the selection or removed from it,
  /// with Shift the range is extended to it; otherwise the row, or its accessory, is activated.
  ///
  /// - Parameters:
  ///   - modifiers: A `GdkModifierType`.
  ///   - activates: Whether the click activates a row, and does not only select it.
  static func click(on target: Target, modifiers: UInt32, activates: Bool = true) -> ListAction {
    let row: RowIndexPath
    var isOnAccessory = false
    switch target {
    case .header(let section): return .activateHeader(section: section)
    case .background: return .stay
    case .row(let hit): row = hit
    case .accessory(let hit): (row, isOnAccessory) = (hit, true)
    }
    if modifiers & GDK_SHIFT_MASK.rawValue != 0 {
      return .focus(row, selecting: .extend, revealing: nil)
    }
    if modifiers & GDK_CONTROL_MASK.rawValue != 0 {
      return .focus(row, selecting: .toggle, revealing: nil)
    }
    if isOnAccessory { return .activateAccessory(row) }
    return activates ? .activate(row, selecting: true) : .focus(row, selecting: .select, revealing: nil)
  }

  /// The action for a click with the secondary button, or for a long press, at a point in logical pixels. A menu on one
  /// of several selected rows is the menu of all of them; any other row is selected first.
  static func menu(on target: Target, selection: RowSelection, x: Double, y: Double) -> ListAction {
    if case .header(let section) = target { return .openHeaderMenu(section: section, x: x, y: y) }
    let selects = target.row.map { !selection.rows.contains($0) } ?? false
    return .openMenu(target.row, selecting: selects, x: x, y: y)
  }

  /// The action for a click with the middle button.
  static func middleClick(on target: Target) -> ListAction { target.row.map { .middleClick($0) } ?? .stay }
}
