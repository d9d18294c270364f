import CGtk
import Glibc

/// Lets the program store what it has before the process ends in another way than by its own choice: by a signal, or
/// because its display is gone.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class EndOfProcess {
  /// They come at the end of a session or of a terminal, and by Ctrl+C.
  private static let signals = [SIGTERM, SIGHUP, SIGINT]

  private static weak var current: EndOfProcess?
  private static var isStoring = false

  private let store: () -> Void
  private var sources: [(signal: Int32, id: guint)] = []

  /// Only one object may be made in a process. Signals that the parent lets the process ignore, as nohup does, stay ignored.
  ///
  /// - Parameter store: Called on the main thread. When it returns the process ends, with the status that the parent expects
  ///   of such an end.
  package init(storing store: @escaping () -> Void) {
    self.store = store
    Self.current = self
    followSignals()
    Self.followDisplay()
  }

  isolated deinit { removeSources() }

  /// Call it when the process ends by its own choice and stores the rest: a signal that asks for the same changes nothing,
  /// a second one ends it at once.
  package func begin() {
    let signals = sources.map(\.signal)
    removeSources()
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = Self.ignore
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
      sigaction(signal, &action, nil)
    }
  }

  /// Called on any thread.
  private nonisolated static let ignore: @convention(c) (Int32) -> Void = { _ in }

  // MARK: Signals

  private func followSignals() {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for signal in Self.signals where !Self.isIgnored(signal) {
      sigaddset(&blocked, signal)
      let box = SourceBox { [weak self] in
        self?.end(by: signal)
        return .done
      }
      let id = g_unix_signal_add_full(
        G_PRIORITY_HIGH, signal, SourceBox.dispatch, SourceBox.retained(box), SourceBox.release)
      sources.append((signal, id))
    }
    // A program that was started by a thread that blocks them would never get them.
    pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
  }

  private func end(by signal: Int32) {
    // Another signal ends the process at once. (GLib gives up the one whose source is being called later.)
    for source in sources { Glibc.signal(source.signal, SIG_DFL) }
    removeSources()
    Self.isStoring = true
    store()
    raise(signal)
  }

  private func removeSources() {
    for source in sources { g_source_remove(source.id) }
    sources = []
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  // MARK: The display

  /// Found out by `init`.
  private nonisolated static let mainThread = pthread_self()
  private nonisolated static let domain = "Gdk"
  private nonisolated static let levels = G_LOG_LEVEL_MESSAGE.rawValue | G_LOG_LEVEL_DEBUG.rawValue

  /// GDK ends the process by `_exit` when it has lost the X server (gdkmain-x11.c, `gdk_x_io_error`) or the compositor
  /// (gdkeventsource-wayland.c): nothing that was registered for the end is called. But it writes a line before, a debug
  /// message or another one, whose words vary. It writes few others, and storing once more does no harm.
  private static func followDisplay() {
    _ = mainThread
    LibraryMessages.observe { level, fields, count in
      guard isFromDisplay(level, fields, count) else { return }
      MainActor.assumeIsolated { displayHasSpoken() }
    }
  }

  private nonisolated static func isFromDisplay(
    _ level: GLogLevelFlags, _ fields: UnsafePointer<GLogField>?, _ count: gsize
  ) -> Bool {
    guard level.rawValue & levels != 0, pthread_equal(pthread_self(), mainThread) != 0 else { return false }
    return UnsafeBufferPointer(start: fields, count: Int(count)).contains { field in
      guard strcmp(field.key, "GLIB_DOMAIN") == 0, let value = field.value else { return false }
      return strcmp(value.assumingMemoryBound(to: CChar.self), domain) == 0
    }
  }

  private static func displayHasSpoken() {
    // What is called here may have something to say, too.
    guard let current, !isStoring else { return }
    isStoring = true
    current.store()
    isStoring = false
  }
}
