import CGtk
import FeedViewerBase
import GtkInterop

/// The keys of a command, for the application and for the window that lists them.
struct Shortcut {
  let title: String
  /// The action that the application activates for `keys`; nil if there are none.
  private(set) var action: String?
  /// In GTK's notation.
  private(set) var keys: [String] = []
  /// Keys that the widget with the focus takes, such as letters that are no shortcuts in a text entry.
  private var otherKeys: [String]

  /// - Parameter otherKeys: Keys that widgets take besides those of the command.
  private init(_ title: String, _ command: WindowCommand, or otherKeys: String = "") {
    self.init(title, command.action, command.keys, or: command.singleKeys + " " + otherKeys)
  }

  /// - Parameters:
  ///   - keys: Those that the application takes wherever the focus is, with spaces between them.
  ///   - otherKeys: Those that widgets take.
  private init(_ title: String, _ action: String, _ keys: String, or otherKeys: String = "") {
    self.title = title
    self.keys = Self.list(keys)
    self.otherKeys = Self.list(otherKeys)
    self.action = self.keys.isEmpty ? nil : action
  }

  private init(_ title: String, keys: String) { self.init(title, "", "", or: keys) }

  /// Left and Right swap places in interfaces that run from right to left.
  private static func list(_ keys: String) -> [String] {
    let isMirrored = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL
    return keys.split(separator: " ").map { key in
      guard isMirrored, !key.hasPrefix("<Shift>") else { return String(key) }
      if key.hasSuffix("Left") { return key.dropLast(4) + "Right" }
      return key.hasSuffix("Right") ? key.dropLast(5) + "Left" : String(key)
    }
  }

  /// All keys with spaces between them, without those of the number pad, which have the names of others.
  var shownKeys: String {
    (keys + otherKeys).filter { $0.split(separator: ">").last?.hasPrefix("KP_") != true }
      .joined(separator: " ")
  }

  /// The groups in the order in which the window shows them.
  static var groups: [(title: String, shortcuts: [Shortcut])] {
    [
      (localized("Lists"), lists), (localized("Entries"), entries), (localized("Article"), article),
      (localized("Files"), files), (localized("Window"), window),
    ]
  }

  private static var lists: [Shortcut] {
    let showList = WindowCommand.showList.action
    return [
      Shortcut(localized("Show all entries"), "\(showList)::all", "<Alt>1"),
      Shortcut(localized("Show unread entries"), "\(showList)::unread", "<Alt>2"),
      Shortcut(localized("Show starred entries"), "\(showList)::starred", "<Alt>3"),
      Shortcut(localized("Show entries from today"), "\(showList)::today", "<Alt>4"),
      Shortcut(localized("Next list"), .nextList, or: "Down"),
      Shortcut(localized("Previous list"), .previousList, or: "Up"),
      Shortcut(localized("Go to the list"), keys: "Right Return Escape"),
      Shortcut(localized("Expand folder"), keys: "Right"),
      Shortcut(localized("Collapse folder"), keys: "Left"),
      Shortcut(localized("Mark all as read"), .markAllRead),
      Shortcut(localized("Hide read entries"), .cleanUp),
      Shortcut(localized("Move feed up"), keys: "<Alt><Shift>Up"),
      Shortcut(localized("Move feed down"), keys: "<Alt><Shift>Down"),
      Shortcut(localized("Search entries"), .search),
      Shortcut(localized("Search entries or find in article"), .findOrSearch),
    ]
  }

  private static var entries: [Shortcut] {
    [
      Shortcut(localized("Next entry"), keys: "j Down"),
      Shortcut(localized("Previous entry"), keys: "k Up"),
      Shortcut(localized("Next unread entry"), .nextUnread),
      Shortcut(localized("Previous unread entry"), .previousUnread),
      Shortcut(localized("First entry"), keys: "Home"), Shortcut(localized("Last entry"), keys: "End"),
      Shortcut(localized("Page up"), keys: "Page_Up"), Shortcut(localized("Page down"), keys: "Page_Down"),
      Shortcut(localized("Open entry"), keys: "Return Right"),
      Shortcut(localized("Go to the sidebar"), keys: "Left"),
      Shortcut(localized("Mark as read or unread"), .toggleRead),
      Shortcut(localized("Star or unstar"), .toggleStarred),
      Shortcut(localized("Open in browser"), .openLink),
      Shortcut(localized("Copy link to entry"), .copyEntryLink),
      Shortcut(localized("Copy entries"), .copyRows),
      Shortcut(localized("Extend the selection"), keys: "<Shift>Down"),
      Shortcut(localized("Move the cursor only"), keys: "<Control>Down"),
      Shortcut(localized("Select or deselect"), keys: "<Control>space"),
      Shortcut(localized("Select all entries"), keys: "<Control>a"),
      Shortcut(localized("Remove entry"), .deleteRow), Shortcut(localized("Undo"), .undo),
      Shortcut(localized("Redo"), .redo),
    ]
  }

  private static var article: [Shortcut] {
    [
      Shortcut(localized("Page down, then next unread"), keys: "space"),
      Shortcut(localized("Page up"), keys: "<Shift>space"),
      Shortcut(localized("Scroll"), keys: "Up Down Page_Up Page_Down Home End"),
      Shortcut(localized("Back to the list"), .back, or: "Left Escape BackSpace"),
      Shortcut(localized("Next match"), .findNext), Shortcut(localized("Previous match"), .findPrevious),
      Shortcut(localized("Next link"), keys: "Tab"),
      Shortcut(localized("Previous link"), keys: "<Shift>Tab"),
      Shortcut(localized("Open link or play picture"), keys: "Return"),
      Shortcut(localized("Select all"), keys: "<Control>a"),
      Shortcut(localized("Copy selection"), keys: "<Control>c"),
      Shortcut(localized("Extend the selection"), keys: "<Shift>Right"),
      Shortcut(localized("Extend the selection by a word"), keys: "<Shift><Control>Right"),
      Shortcut(localized("Extend the selection by a line"), keys: "<Shift>Down"),
      Shortcut(localized("Larger text"), .zoomIn), Shortcut(localized("Smaller text"), .zoomOut),
      Shortcut(localized("Reset text size"), .zoomNormal),
      Shortcut(localized("Plain text view"), .readAsText), Shortcut(localized("Print article"), .print),
    ]
  }

  private static var files: [Shortcut] {
    [
      Shortcut(localized("Open files"), .open), Shortcut(localized("Reload"), .reload),
      Shortcut(localized("Close feed"), .closeFeed, or: "Delete"),
    ]
  }

  private static var window: [Shortcut] {
    [
      Shortcut(localized("Show or hide sidebar"), .sidebar), Shortcut(localized("Next pane"), .nextPane),
      Shortcut(localized("Previous pane"), .previousPane), Shortcut(localized("Next control"), keys: "Tab"),
      Shortcut(localized("Previous control"), keys: "<Shift>Tab"),
      Shortcut(localized("Resize panes with arrow keys"), .moveDivision),
      Shortcut(localized("Full screen"), .fullscreen),
      Shortcut(localized("Close or go back"), keys: "Escape"),
      Shortcut(localized("Main menu"), keys: "F10"),
      Shortcut(localized("Context menu"), keys: "<Shift>F10 Menu"),
      Shortcut(localized("Preferences"), .preferences),
      Shortcut(localized("Keyboard shortcuts"), .shortcuts), Shortcut(localized("Close window"), .close),
      Shortcut(localized("Quit"), "app.quit", "<Control>q"),
    ]
  }

  /// The keys of a command, in GTK's notation.
  static func keys(of command: WindowCommand) -> [String] { list(command.keys) }

  static func install(in application: UnsafeMutablePointer<GtkApplication>) {
    for shortcut in groups.flatMap(\.shortcuts) {
      guard let action = shortcut.action else { continue }
      CStringArray.withConstants(shortcut.keys) {
        gtk_application_set_accels_for_action(application, action, $0)
      }
    }
  }
}
