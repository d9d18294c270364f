import FeedViewerBase
import GtkInterop

extension SidebarItem.MenuKind {
  /// The items of the context menu.
  ///
  /// - Parameters:
  ///   - item: The item of the sidebar on which it was opened.
  ///   - others: All items.
  ///   - hasRemovedEntries: Whether entries of a feed were removed that can come back.
  ///   - closedFeedCount: How many feeds a folder names with its subfolders that are not open.
  func items(
    of item: SidebarItem, among others: [SidebarItem], hasRemovedEntries: (FilePath) -> Bool,
    closedFeedCount: (Scope) -> Int = { _ in 0 }
  ) -> [Menu.Item] {
    let path = item.path?.text ?? ""
    let close: Menu.Item = .section(nil, [.command(localized("_Close Feed"), .closeFile, target: path)])
    let copy: Menu.Item = .command(localized("Copy _Path"), .copyPath, target: path)
    switch self {
    case .smartList: return [.section(nil, [markAllRead(of: item)])]
    case .folder:
      let closedFeeds = item.id.list.map(closedFeedCount) ?? 0
      let open = localized("_Open All Feeds (\(grouped: closedFeeds))")
      let list = item.id.list?.text
      let file: [Menu.Item] = [
        .section(nil, [.command(localized("_Reload"), .reloadFile, target: path), copy]), close,
      ]
      return [
        .section(nil, [markAllRead(of: item)]),
        .section(
          nil,
          [
            closedFeeds > 0 ? .command(open, .openAllFeeds, target: list) : .insensitive(open),
            .command(localized("_Expand All"), .expandAll, target: list),
            .command(localized("Co_llapse All"), .collapseAll, target: list),
          ]),
      ] + (item.path == nil ? [] : file)
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
    guard let list = item.id.list else { preconditionFailure("Only lists can be marked as read.") }
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
