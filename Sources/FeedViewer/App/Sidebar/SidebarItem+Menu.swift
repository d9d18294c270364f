import FeedViewerBase
import GtkInterop

extension SidebarItem.MenuKind {
  /// The items of the context menu.
  ///
  /// - Parameters:
  ///   - item: The item of the sidebar on which it was opened.
  ///   - others: All items.
  ///   - hasRemovedEntries: Whether entries of a feed were removed that can come back.
  func items(
    of item: SidebarItem, among others: [SidebarItem], hasRemovedEntries: (FilePath) -> Bool
  ) -> [Menu.Item] {
    let path = item.path?.text ?? ""
    let close: Menu.Item = .section(nil, [.action(localized("_Close Feed"), "win.close-file", target: path)])
    let copy: Menu.Item = .action(localized("Copy _Path"), "win.copy-path", target: path)
    switch self {
    case .smartList: return [.section(nil, [markAllRead(of: item)])]
    case .problem(let sentence):
      return [
        .section(
          sentence,
          [
            .action(localized("Try _Again"), "win.reload-file", target: path),
            .action(localized("_Locate File…"), "win.locate-file", target: path), copy,
          ]), close,
      ]
    case .missingFiles:
      return [
        .section(
          nil,
          [
            .action(localized("Try _Again"), "win.reload"),
            .action(localized("Remove _Missing Files"), "win.remove-missing-files"),
          ])
      ]
    case .feed(let hasWebsite):
      let website: [Menu.Item] =
        hasWebsite ? [.action(localized("_Visit Website"), "win.open-page", target: path)] : []
      let restore: [Menu.Item] =
        item.path.map(hasRemovedEntries) == true
        ? [.action(localized("Re_store Removed Entries"), "win.restore-removed", target: path)] : []
      return [
        .section(nil, [markAllRead(of: item)]),
        .section(
          nil, website + [.action(localized("Show in _Files"), "win.show-in-files", target: path), copy]),
        .section(
          nil,
          [
            .action(localized("_Reload"), "win.reload-file", target: path),
            .action(localized("Feed _Information…"), "win.feed-info", target: path),
          ] + restore),
        .section(nil, moves(of: item, among: others)), close,
      ]
    }
  }

  private func markAllRead(of item: SidebarItem) -> Menu.Item {
    guard case .list(let list) = item.id else { preconditionFailure("Only lists can be marked as read.") }
    return .action(localized("_Mark All as Read"), "win.mark-list-read", target: list.text)
  }

  private func moves(of item: SidebarItem, among others: [SidebarItem]) -> [Menu.Item] {
    let movable = others.filter(\.isMovable)
    // There is no action of the other name, so that the menu's item is insensitive.
    func action(_ name: String, unlessIt end: SidebarItem?) -> String {
      end?.id == item.id ? "win.none" : name
    }
    return [
      .action(
        localized("Move _Up"), action("win.move-feed-up", unlessIt: movable.first), target: item.path?.text),
      .action(
        localized("Move Do_wn"), action("win.move-feed-down", unlessIt: movable.last), target: item.path?.text
      ),
    ]
  }
}
