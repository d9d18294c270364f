import CGtk
import FeedViewerBase
import GtkInterop

/// Tells by a notification of the desktop that open files have new entries while the window is not active.
final class NewEntryNotifier {
  /// A notification of one feed, which takes the place of the one before.
  struct Notice: Equatable {
    let identifier: String
    let title: String
    let body: String
  }

  private let window: UnsafeMutablePointer<GtkWindow>
  /// The entries of each file that came since the window was active.
  private var counts: [FilePath: Int] = [:]

  /// Shows a notification.
  lazy var show: (Notice) -> Void = { [weak self] in self?.send($0) }
  /// Takes a notification back.
  lazy var withdraw: (_ identifier: String) -> Void = { [weak self] identifier in
    if let application = self?.application { g_application_withdraw_notification(application, identifier) }
  }
  /// Whether the reader sees the window.
  lazy var isActive: () -> Bool = { [window] in gtk_window_is_active(window) != 0 }

  /// - Parameter window: Owns this object.
  init(of window: UnsafeMutablePointer<GtkWindow>) {
    self.window = window
    Signal.connect(window, "notify::is-active") { [weak self] in self?.windowChanged() }
  }

  /// An open file has new entries.
  ///
  /// - Parameters:
  ///   - count: Their number.
  ///   - feed: The title of the feed.
  func found(_ count: Int, in path: FilePath, feed: String) {
    guard count > 0, !isActive() else { return }
    counts[path, default: 0] += count
    let all = counts[path] ?? count
    show(
      Notice(
        identifier: path.text, title: UntrustedText.line(feed),
        body: localized("\(grouped: all) new entry", plural: "\(grouped: all) new entries", count: all)))
  }

  /// Whoever looks at the window needs no notification any more.
  func windowChanged() {
    guard isActive() else { return }
    for path in counts.keys { withdraw(path.text) }
    counts = [:]
  }

  private var application: UnsafeMutablePointer<GApplication>? {
    gtk_window_get_application(window)?.cast()
  }

  private func send(_ notice: Notice) {
    guard let application else { return }
    GObjectReference(adopting: g_notification_new(notice.title)!).use { notification in
      g_notification_set_body(notification, notice.body)
      g_notification_set_default_action(notification, "app.present")
      g_application_send_notification(application, notice.identifier, notification)
    }
  }
}
