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

  /// - Parameters:
  ///   - keys: Those that the application takes wherever the focus is, with spaces between them.
  ///   - otherKeys: Those that widgets take.
  private init(_ title: String, _ action: String, _ keys: String, or otherKeys: String = "") {
    self.title = title
    self.action = action
    self.keys = Self.list(keys)
    self.otherKeys = Self.list(otherKeys)
  }

  private init(_ title: String, keys: String) {
    self.title = title
    otherKeys = Self.list(keys)
  }

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
    [
      Shortcut(localized("Show all entries"), "win.show-list::all", "<Alt>1"),
      Shortcut(localized("Show unread entries"), "win.show-list::unread", "<Alt>2"),
      Shortcut(localized("Show starred entries"), "win.show-list::starred", "<Alt>3"),
      Shortcut(localized("Next list"), "win.next-list", "<Control>Page_Down", or: "<Shift>j Down"),
      Shortcut(localized("Previous list"), "win.previous-list", "<Control>Page_Up", or: "<Shift>k Up"),
      Shortcut(localized("Go to the list"), keys: "Right Return Escape"),
      Shortcut(localized("Mark all as read"), keys: "<Shift>a"),
      Shortcut(localized("Hide read entries"), "win.clean-up", "<Control><Shift>h"),
      Shortcut(localized("Move feed up"), keys: "<Alt><Shift>Up"),
      Shortcut(localized("Move feed down"), keys: "<Alt><Shift>Down"),
      Shortcut(localized("Search entries"), "win.search", "<Control><Shift>f", or: "slash"),
      Shortcut(localized("Search entries or find in article"), "win.find-or-search", "<Control>f"),
    ]
  }

  private static var entries: [Shortcut] {
    [
      Shortcut(localized("Next entry"), keys: "j Down"), Shortcut(localized("Previous entry"), keys: "k Up"),
      Shortcut(localized("Next unread entry"), keys: "n"),
      Shortcut(localized("Previous unread entry"), keys: "p"),
      Shortcut(localized("First entry"), keys: "Home"), Shortcut(localized("Last entry"), keys: "End"),
      Shortcut(localized("Page up"), keys: "Page_Up"), Shortcut(localized("Page down"), keys: "Page_Down"),
      Shortcut(localized("Open entry"), keys: "Return Right"),
      Shortcut(localized("Go to the sidebar"), keys: "Left"),
      Shortcut(localized("Mark as read or unread"), "win.toggle-read", "<Control>u", or: "m u"),
      Shortcut(localized("Star or unstar"), "win.toggle-starred", "<Control>d", or: "s"),
      Shortcut(localized("Open in browser"), "win.open-link", "<Control>Return", or: "o v"),
      Shortcut(localized("Copy link to entry"), "win.copy-entry-link", "<Control><Shift>c"),
      Shortcut(localized("Copy entries"), "win.copy-rows", "<Control>c"),
      Shortcut(localized("Extend the selection"), keys: "<Shift>Down"),
      Shortcut(localized("Move the cursor only"), keys: "<Control>Down"),
      Shortcut(localized("Select or deselect"), keys: "<Control>space"),
      Shortcut(localized("Select all entries"), keys: "<Control>a"),
      Shortcut(localized("Remove entry"), "win.delete-row", "Delete"),
      Shortcut(localized("Undo"), "win.undo", "<Control>z"),
      Shortcut(localized("Redo"), "win.redo", "<Control><Shift>z"),
    ]
  }

  private static var article: [Shortcut] {
    [
      Shortcut(localized("Page down, then next unread"), keys: "space"),
      Shortcut(localized("Page up"), keys: "<Shift>space"),
      Shortcut(localized("Scroll"), keys: "Up Down Page_Up Page_Down Home End"),
      Shortcut(localized("Back to the list"), "win.back", "<Alt>Left Back", or: "Left Escape BackSpace"),
      Shortcut(localized("Next match"), "win.find-next", "<Control>g"),
      Shortcut(localized("Previous match"), "win.find-previous", "<Control><Shift>g"),
      Shortcut(localized("Next link"), keys: "Tab"), Shortcut(localized("Previous link"), keys: "<Shift>Tab"),
      Shortcut(localized("Open link or play picture"), keys: "Return"),
      Shortcut(localized("Select all"), keys: "<Control>a"),
      Shortcut(localized("Copy selection"), keys: "<Control>c"),
      Shortcut(localized("Extend the selection"), keys: "<Shift>Right"),
      Shortcut(localized("Extend the selection by a word"), keys: "<Shift><Control>Right"),
      Shortcut(localized("Extend the selection by a line"), keys: "<Shift>Down"),
      Shortcut(localized("Larger text"), "win.zoom-in", "<Control>plus <Control>equal <Control>KP_Add"),
      Shortcut(localized("Smaller text"), "win.zoom-out", "<Control>minus <Control>KP_Subtract"),
      Shortcut(localized("Reset text size"), "win.zoom-normal", "<Control>0 <Control>KP_0"),
      Shortcut(localized("Plain text view"), "win.read-as-text", "<Control><Shift>t"),
      Shortcut(localized("Print article"), "win.print", "<Control>p"),
    ]
  }

  private static var files: [Shortcut] {
    [
      Shortcut(localized("Open files"), "win.open", "<Control>o"),
      Shortcut(localized("Reload"), "win.reload", "F5 <Control>r"),
      Shortcut(localized("Close feed"), "win.close-feed", "<Control>F4", or: "Delete"),
    ]
  }

  private static var window: [Shortcut] {
    [
      Shortcut(localized("Show or hide sidebar"), "win.sidebar", "F9"),
      Shortcut(localized("Next pane"), "win.next-pane", "F6"),
      Shortcut(localized("Previous pane"), "win.previous-pane", "<Shift>F6"),
      Shortcut(localized("Next control"), keys: "Tab"),
      Shortcut(localized("Previous control"), keys: "<Shift>Tab"),
      Shortcut(localized("Resize panes with arrow keys"), "win.move-division", "F8"),
      Shortcut(localized("Full screen"), "win.fullscreen", "F11"),
      Shortcut(localized("Close or go back"), keys: "Escape"),
      Shortcut(localized("Main menu"), keys: "F10"),
      Shortcut(localized("Context menu"), keys: "<Shift>F10 Menu"),
      Shortcut(localized("Preferences"), "win.preferences", "<Control>comma"),
      Shortcut(localized("Keyboard shortcuts"), "win.shortcuts", "<Control>question F1", or: "question"),
      Shortcut(localized("Close window"), "win.close", "<Control>w"),
      Shortcut(localized("Quit"), "app.quit", "<Control>q"),
    ]
  }

  /// The keys of an action, in GTK's notation.
  static func keys(of action: String) -> [String] {
    groups.flatMap(\.shortcuts).first { $0.action == action }?.keys ?? []
  }

  static func install(in application: UnsafeMutablePointer<GtkApplication>) {
    for shortcut in groups.flatMap(\.shortcuts) {
      guard let action = shortcut.action else { continue }
      CStringArray.withConstants(shortcut.keys) {
        gtk_application_set_accels_for_action(application, action, $0)
      }
    }
  }
}
