import CGtk
import Synchronization

/// Runs work in slices whenever the main loop is idle.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
public final class IdleSource {
  /// Whether a source stays attached to the main loop.
  public enum Next {
    /// The source is called again.
    case again
    /// The source is removed.
    case done
  }

  private var id: guint = 0

  /// Calls `slice` once per idle iteration until it returns `.done` or this object is released.
  ///
  /// - Parameter priority: A GLib priority; lower numbers run first. Drawing has 120, the default idle priority is
  ///   200.
  public init(priority: Int32 = G_PRIORITY_LOW, slice: @escaping () -> Next) {
    let box = SourceBox { [weak self] in
      let next = slice()
      if next == .done { self?.id = 0 }
      return next
    }
    id = g_idle_add_full(priority, SourceBox.dispatch, SourceBox.retained(box), SourceBox.release)
  }

  /// Whether the source is still attached to the main loop.
  package var isAttached: Bool { id != 0 }

  isolated deinit {
    if id != 0 { g_source_remove(id) }
  }
}

/// Calls a function after an interval, repeatedly if it asks for it.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
public final class TimeoutSource {
  private var id: guint = 0

  /// Calls `body` every `milliseconds` until it returns `.done` or this object is released.
  public init(milliseconds: UInt32, body: @escaping () -> IdleSource.Next) {
    let box = SourceBox { [weak self] in
      let next = body()
      if next == .done { self?.id = 0 }
      return next
    }
    id = g_timeout_add_full(
      G_PRIORITY_DEFAULT, milliseconds, SourceBox.dispatch, SourceBox.retained(box), SourceBox.release)
  }

  isolated deinit {
    if id != 0 { g_source_remove(id) }
  }
}

/// The closure of a source, retained when the source is created and released only by its destroy notification.
final class SourceBox {
  private let slice: () -> IdleSource.Next

  init(_ slice: @escaping () -> IdleSource.Next) { self.slice = slice }

  static func retained(_ box: SourceBox) -> gpointer { Unmanaged.passRetained(box).toOpaque() }

  static let dispatch: @convention(c) (gpointer?) -> gboolean = { data in
    let box: SourceBox = Unmanaged.fromOpaque(data!).takeUnretainedValue()
    return box.slice() == .again ? 1 : 0
  }

  nonisolated static let release: @convention(c) (gpointer?) -> Void = {
    Unmanaged<SourceBox>.fromOpaque($0!).release()
  }
}

/// Access to the main loop from other threads.
public nonisolated enum MainLoop {
  /// Runs `body` once on the main thread, as soon as the loop has nothing more urgent to do. May be called on any
  /// thread.
  ///
  /// - Parameter priority: A GLib priority; lower numbers run first. Drawing has 120, the default idle priority is
  ///   200.
  public static func perform(
    priority: Int32 = G_PRIORITY_DEFAULT_IDLE, _ body: @escaping @MainActor @Sendable () -> Void
  ) {
    let call = CallBox(body)
    call.isHandedOver.store(true, ordering: .releasing)
    let box = Unmanaged.passRetained(call).toOpaque()  // released by the source's destroy-notify
    g_idle_add_full(
      priority,
      { data in
        let box = Unmanaged<CallBox>.fromOpaque(data!).takeUnretainedValue()
        _ = box.isHandedOver.load(ordering: .acquiring)
        MainActor.assumeIsolated { box.body() }
        return 0
      }, box, { Unmanaged<CallBox>.fromOpaque($0!).release() })
  }
}

private nonisolated final class CallBox: Sendable {
  let body: @MainActor @Sendable () -> Void
  /// Repeats the ordering that GLib's lock guarantees: everything before the hand-over happens before the call runs.
  /// GLib locks with system calls of its own, which ThreadSanitizer does not see.
  let isHandedOver = Atomic(false)

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
}
