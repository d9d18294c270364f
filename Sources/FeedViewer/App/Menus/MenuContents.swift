import EntryRows
import VirtualList
import GtkInterop

/// The items of the primary menu and of a row's context menu.
enum MenuContents {
  /// - Parameter recent: The menu of recent files, filled by its owner.
  static func primary(recent: GObjectReference<OpaquePointer>) -> [Menu.Item] {
    [
      .section(
        nil,
        [
          .action("_Open…", "win.open"), .submenu("Open _Recent", [.live(nil, recent)]),
          .action("_Reload", "win.reload"), .action("_Close Feed", "win.close-feed"),
        ]),
      .section(nil, [.action("_Undo", "win.undo"), .action("Re_do", "win.redo")]),
      .section(
        nil,
        [
          .action("_Feeds at the Side", "win.sidebar"), .action("All Fee_ds", "win.all-feeds"),
          .action("Full Scr_een", "win.fullscreen"),
        ]),
      .section(
        nil,
        [
          .submenu("_Sort and Filter", arrangement), .submenu("_View", view),
          .action("_Mark All as Read", "win.mark-all-read"),
          .submenu("A_rticle", article), .submenu("How the _List Works", list),
        ]),
      .section(
        nil,
        [
          .action("_Preferences", "win.preferences"), .action("_Keyboard Shortcuts", "win.shortcuts"),
          .action("_About Feed Viewer", "win.about"),
        ]),
    ]
  }

  /// The items of the menu of the list's order.
  static let arrangement: [Menu.Item] = [
    .section("Order", Arrangement.Order.allCases.map { .action($0.title, "win.order", target: $0.rawValue) }),
    .section(
      "Sections", Arrangement.Grouping.allCases.map { .action($0.title, "win.grouping", target: $0.rawValue) }
    ),
    .section(
      "Show", Arrangement.Filter.allCases.map { .action($0.title, "win.filter", target: $0.rawValue) }),
  ]

  /// The items of the menu of looks.
  private static let view: [Menu.Item] = [
    .section("Rows", EntryDensity.allCases.map { .action($0.title, "win.density", target: $0.rawValue) }),
    .section(
      "Text",
      [
        .action("Zoom _In", "win.zoom-in"), .action("Zoom _Out", "win.zoom-out"),
        .action("_Normal Size", "win.zoom-normal"), .action("_Wrap Code Lines", "win.wrap-code"),
      ]),
    .section(nil, [.action("Section Inde_x", "win.section-index")]),
  ]

  /// What shows how the list works, and is no reader's business.
  private static let list: [Menu.Item] =
    edits + [
      .section(
        "Cache Mode",
        HeightCacheMode.allCases.map { .action($0.title, "win.cache-mode", target: $0.rawValue) }),
      .section(nil, [.action("_Debug Log", "win.debug-log"), .action("_Statistics", "win.statistics")]),
    ]

  private static let article: [Menu.Item] = [
    .section(
      nil,
      [.action("_Next Article", "win.next-article"), .action("_Previous Article", "win.previous-article")]),
    .section(
      nil,
      [
        .action("_Find in Article…", "win.find"), .action("Find N_ext", "win.find-next"),
        .action("Find Pre_vious", "win.find-previous"),
      ]),
    .section(
      nil,
      [.action("Copy _Link", "win.copy-entry-link"), .action("Open in _Browser", "win.open-link")]),
  ]

  static func recent(_ paths: [String]) -> [Menu.Item] {
    guard !paths.isEmpty else {
      // There is no such action, so the item is insensitive.
      return [.action("No Recent Files", "win.none")]
    }
    let files = paths.map { path in
      Menu.Item.action(FileName.of(path).replacing("_", with: "__"), "win.open-recent", target: path)
    }
    return [.section(nil, files), .section(nil, [.action("_Clear", "win.clear-recent")])]
  }

  static func row(_ row: FeedRow?) -> [Menu.Item] {
    guard let row else { return [.section(nil, edits)] }
    let isOutline = row.feedAddress != nil
    let feed: [Menu.Item] = [
      .action("Open _Feed", "win.open-feed"), .action("Copy _Feed Address", "win.copy-feed-address"),
    ]
    return (isOutline ? [.section(nil, feed)] : []) + [
      .section(
        nil,
        (isOutline ? [] : [Menu.Item.action("R_ead", "win.read-entry")]) + [
          .action(row.isRead ? "Mark as _Unread" : "Mark as _Read", "win.toggle-read"),
          .action(row.isStarred ? "Remove _Star" : "_Star", "win.toggle-starred"),
        ]),
      .section(
        row.link.map(linkTitle),
        [.action("_Copy Link", "win.copy-link"), .action("_Open Link in Browser", "win.open-link")]),
      .section(nil, [.action("_Delete Row", "win.delete-row")]),
    ]
  }

  /// The target of a link: its host, with a warning sign if it may be deceptive.
  private static func linkTitle(_ link: String) -> String {
    let preview = LinkPreview(text: nil, address: link)
    let place = LinkAddress(link).host?.ascii ?? preview.address
    return (preview.isWarning ? "⚠ " : "") + UntrustedText.revealed(place, limit: 90)
  }

  private static let edits: [Menu.Item] = [
    .section(
      nil,
      [.action("_Insert Row", "win.insert-row"), .action("Insert _Section", "win.insert-section")]),
    .section(
      nil,
      [.action("_Delete Row", "win.delete-row"), .action("Delete Se_ction", "win.delete-section")]),
    .section(nil, [.action("Move _Up", "win.move-up"), .action("Move Do_wn", "win.move-down")]),
  ]
}

extension Arrangement.Order {
  /// The title in menus.
  var title: String {
    switch self {
    case .file: "As in the _File"
    case .newest: "_Newest First"
    case .oldest: "Ol_dest First"
    case .title: "By _Title"
    case .feed: "By _Feed"
    case .unread: "_Unread First"
    }
  }
}

extension EntryDensity {
  /// The title in menus.
  var title: String {
    switch self {
    case .titles: "_Titles Only"
    case .compact: "_Compact"
    case .comfortable: "C_omfortable"
    }
  }
}

extension Arrangement.Grouping {
  /// The title in menus.
  var title: String {
    switch self {
    case .feed: "Fee_ds"
    case .time: "Ti_meline"
    }
  }
}

extension Arrangement.Filter {
  /// The title in menus.
  var title: String {
    switch self {
    case .all: "_All Entries"
    case .unread: "Unread _Only"
    case .starred: "_Starred Only"
    }
  }
}

extension HeightCacheMode {
  /// The title in menus and statistics.
  var title: String {
    switch self {
    case .none: "No Cache"
    case .indexPath: "Index Path Cache"
    case .key: "Key Cache"
    }
  }
}
