import CGtk

/// A recorded drawing, which can be put on any snapshot as often as wanted.
///
/// It belongs to the main thread, its end included: the reference count of a render node is atomic, but the Pango fonts
/// and cairo surfaces that go with the last reference are not made for other threads.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
public final class RenderNode {
  private let pointer: OpaquePointer

  /// - Parameter draw: Draws on the GtkSnapshot that it is given.
  /// - Returns: nil if nothing was drawn.
  public init?(drawing draw: (_ snapshot: OpaquePointer) -> Void) {
    let snapshot = gtk_snapshot_new()!
    draw(snapshot)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    pointer = node
  }

  /// Draws it at the snapshot's origin.
  public func append(to snapshot: OpaquePointer) { gtk_snapshot_append_node(snapshot, pointer) }

  isolated deinit { gsk_render_node_unref(pointer) }
}
