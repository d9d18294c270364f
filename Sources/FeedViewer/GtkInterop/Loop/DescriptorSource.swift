import CGtk

/// Calls a function when a file descriptor is ready.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class DescriptorSource {
  private var id: guint = 0

  /// Calls `body` whenever one of `conditions` holds, until it returns `.done` or this object is released.
  init(_ descriptor: Int32, _ conditions: GIOCondition, body: @escaping () -> IdleSource.Next) {
    let box = DescriptorBox { [weak self] in
      let next = body()
      if next == .done { self?.id = 0 }
      return next
    }
    id = g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, descriptor, conditions,
      { _, _, data in
        let box = Unmanaged<DescriptorBox>.fromOpaque(data!).takeUnretainedValue()
        return box.body() == .again ? 1 : 0
      }, Unmanaged.passRetained(box).toOpaque(), DescriptorBox.release)
  }

  isolated deinit {
    if id != 0 { g_source_remove(id) }
  }
}

/// A source's closure, retained when the source is created and released by its destroy-notify alone.
private final class DescriptorBox {
  let body: () -> IdleSource.Next

  init(_ body: @escaping () -> IdleSource.Next) { self.body = body }

  nonisolated static let release: @convention(c) (gpointer?) -> Void = {
    Unmanaged<DescriptorBox>.fromOpaque($0!).release()
  }
}
