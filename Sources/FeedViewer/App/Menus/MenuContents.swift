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
          .action("_Reload", "win.reload"),
        ]),
      .section(nil, [.submenu("_Edit", edits), .submenu("A_rticle", article)]),
      .section(
        "Cache Mode",
        HeightCacheMode.allCases.map { .action($0.title, "win.cache-mode", target: $0.rawValue) }),
      .section(
        nil,
        [
          .action("Section _Index", "win.section-index"), .action("_Debug Log", "win.debug-log"),
          .action("_Statistics", "win.statistics"),
        ]),
      .section(
        nil,
        [
          .action("_Keyboard Shortcuts", "win.shortcuts"), .action("_About Feed Viewer", "win.about"),
        ]),
    ]
  }

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
      [
        .action("Zoom _In", "win.zoom-in"), .action("Zoom _Out", "win.zoom-out"),
        .action("Normal _Size", "win.zoom-normal"), .action("_Wrap Code Lines", "win.wrap-code"),
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

  static func row(_ row: LibrarySection.Row?) -> [Menu.Item] {
    guard let row else { return [.section(nil, edits)] }
    let isOutline = row.content.entry.feedAddress != nil
    let feed: [Menu.Item] = [
      .action("Open _Feed", "win.open-feed"), .action("Copy _Feed Address", "win.copy-feed-address"),
    ]
    return (isOutline ? [.section(nil, feed)] : []) + [
      .section(
        nil,
        (isOutline ? [] : [Menu.Item.action("R_ead", "win.read-entry")]) + [
          .action(row.isRead ? "Mark as _Unread" : "Mark as _Read", "win.toggle-read")
        ]),
      .section(
        row.content.link.map(linkTitle),
        [.action("_Copy Link", "win.copy-link"), .action("_Open Link in Browser", "win.open-link")]),
      .section(nil, edits),
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
