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
    let close: Menu.Item = .section(nil, [.command(localized("_Close Feed"), .closeFile, target: path)])
    let copy: Menu.Item = .command(localized("Copy _Path"), .copyPath, target: path)
    switch self {
    case .smartList: return [.section(nil, [markAllRead(of: item)])]
    case .problem(let sentence):
      return [
        .section(
          sentence,
          [
            .command(localized("Try _Again"), .reloadFile, target: path),
            .command(localized("_Locate File…"), .locateFile, target: path), copy,
          ]), close,
      ]
    case .missingFiles:
      return [
        .section(
          nil,
          [
            .command(localized("Try _Again"), .reload),
            .command(localized("Remove _Missing Files"), .removeMissingFiles),
          ])
      ]
    case .feed(let hasWebsite):
      let website: [Menu.Item] =
        hasWebsite ? [.command(localized("_Visit Website"), .openPage, target: path)] : []
      let restore: [Menu.Item] =
        item.path.map(hasRemovedEntries) == true
        ? [.command(localized("Re_store Removed Entries"), .restoreRemoved, target: path)] : []
      return [
        .section(nil, [markAllRead(of: item)]),
        .section(
          nil, website + [.command(localized("Show in _Files"), .showInFiles, target: path), copy]),
        .section(
          nil,
          [
            .command(localized("_Reload"), .reloadFile, target: path),
            .command(localized("Feed _Information…"), .feedInfo, target: path),
          ] + restore),
        .section(nil, moves(of: item, among: others)), close,
      ]
    }
  }

  private func markAllRead(of item: SidebarItem) -> Menu.Item {
    guard case .list(let list) = item.id else { preconditionFailure("Only lists can be marked as read.") }
    return .command(localized("_Mark All as Read"), .markListRead, target: list.text)
  }

  private func moves(of item: SidebarItem, among others: [SidebarItem]) -> [Menu.Item] {
    let movable = others.filter(\.isMovable)
    func move(_ label: String, _ command: WindowCommand, unlessIt end: SidebarItem?) -> Menu.Item {
      end?.id == item.id ? .insensitive(label) : .command(label, command, target: item.path?.text)
    }
    return [
      move(localized("Move _Up"), .moveFeedUp, unlessIt: movable.first),
      move(localized("Move Do_wn"), .moveFeedDown, unlessIt: movable.last),
    ]
  }
}
