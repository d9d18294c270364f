import CGtk
import FeedViewerBase
import GtkInterop

/// The keyboard shortcuts of the window's actions, for GTK and for the dialog that lists them.
struct Shortcut {
  let action: String
  /// In GTK's notation.
  let keys: [String]
  let title: String

  /// Without the keys of the number pad, which have the same names as those of the main part.
  private var shownKeys: [String] { keys.filter { $0.split(separator: ">").last?.hasPrefix("KP_") != true } }

  /// The groups of actions.
  static var groups: [(title: String, shortcuts: [Shortcut])] {
    [
      (
        localized("Feeds"),
        [
          Shortcut(action: "win.open", keys: ["<Control>o"], title: localized("Open files")),
          Shortcut(
            action: "win.reload", keys: ["F5", "<Control>r"], title: localized("Read the files again")),
          Shortcut(action: "win.close-feed", keys: ["<Control>F4"], title: localized("Close the feed")),
          Shortcut(action: "win.show-list::all", keys: ["<Alt>1"], title: localized("Show all entries")),
          Shortcut(
            action: "win.show-list::unread", keys: ["<Alt>2"], title: localized("Show unread entries")),
          Shortcut(
            action: "win.show-list::starred", keys: ["<Alt>3"], title: localized("Show starred entries")),
          Shortcut(action: "win.next-list", keys: ["<Control>Page_Down"], title: localized("Next list")),
          Shortcut(
            action: "win.previous-list", keys: ["<Control>Page_Up"], title: localized("Previous list")),
          Shortcut(action: "win.close", keys: ["<Control>w"], title: localized("Close the window")),
          Shortcut(action: "app.quit", keys: ["<Control>q"], title: localized("Quit")),
        ]
      ),
      (
        localized("Selected row"),
        [
          Shortcut(action: "win.copy-rows", keys: ["<Control>c"], title: localized("Copy the rows")),
          Shortcut(action: "win.delete-row", keys: ["Delete"], title: localized("Remove entry")),
          Shortcut(
            action: "win.clean-up", keys: ["<Control><Shift>h"], title: localized("Hide read entries")),
          Shortcut(action: "win.undo", keys: ["<Control>z"], title: localized("Undo")),
          Shortcut(action: "win.redo", keys: ["<Control><Shift>z"], title: localized("Redo")),
        ]
      ),
      (
        localized("Article"),
        [
          Shortcut(action: "win.back", keys: ["<Alt>Left", "Back"], title: localized("Back to the list")),
          Shortcut(
            action: "win.open-link", keys: ["<Control>Return"], title: localized("Open in the browser")),
          Shortcut(action: "win.print", keys: ["<Control>p"], title: localized("Print the article")),
          Shortcut(
            action: "win.search", keys: ["<Control>f"],
            title: localized("Search entries, or find in the article")),
          Shortcut(action: "win.find-next", keys: ["<Control>g"], title: localized("Next match")),
          Shortcut(
            action: "win.find-previous", keys: ["<Control><Shift>g"], title: localized("Previous match")),
        ]
      ),
      (
        localized("Text"),
        [
          Shortcut(
            action: "win.zoom-in", keys: ["<Control>plus", "<Control>equal", "<Control>KP_Add"],
            title: localized("Larger text")),
          Shortcut(
            action: "win.zoom-out", keys: ["<Control>minus", "<Control>KP_Subtract"],
            title: localized("Smaller text")),
          Shortcut(
            action: "win.zoom-normal", keys: ["<Control>0", "<Control>KP_0"],
            title: localized("Normal size of text")),
        ]
      ),
      (
        localized("Window"),
        [
          Shortcut(action: "win.sidebar", keys: ["F9"], title: localized("Show or hide the feeds")),
          Shortcut(action: "win.next-pane", keys: ["F6"], title: localized("Next pane")),
          Shortcut(action: "win.previous-pane", keys: ["<Shift>F6"], title: localized("Previous pane")),
          Shortcut(
            action: "win.move-division", keys: ["F8"],
            title: localized("Move the division of list and article with the arrow keys")),
          Shortcut(action: "win.fullscreen", keys: ["F11"], title: localized("Full screen")),
        ]
      ),
      (
        localized("Help"),
        [
          Shortcut(action: "win.preferences", keys: ["<Control>comma"], title: localized("Preferences")),
          Shortcut(
            action: "win.shortcuts", keys: ["<Control>question", "F1"], title: localized("Keyboard shortcuts")
          ),
        ]
      ),
    ]
  }

  /// Keys handled by the list itself and by the menu button.
  private static var fixedGroups: [(title: String, keys: [(keys: String, title: String)])] {
    [
      (localized("List"), listKeys), (localized("Sidebar"), Sidebar.keys),
      (localized("In list and article"), singleKeys),
      (localized("Keys in an article"), ArticlePage.fixedKeys),
    ]
  }

  /// Keys handled by the window unless a text entry has the focus.
  private static var singleKeys: [(keys: String, title: String)] {
    [
      ("n j", localized("Next article")), ("p k", localized("Previous article")),
      ("space", localized("One page down; at the end, the next unread article")),
      ("<Shift>space", localized("One page up")),
      ("o", localized("Open in the browser")), ("m", localized("Mark as read or unread")),
      ("s", localized("Star, or remove the star")),
      ("<Shift>a", localized("Mark all as read")), ("slash", localized("Search")),
      ("question", localized("Keyboard shortcuts")),
    ]
  }

  private static var listKeys: [(keys: String, title: String)] {
    [
      ("Up", localized("Previous row")), ("Down", localized("Next row")),
      ("Page_Up", localized("One page up")),
      ("Page_Down", localized("One page down")),
      ("Home", localized("First row")), ("End", localized("Last row")),
      ("<Shift>Down", localized("Extend the selection")),
      ("<Control>Down", localized("Move without selecting")),
      ("<Control>space", localized("Add the row to the selection or take it out")),
      ("<Control>a", localized("Select all rows")), ("Return", localized("Read the entry")),
      ("Escape", localized("Back to the list")),
      ("<Shift>F10", localized("Menu of the row")), ("F10", localized("Main menu")),
    ]
  }

  /// The keys of an action, in GTK's notation.
  static func keys(of action: String) -> [String] {
    groups.flatMap(\.shortcuts).first { $0.action == action }?.keys ?? []
  }

  static func install(in application: UnsafeMutablePointer<GtkApplication>) {
    for shortcut in groups.flatMap(\.shortcuts) {
      CStringArray.withConstants(shortcut.keys) {
        gtk_application_set_accels_for_action(application, shortcut.action, $0)
      }
    }
  }

  /// All keys in the order in which the dialog shows them.
  static var describedGroups: [(title: String, keys: [(keys: String, title: String)])] {
    var described = groups.map { group in
      (group.title, group.shortcuts.map { (keys: $0.shownKeys.joined(separator: " "), title: $0.title) })
    }
    described.insert(contentsOf: fixedGroups, at: 1)
    return described
  }
}
