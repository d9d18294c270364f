import CGtk
import GtkInterop

/// The window's title, and what assistive tools are to say that no widget with the focus tells.
///
/// GTK 4.8 reports nothing when an alert is shown, and has no announcements of its own. Screen readers speak the name of the
/// active window when it changes, so the text becomes part of that name until the title is another one.
final class Announcement {
  private let window: UnsafeMutablePointer<GtkWindow>
  private var title: String?
  /// The name of the window for assistive tools.
  private(set) var name = ""

  /// - Parameter window: Must live at least as long.
  init(of window: UnsafeMutablePointer<GtkWindow>) { self.window = window }

  /// Shows a title in the desktop's lists of windows.
  func show(title: String) {
    guard title != self.title else { return }
    self.title = title
    gtk_window_set_title(window, title)
    setName(title)
  }

  /// Has assistive tools say a text.
  func say(_ text: String) {
    let title = title ?? ""
    // A title is said when it is shown: an empty list has nothing to add to its name.
    guard !text.isEmpty, text != title || name != title else { return }
    let new = title.isEmpty || text == title ? text : "\(text) — \(title)"
    // The same text once more must be a change, too.
    setName(new == name ? new + "\u{200B}" : new)
  }

  private func setName(_ new: String) {
    name = new
    Accessible.setLabel(new, of: window.cast())
  }
}
