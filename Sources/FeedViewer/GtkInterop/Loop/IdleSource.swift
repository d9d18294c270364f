import CGtk
import Synchronization

/// Work done in slices whenever the main loop has nothing better to do.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
public final class IdleSource {
  public enum Next { case again, done }

  private var id: guint = 0

  /// Calls `slice` once per idle turn until it answers `.done` or this object goes away.
  ///
  /// - Parameter priority: A GLib priority; smaller is sooner. Drawing is 120, the default idle 200.
  public init(priority: Int32 = G_PRIORITY_LOW, slice: @escaping () -> Next) {
    let box = SourceBox { [weak self] in
      let next = slice()
      if next == .done { self?.id = 0 }
      return next
    }
    id = g_idle_add_full(priority, SourceBox.dispatch, SourceBox.retained(box), SourceBox.release)
  }

  /// Whether the source is still attached to the main loop.
  public var isAttached: Bool { id != 0 }

  isolated deinit {
    if id != 0 { g_source_remove(id) }
  }
}

/// A call after a while, repeated as long as it asks for it.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
public final class TimeoutSource {
  private var id: guint = 0

  /// Calls `body` every `milliseconds` until it answers `.done` or this object goes away.
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

/// A source's closure, retained when the source is made and released by its destroy-notify alone.
private final class SourceBox {
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

/// The main loop as other threads see it.
public nonisolated enum MainLoop {
  /// Runs `body` on the main thread, once, when the loop has nothing more urgent to do; may be called on any thread.
  ///
  /// - Parameter priority: A GLib priority; smaller is sooner. Drawing is 120, the default idle 200.
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
  /// Says what GLib's own lock says too: what was done before the call was handed over is done when it runs. GLib locks
  /// by system calls of its own, which ThreadSanitizer does not see.
  let isHandedOver = Atomic(false)

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
}
