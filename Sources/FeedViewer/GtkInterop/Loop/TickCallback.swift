import CGtk

/// A call before every frame of a widget's window, which also keeps the frames coming.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
public final class TickCallback {
  private let widget: GObjectReference<WidgetPointer>
  private var id: guint = 0

  /// Calls `body` with the frame's time in microseconds until it returns `.done` or this object is released.
  public init(of widget: WidgetPointer, body: @escaping (_ frameTime: Int64) -> IdleSource.Next) {
    self.widget = GObjectReference(retaining: widget)
    let box = TickBox { [weak self] time in
      let next = body(time)
      if next == .done { self?.id = 0 }
      return next
    }
    id = gtk_widget_add_tick_callback(
      widget,
      { _, clock, data in
        let box = Unmanaged<TickBox>.fromOpaque(data!).takeUnretainedValue()
        return box.body(Int64(gdk_frame_clock_get_frame_time(clock))) == .again ? 1 : 0
      }, Unmanaged.passRetained(box).toOpaque(), TickBox.release)
  }

  isolated deinit {
    if id != 0 { gtk_widget_remove_tick_callback(widget.pointer, id) }
  }
}

/// A callback's closure, retained when it is added and released by its destroy-notify alone.
private final class TickBox {
  let body: (Int64) -> IdleSource.Next

  init(_ body: @escaping (Int64) -> IdleSource.Next) { self.body = body }

  nonisolated static let release: @convention(c) (gpointer?) -> Void = {
    Unmanaged<TickBox>.fromOpaque($0!).release()
  }
}
