import LayoutCore

/// Something that can be done with a row at once: by a swipe over it, in its menu, and by a key if it is destructive.
public nonisolated struct RowAction: Hashable, Sendable {
  /// What is done, in a word or two: "Delete".
  public var title: String
  /// A symbolic icon of the user's icon theme, such as "user-trash-symbolic"; nil for none.
  public var iconName: String?
  /// Whether something is taken away: the action stands out, and the Delete key performs it.
  public var isDestructive: Bool

  /// Creates an action; by default without an icon, and not destructive.
  public init(_ title: String, iconName: String? = nil, isDestructive: Bool = false) {
    self.title = title
    self.iconName = iconName
    self.isDestructive = isDestructive
  }
}

extension ListViewDelegate {
  public func listView(_ list: ListView, swipeActionFor row: RowIndexPath) -> RowAction? { nil }
  public func listView(_ list: ListView, perform action: RowAction, on rows: [RowIndexPath]) {}
  public func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double) {
    if let row { list.openActionMenu(for: row, x: x, y: y) }
  }
}

extension ListView {
  /// The selected rows that the action of the selected row can be performed on, with the action.
  private var actionOfSelection: (action: RowAction, rows: [RowIndexPath])? {
    guard let delegate, let row = selectedRow, let action = delegate.listView(self, swipeActionFor: row)
    else { return nil }
    let rows = selection.rows.filter { delegate.listView(self, swipeActionFor: $0) == action }
    return (action, rows.sorted())
  }

  /// Performs the action of the selected rows if it is destructive, as the Delete key does.
  ///
  /// - Returns: Whether there is such an action.
  func performDestructiveActionOfSelection() -> Bool {
    guard let (action, rows) = actionOfSelection, action.isDestructive else { return false }
    delegate?.listView(self, perform: action, on: rows)
    return true
  }

  /// Opens a menu with the action of a row, or of all selected rows if it is one of them. Without an action there is no
  /// menu.
  ///
  /// - Parameters:
  ///   - x: Where the menu opens, in the list's logical pixels.
  ///   - y: Where the menu opens, in the list's logical pixels.
  func openActionMenu(for row: RowIndexPath, x: Double, y: Double) {
    if !selection.rows.contains(row) { select(row) }
    guard let (action, _) = actionOfSelection else { return }
    rowSwipes.menu.open(action, x: x, y: y, in: self) { [weak self] in
      guard let self, let (current, rows) = actionOfSelection, current == action else { return }
      delegate?.listView(self, perform: action, on: rows)
    }
  }
}
