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
        [.action(localized("_Open…"), "win.open"), .liveSubmenu(localized("Open _Recent"), recent)]),
      .section(
        nil,
        [.action(localized("Re_load"), "win.reload"), .action(localized("_Close Feed"), "win.close-feed")]),
      .section(nil, [.action(localized("_Undo"), "win.undo"), .action(localized("Re_do"), "win.redo")]),
      .section(
        nil,
        [
          .action(localized("_Search Entries…"), "win.search"),
          .action(localized("Show S_idebar"), "win.sidebar"),
          .widget(zoomRow), .action(localized("Full Scr_een"), "win.fullscreen"),
        ]),
      .section(nil, [.submenu(localized("De_veloper"), developer)]),
      .section(
        nil,
        [
          .action(localized("_Preferences"), "win.preferences"),
          .action(localized("_Keyboard Shortcuts"), "win.shortcuts"),
          .action(localized("A_bout Feed Viewer"), "win.about"),
        ]),
    ]
  }

  /// What shows how the list works, and is no reader's business.
  private static var developer: [Menu.Item] {
    [
      .section(
        localized("Cache Mode"),
        HeightCacheMode.allCases.map { .action($0.title, "win.cache-mode", target: $0.rawValue) }),
      .section(
        nil,
        [
          .action(localized("S_tatistics"), "win.statistics"),
          .action(localized("De_bug Log"), "win.debug-log"),
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
          .keyedAction(
            localized("_Mark All as Read"), "win.mark-all-read", key: singleKeys ? "<Shift>a" : nil),
          .action(localized("_Hide Read Entries"), "win.clean-up"),
        ]),
      .section(
        localized("Show"),
        Arrangement.Filter.allCases.map { .action($0.title, "win.filter", target: $0.rawValue) }),
      .section(
        localized("Sort by"),
        Arrangement.Order.allCases.map { .action($0.title, "win.order", target: $0.rawValue) }),
      .section(
        localized("Group by"),
        Arrangement.Grouping.allCases.map { .action($0.title, "win.grouping", target: $0.rawValue) }),
      .section(
        localized("Density"),
        EntryDensity.allCases.map { .action($0.title, "win.density", target: $0.rawValue) }),
      .section(nil, [.action(localized("Index Bar"), "win.section-index")]),
    ]
  }

  /// The items of the menu of the entry that is shown.
  ///
  /// - Parameters:
  ///   - isRead: Whether the entry is marked as read.
  ///   - hasMarks: Whether the menu changes that, because the header bar has no room for a button.
  ///   - singleKeys: Whether letters are shortcuts.
  static func entry(isRead: Bool, hasMarks: Bool, singleKeys: Bool) -> [Menu.Item] {
    let mark: Menu.Item = .action(
      isRead ? localized("Mark as Unread") : localized("Mark as Read"), "win.toggle-read")
    return [
      .section(
        nil,
        [.keyedAction(localized("_Next Unread Entry"), "win.next-unread", key: singleKeys ? "n" : nil)]
          + (hasMarks ? [mark] : [])),
      .section(nil, [.keyedAction(localized("_Find in Article…"), "win.find", key: "<Control>f")]),
      .section(
        nil,
        [
          .action(localized("Open in _Browser"), "win.open-link"),
          .action(localized("Copy _Link"), "win.copy-entry-link"),
        ]),
      .section(
        nil,
        [
          .action(localized("P_rint…"), "win.print"),
          .action(localized("Print Previe_w"), "win.print-preview"),
          .action(localized("Save as P_DF…"), "win.save-pdf"),
          .action(localized("Save as _HTML…"), "win.save-html"),
        ]),
      .section(
        nil,
        [
          .action(localized("Wrap Long _Code Lines"), "win.wrap-code"),
          .action(localized("Plain _Text View"), "win.read-as-text"),
        ]),
      deletion,
    ]
  }

  static func recent(_ paths: [FilePath]) -> [Menu.Item] {
    guard !paths.isEmpty else {
      // There is no such action, so the item is insensitive.
      return [.action(localized("No Recent Files"), "win.none")]
    }
    let files = paths.map { path in
      Menu.Item.action(
        FileName.of(path).split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__"),
        "win.open-recent", target: path.text)
    }
    return [.section(nil, files), .section(nil, [.action(localized("_Clear"), "win.clear-recent")])]
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
    let isOutline = row.feedAddress != nil
    var sections: [[Menu.Item]] = []
    if isOutline, !isOneOfSeveral {
      sections.append([
        .action(localized("Open _Feed"), "win.open-feed"),
        .action(localized("Copy Feed _Address"), "win.copy-feed-address"),
      ])
    } else if opensArticle, !isOneOfSeveral {
      sections.append([.action(localized("_Open"), "win.read-entry")])
    }
    sections.append([
      .action(row.isRead ? localized("Mark as _Unread") : localized("Mark as _Read"), "win.toggle-read"),
      .action(row.isStarred ? localized("Remove _Star") : localized("_Star"), "win.toggle-starred"),
      .action(localized("Mark Abo_ve as Read"), "win.mark-above-read"),
      .action(localized("Mark Be_low as Read"), "win.mark-below-read"),
    ])
    let link: [Menu.Item] =
      [.action(localized("Open in _Browser"), "win.open-link")]
      + (isOneOfSeveral ? [] : [.action(localized("_Copy Link"), "win.copy-link")])
      + [.action(localized("Co_py"), "win.copy-rows")]
    let feed: [Menu.Item] =
      showsFeed && !isOneOfSeveral && !isOutline
      ? [.section(nil, [.action(localized("Show in Fee_d"), "win.show-in-feed")])] : []
    return sections.map { .section(nil, $0) }
      + [.section(isOneOfSeveral ? nil : row.link.map(linkTitle), link)] + feed + [deletion]
  }

  /// - Parameter feed: The file of the feed that the section shows.
  static func sectionHeader(of feed: FilePath, hasWebsite: Bool) -> [Menu.Item] {
    let website: [Menu.Item] =
      hasWebsite ? [.action(localized("_Visit Website"), "win.open-page", target: feed.text)] : []
    let list = ListIdentifier.feed(feed).text
    return [
      .section(
        nil, [.action(localized("_Mark All as Read"), "win.mark-list-read", target: list)] + website),
      .section(nil, [.action(localized("_Close Feed"), "win.close-file", target: feed.text)]),
    ]
  }

  /// The target of a link: its host, with a warning sign if it may be deceptive.
  private static func linkTitle(_ link: String) -> String {
    let preview = LinkPreview(text: nil, address: link)
    let place = LinkAddress(link).host?.ascii ?? preview.address
    return (preview.isWarning ? "⚠ " : "") + UntrustedText.revealed(place, limit: 90)
  }

  private static var deletion: Menu.Item {
    .section(nil, [.action(localized("Re_move Entry"), "win.delete-row")])
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
