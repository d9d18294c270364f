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
  case sidebar, focusContent, nextPane, previousPane, moveDivision, fullscreen, preferences, shortcuts, about,
    style
  case statistics, cacheMode, debugLog

  /// The name of the action, such as `mark-all-read`.
  var name: String { rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) } }

  /// The action as menus and buttons name it.
  var action: String { "win." + name }

  /// What an action takes: a text that stands for a file or a list, or the state to change to.
  enum Parameter { case none, file, recentFile, list, feedNumber, state }

  var parameter: Parameter {
    switch self {
    case .closeFile, .moveFeedUp, .moveFeedDown, .openPage, .locateFile, .copyPath, .reloadFile,
      .restoreRemoved, .showInFiles, .feedInfo:
      .file
    case .openRecent: .recentFile
    case .markListRead: .list
    case .feed: .feedNumber
    case .showList, .order, .grouping, .filter, .density, .lineLength, .style, .cacheMode, .sectionIndex,
      .searchMode, .entryStarred, .entryUnread, .wrapCode, .sidebar, .statistics, .debugLog:
      .state
    default: .none
    }
  }

  /// The keys that the application takes wherever the focus is, in GTK's notation with spaces between them.
  var keys: String {
    switch self {
    case .open: "<Control>o"
    case .reload: "F5 <Control>r"
    case .closeFeed: "<Control>F4"
    case .close: "<Control>w"
    case .nextList: "<Control>Page_Down"
    case .previousList: "<Control>Page_Up"
    case .cleanUp: "<Control><Shift>h"
    case .search: "<Control><Shift>f"
    case .findOrSearch: "<Control>f"
    case .toggleRead: "<Control>u"
    case .toggleStarred: "<Control>d"
    case .copyRows: "<Control>c"
    case .openLink: "<Control>Return"
    case .copyEntryLink: "<Control><Shift>c"
    case .deleteRow: "Delete"
    case .undo: "<Control>z"
    case .redo: "<Control><Shift>z"
    case .back: "<Alt>Left Back"
    case .findNext: "<Control>g"
    case .findPrevious: "<Control><Shift>g"
    case .readAsText: "<Control><Shift>t"
    case .print: "<Control>p"
    case .zoomIn: "<Control>plus <Control>equal <Control>KP_Add"
    case .zoomOut: "<Control>minus <Control>KP_Subtract"
    case .zoomNormal: "<Control>0 <Control>KP_0"
    case .sidebar: "F9"
    case .nextPane: "F6"
    case .previousPane: "<Shift>F6"
    case .moveDivision: "F8"
    case .fullscreen: "F11"
    case .preferences: "<Control>comma"
    case .shortcuts: "<Control>question F1"
    default: ""
    }
  }

  /// The keys without Control that are shortcuts unless the focus is in a text entry, if the reader wants such shortcuts.
  var singleKeys: String {
    switch self {
    case .search: "slash"
    case .shortcuts: "question"
    case .markAllRead: "<Shift>a"
    case .nextList: "<Shift>j"
    case .previousList: "<Shift>k"
    case .nextUnread: "n"
    case .previousUnread: "p"
    case .openLink: "o v"
    case .toggleRead: "m u"
    case .toggleStarred: "s"
    default: ""
    }
  }

  /// - Parameter key: A single key in GTK's notation.
  init?(singleKey key: String) {
    guard
      let command = Self.allCases.first(where: { $0.singleKeys.split(separator: " ").contains { $0 == key } })
    else { return nil }
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

  /// - Parameter key: A key of the command that is not the application's.
  static func command(_ label: String, _ command: WindowCommand, key: String?) -> Menu.Item {
    .keyedAction(label, command.action, key: key)
  }

  /// An item that can't be used: there is no action of this name.
  static func insensitive(_ label: String) -> Menu.Item { .action(label, "win.none") }
}
