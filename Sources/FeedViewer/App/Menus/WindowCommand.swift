import CGtk
import GtkInterop

/// What the reader can have the window do. Each command is an action of the window: menus, keys, buttons and other programs on the
/// session bus perform it by that, and it can be used in all of them or in none (`ViewerWindow.isEnabled`).
enum WindowCommand: String, CaseIterable {
  // Files.
  case open, reload, close, openRecent, clearRecent, openSamples, stopLoading, closeFeed, openFeedPage
  case closeFile, moveFeedUp, moveFeedDown, openPage, locateFile, copyPath, reloadFile, restoreRemoved
  case showInFiles, feedInfo, removeMissingFiles, restoreAllRemoved, stateDetails, dismissRemarks
  // Lists.
  case showList, nextList, previousList, allFeeds, feed, markListRead, markAllRead, cleanUp
  case openAllFeeds, expandAll, collapseAll
  case order, grouping, filter, density, sectionIndex, search, searchMode, searchAll, findOrSearch
  // Entries.
  case readEntry, toggleRead, toggleStarred, markAboveRead, markBelowRead, copyRows, copyLink, openLink
  case openFeed, copyFeedAddress, showInFeed, deleteRow, undo, redo
  /// A button has an action of its own: the key of the other belongs to a text entry while that has the focus.
  case undoEdit
  // The article.
  case back, find, findNext, findPrevious, nextArticle, previousArticle, nextUnread, previousUnread
  case entryStarred, entryUnread, showInList, copyEntryLink, readAsText, wrapCode
  case print, printPreview, savePdf, saveHtml, zoomIn, zoomOut, zoomNormal, lineLength
  // The window.
  case sidebar, focusContent, nextPane, previousPane, moveDivision, fullscreen, preferences, shortcuts, about
  case style, statistics, cacheMode, debugLog

  /// The name of the action, such as `mark-all-read`.
  var name: String { rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) } }

  /// The action as menus and buttons name it.
  var action: String { "win." + name }

  /// What an action takes: a text that stands for a file or a list, or the state to change to.
  enum Parameter { case none, file, list, state }

  var parameter: Parameter {
    switch self {
    case .closeFile, .moveFeedUp, .moveFeedDown, .openPage, .locateFile, .copyPath, .reloadFile,
      .restoreRemoved, .showInFiles, .feedInfo, .openRecent:
      .file
    case .markListRead, .feed, .openAllFeeds, .expandAll, .collapseAll: .list
    case .showList, .order, .grouping, .filter, .density, .lineLength, .style, .cacheMode, .sectionIndex,
      .searchMode, .entryStarred, .entryUnread, .wrapCode, .sidebar, .statistics, .debugLog:
      .state
    default: .none
    }
  }

  /// The keys that the application takes wherever the focus is, in GTK's notation with spaces between them.
  var keys: String { Self.allKeys[self] ?? "" }

  private static let allKeys: [WindowCommand: String] = [
    .open: "<Control>o", .reload: "F5 <Control>r", .closeFeed: "<Control>F4", .close: "<Control>w",
    .nextList: "<Control>Page_Down", .previousList: "<Control>Page_Up", .cleanUp: "<Control><Shift>h",
    .search: "<Control><Shift>f", .findOrSearch: "<Control>f", .toggleRead: "<Control>u",
    .toggleStarred: "<Control>d", .copyRows: "<Control>c", .openLink: "<Control>Return",
    .copyEntryLink: "<Control><Shift>c", .deleteRow: "Delete", .undo: "<Control>z",
    .redo: "<Control><Shift>z", .back: "<Alt>Left Back", .findNext: "<Control>g",
    .findPrevious: "<Control><Shift>g", .readAsText: "<Control><Shift>t", .print: "<Control>p",
    .zoomIn: "<Control>plus <Control>equal <Control>KP_Add", .zoomOut: "<Control>minus <Control>KP_Subtract",
    .zoomNormal: "<Control>0 <Control>KP_0", .sidebar: "F9", .nextPane: "F6", .previousPane: "<Shift>F6",
    .moveDivision: "F8", .fullscreen: "F11", .preferences: "<Control>comma",
    .shortcuts: "<Control>question F1",
  ]

  /// The keys without Control that are shortcuts unless the focus is in a text entry, if the reader wants such shortcuts.
  var singleKeys: String { Self.allSingleKeys[self] ?? "" }

  private static let allSingleKeys: [WindowCommand: String] = [
    .search: "slash", .shortcuts: "question", .markAllRead: "<Shift>a", .nextList: "<Shift>j",
    .previousList: "<Shift>k", .nextUnread: "n", .previousUnread: "p", .openLink: "o v", .toggleRead: "m u",
    .toggleStarred: "s",
  ]

  /// - Parameter key: A single key in GTK's notation.
  init?(singleKey key: String) {
    let found = Self.allSingleKeys.first { $0.value.split(separator: " ").contains { $0 == key } }
    guard let command = found?.key else { return nil }
    self = command
  }

  /// Lets a button perform the command.
  func connect(_ button: WidgetPointer, target: String? = nil) {
    gtk_actionable_set_action_target_value(button.opaque, target.flatMap { g_variant_new_string($0) })
    gtk_actionable_set_action_name(button.opaque, action)
  }

  /// Performs the command in the window of a widget, if it can be used there.
  func perform(from widget: WidgetPointer) { gtk_widget_activate_action_variant(widget, action, nil) }
}

extension Menu.Item {
  static func command(_ label: String, _ command: WindowCommand, target: String? = nil) -> Menu.Item {
    .action(label, command.action, target: target)
  }

  /// - Parameter singleKeys: Whether the item tells the single key of the command.
  static func command(_ label: String, _ command: WindowCommand, singleKeys: Bool) -> Menu.Item {
    .keyedAction(label, command.action, key: singleKeys ? command.singleKeys : nil)
  }

  /// An item that can't be used: there is no action of this name.
  static func insensitive(_ label: String) -> Menu.Item { .action(label, "win.none") }
}
