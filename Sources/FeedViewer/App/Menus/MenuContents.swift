import FeedViewerBase
import FeedViewerRows
import GtkInterop
import VirtualList

/// The items of the menus of header bars, and of a row's context menu.
enum MenuContents {
  /// The name of the row that changes the size of text.
  static let zoomRow = "zoom"

  /// - Parameter recent: The menu of recent files, filled by its owner.
  static func primary(recent: GObjectReference<OpaquePointer>) -> [Menu.Item] {
    [
      .section(
        nil,
        [.command(localized("_Open…"), .open), .liveSubmenu(localized("Open _Recent"), recent)]),
      .section(
        nil,
        [.command(localized("Re_load"), .reload), .command(localized("_Close Feed"), .closeFeed)]),
      .section(nil, [.command(localized("_Undo"), .undo), .command(localized("Re_do"), .redo)]),
      .section(
        nil,
        [
          .command(localized("_Search Entries…"), .search),
          .command(localized("Show S_idebar"), .sidebar),
          .widget(zoomRow), .command(localized("Full Scr_een"), .fullscreen),
        ]),
      .section(nil, [.submenu(localized("De_veloper"), developer)]),
      .section(
        nil,
        [
          .command(localized("_Preferences"), .preferences),
          .command(localized("_Keyboard Shortcuts"), .shortcuts),
          .command(localized("A_bout Feed Viewer"), .about),
        ]),
    ]
  }

  /// What shows how the list works, and is no reader's business.
  private static var developer: [Menu.Item] {
    [
      .section(
        localized("Cache Mode"),
        HeightCacheMode.allCases.map { .command($0.title, .cacheMode, target: $0.rawValue) }),
      .section(
        nil,
        [
          .command(localized("S_tatistics"), .statistics),
          .command(localized("De_bug Log"), .debugLog),
        ]),
    ]
  }

  /// The items of the menu of the list.
  ///
  /// - Parameter singleKeys: Whether letters are shortcuts.
  static func listOptions(singleKeys: Bool) -> [Menu.Item] {
    [
      .section(
        nil,
        [
          .command(localized("_Mark All as Read"), .markAllRead, singleKeys: singleKeys),
          .command(localized("_Hide Read Entries"), .cleanUp),
        ]),
      .section(
        localized("Show"),
        Arrangement.Filter.allCases.map { .command($0.title, .filter, target: $0.rawValue) }),
      .section(
        localized("Sort by"),
        Arrangement.Order.allCases.map { .command($0.title, .order, target: $0.rawValue) }),
      .section(
        localized("Group by"),
        Arrangement.Grouping.allCases.map { .command($0.title, .grouping, target: $0.rawValue) }),
      .section(
        localized("Density"),
        EntryDensity.allCases.map { .command($0.title, .density, target: $0.rawValue) }),
      .section(nil, [.command(localized("Index Bar"), .sectionIndex)]),
    ]
  }

  /// The items of the menu of the entry that is shown.
  ///
  /// - Parameters:
  ///   - isRead: Whether the entry is marked as read.
  ///   - hasMarks: Whether the menu changes that, because the header bar has no room for a button.
  ///   - singleKeys: Whether letters are shortcuts.
  static func entry(isRead: Bool, hasMarks: Bool, singleKeys: Bool) -> [Menu.Item] {
    let mark: Menu.Item = .command(
      isRead ? localized("Mark as Unread") : localized("Mark as Read"), .toggleRead)
    return [
      .section(
        nil,
        [.command(localized("_Next Unread Entry"), .nextUnread, singleKeys: singleKeys)]
          + (hasMarks ? [mark] : [])),
      .section(
        nil, [.keyedAction(localized("_Find in Article…"), WindowCommand.find.action, key: "<Control>f")]),
      .section(
        nil,
        [
          .command(localized("Open in _Browser"), .openLink),
          .command(localized("Copy _Link"), .copyEntryLink),
        ]),
      .section(
        nil,
        [
          .command(localized("P_rint…"), .print),
          .command(localized("Print Previe_w"), .printPreview),
          .command(localized("Save as P_DF…"), .savePdf),
          .command(localized("Save as _HTML…"), .saveHtml),
        ]),
      .section(
        nil,
        [
          .command(localized("Wrap Long _Code Lines"), .wrapCode),
          .command(localized("Plain _Text View"), .readAsText),
        ]),
      deletion,
    ]
  }

  static func recent(_ paths: [FilePath]) -> [Menu.Item] {
    guard !paths.isEmpty else { return [.insensitive(localized("No Recent Files"))] }
    let files = paths.map { path in
      Menu.Item.command(
        FileName.of(path).split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__"),
        .openRecent, target: path.text)
    }
    return [.section(nil, files), .section(nil, [.command(localized("_Clear"), .clearRecent)])]
  }

  /// - Parameters:
  ///   - row: The row of the menu; nil if there is none, or if its entry was not read yet.
  ///   - isOneOfSeveral: Whether other rows are selected with it, on all of which the menu acts.
  ///   - opensArticle: Whether the article is not seen beside the list.
  ///   - showsFeed: Whether the list shows several feeds.
  static func row(
    _ row: FeedRow?, isOneOfSeveral: Bool = false, opensArticle: Bool = true, showsFeed: Bool = true
  ) -> [Menu.Item] {
    guard let row else { return [deletion] }
    if row.isOutline, !isOneOfSeveral { return outlineRow(row) }
    var sections: [[Menu.Item]] = []
    if opensArticle, !isOneOfSeveral {
      sections.append([.command(localized("_Open"), .readEntry)])
    }
    sections.append([
      .command(row.isRead ? localized("Mark as _Unread") : localized("Mark as _Read"), .toggleRead),
      .command(row.isStarred ? localized("Remove _Star") : localized("_Star"), .toggleStarred),
      .command(localized("Mark Abo_ve as Read"), .markAboveRead),
      .command(localized("Mark Be_low as Read"), .markBelowRead),
    ])
    let link: [Menu.Item] =
      [.command(localized("Open in _Browser"), .openLink)]
      + (isOneOfSeveral ? [] : [.command(localized("_Copy Link"), .copyLink)])
      + [.command(localized("Co_py"), .copyRows)]
    let feed: [Menu.Item] =
      showsFeed && !isOneOfSeveral
      ? [.section(nil, [.command(localized("Show in Fee_d"), .showInFeed)])] : []
    return sections.map { .section(nil, $0) }
      + [.section(isOneOfSeveral ? nil : row.link.map(linkTitle), link)] + feed + [deletion]
  }

  private static func outlineRow(_ row: FeedRow) -> [Menu.Item] {
    let website: [Menu.Item] =
      row.webLink == nil
      ? []
      : [.command(localized("Open in _Browser"), .openLink), .command(localized("_Copy Link"), .copyLink)]
    return [
      .section(
        nil,
        [
          .command(localized("_Open"), .readEntry),
          .command(localized("Copy Feed _Address"), .copyFeedAddress),
        ]),
      .section(row.link.map(linkTitle), website + [.command(localized("Co_py"), .copyRows)]),
    ]
  }

  /// - Parameter feed: The file of the feed that the section shows.
  static func sectionHeader(of feed: FilePath, hasWebsite: Bool) -> [Menu.Item] {
    let website: [Menu.Item] =
      hasWebsite ? [.command(localized("_Visit Website"), .openPage, target: feed.text)] : []
    let list = Scope.feed(feed).text
    return [
      .section(
        nil, [.command(localized("_Mark All as Read"), .markListRead, target: list)] + website),
      .section(nil, [.command(localized("_Close Feed"), .closeFile, target: feed.text)]),
    ]
  }

  /// The target of a link: its host, with a warning sign if it may be deceptive.
  private static func linkTitle(_ link: String) -> String {
    let preview = LinkPreview(text: nil, address: link)
    let place = LinkAddress(link).host?.ascii ?? preview.address
    return (preview.isWarning ? "⚠ " : "") + UntrustedText.revealed(place, limit: 90)
  }

  private static var deletion: Menu.Item {
    .section(nil, [.command(localized("Re_move Entry"), .deleteRow)])
  }
}

extension Arrangement.Order {
  /// The title in menus.
  var title: String {
    switch self {
    case .file: localized("File Order")
    case .newest: localized("Newest First")
    case .oldest: localized("Oldest First")
    case .title: localized("Title")
    case .feed: localized("Feed")
    case .unread: localized("Unread First")
    }
  }
}

extension EntryDensity {
  /// The title in menus.
  var title: String {
    switch self {
    case .titles: localized("Titles")
    case .compact: localized("Compact")
    case .comfortable: localized("Comfortable")
    }
  }
}

extension Arrangement.Grouping {
  /// The title in menus.
  var title: String {
    switch self {
    case .feed: localized("Feed")
    case .time: localized("Date")
    }
  }
}

extension Arrangement.Filter {
  /// The title in menus.
  var title: String {
    switch self {
    case .all: localized("All Entries")
    case .unread: localized("Unread")
    case .starred: localized("Starred")
    }
  }
}

extension HeightCacheMode {
  /// The title in menus and statistics.
  var title: String {
    switch self {
    case .none: localized("No Cache")
    case .indexPath: localized("Index Path Cache")
    case .key: localized("Key Cache")
    }
  }
}
