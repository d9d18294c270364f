import FeedViewerBase
import FeedViewerRows
import GtkInterop
import VirtualList

/// The items of the primary menu and of a row's context menu.
enum MenuContents {
  /// - Parameter recent: The menu of recent files, filled by its owner.
  static func primary(recent: GObjectReference<OpaquePointer>) -> [Menu.Item] {
    [
      .section(
        nil,
        [
          .action(localized("_Open…"), "win.open"), .submenu(localized("Open _Recent"), [.live(nil, recent)]),
          .action(localized("Re_load"), "win.reload"), .action(localized("_Close Feed"), "win.close-feed"),
          .action(localized("Open Feed’s Pa_ge"), "win.open-feed-page"),
        ]),
      .section(nil, [.action(localized("_Undo"), "win.undo"), .action(localized("Re_do"), "win.redo")]),
      .section(
        nil,
        [
          .action(localized("_Feeds at the Side"), "win.sidebar"),
          .action(localized("_All Feeds"), "win.all-feeds"),
          .action(localized("Full Scr_een"), "win.fullscreen"),
        ]),
      .section(
        nil,
        [
          .submenu(localized("_Sort and Filter"), arrangement), .submenu(localized("_View"), view),
          .action(localized("_Mark All as Read"), "win.mark-all-read"),
          .submenu(localized("Ar_ticle"), article), .submenu(localized("How the List _Works"), list),
        ]),
      .section(
        nil,
        [
          .action(localized("_Preferences"), "win.preferences"),
          .action(localized("_Keyboard Shortcuts"), "win.shortcuts"),
          .action(localized("A_bout Feed Viewer"), "win.about"),
        ]),
    ]
  }

  /// The items of the menu of the list's order.
  static var arrangement: [Menu.Item] {
    [
      .section(
        localized("Order"),
        Arrangement.Order.allCases.map { .action($0.title, "win.order", target: $0.rawValue) }),
      .section(
        localized("Sections"),
        Arrangement.Grouping.allCases.map { .action($0.title, "win.grouping", target: $0.rawValue) }
      ),
      .section(
        localized("Show"),
        Arrangement.Filter.allCases.map { .action($0.title, "win.filter", target: $0.rawValue) }),
    ]
  }

  /// The items of the menu of looks.
  private static var view: [Menu.Item] {
    [
      .section(
        localized("Rows"), EntryDensity.allCases.map { .action($0.title, "win.density", target: $0.rawValue) }
      ),
      .section(
        localized("Text"),
        [
          .action(localized("Zoom _In"), "win.zoom-in"), .action(localized("Zoom _Out"), "win.zoom-out"),
          .action(localized("_Normal Size"), "win.zoom-normal"),
          .action(localized("_Wrap Code Lines"), "win.wrap-code"),
        ]),
      .section(nil, [.action(localized("Section Inde_x"), "win.section-index")]),
    ]
  }

  /// What shows how the list works, and is no reader's business.
  private static var list: [Menu.Item] {
    [
      deletion,
      .section(
        localized("Cache Mode"),
        HeightCacheMode.allCases.map { .action($0.title, "win.cache-mode", target: $0.rawValue) }),
      .section(
        nil,
        [
          .action(localized("De_bug Log"), "win.debug-log"),
          .action(localized("S_tatistics"), "win.statistics"),
        ]),
    ]
  }

  private static var article: [Menu.Item] {
    [
      .section(
        nil,
        [
          .action(localized("_Next Article"), "win.next-article"),
          .action(localized("_Previous Article"), "win.previous-article"),
        ]),
      .section(
        nil,
        [
          .action(localized("_Find in Article…"), "win.find"),
          .action(localized("Find N_ext"), "win.find-next"),
          .action(localized("Find Pre_vious"), "win.find-previous"),
        ]),
      .section(
        nil,
        [
          .action(localized("Copy _Link"), "win.copy-entry-link"),
          .action(localized("Open in _Browser"), "win.open-link"),
        ]),
      .section(
        nil,
        [
          .action(localized("P_rint…"), "win.print"),
          .action(localized("Print Previe_w"), "win.print-preview"),
          .action(localized("Save as P_DF…"), "win.save-pdf"),
          .action(localized("Save as _HTML…"), "win.save-html"),
        ]),
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

  static func row(_ row: FeedRow?) -> [Menu.Item] {
    guard let row else { return [deletion] }
    let isOutline = row.feedAddress != nil
    let feed: [Menu.Item] = [
      .action(localized("Open _Feed"), "win.open-feed"),
      .action(localized("Copy Feed _Address"), "win.copy-feed-address"),
    ]
    return (isOutline ? [.section(nil, feed)] : []) + [
      .section(
        nil,
        (isOutline ? [] : [Menu.Item.action(localized("R_ead"), "win.read-entry")]) + [
          .action(row.isRead ? localized("Mark as _Unread") : localized("Mark as _Read"), "win.toggle-read"),
          .action(row.isStarred ? localized("Remove _Star") : localized("_Star"), "win.toggle-starred"),
        ]),
      .section(
        row.link.map(linkTitle),
        [
          .action(localized("_Copy Link"), "win.copy-link"),
          .action(localized("Co_py"), "win.copy-rows"),
          .action(localized("_Open Link in Browser"), "win.open-link"),
        ]),
      deletion,
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
    case .file: localized("As _in the File")
    case .newest: localized("_Newest First")
    case .oldest: localized("Ol_dest First")
    case .title: localized("By _Title")
    case .feed: localized("By F_eed")
    case .unread: localized("_Unread First")
    }
  }
}

extension EntryDensity {
  /// The title in menus.
  var title: String {
    switch self {
    case .titles: localized("_Titles Only")
    case .compact: localized("_Compact")
    case .comfortable: localized("Co_mfortable")
    }
  }
}

extension Arrangement.Grouping {
  /// The title in menus.
  var title: String {
    switch self {
    case .feed: localized("_Feeds")
    case .time: localized("Ti_meline")
    }
  }
}

extension Arrangement.Filter {
  /// The title in menus.
  var title: String {
    switch self {
    case .all: localized("_All Entries")
    case .unread: localized("Unread _Only")
    case .starred: localized("_Starred Only")
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
