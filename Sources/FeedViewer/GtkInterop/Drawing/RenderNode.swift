import CGtk

/// A recorded drawing that can be appended to any number of snapshots.
///
/// Must be used and released on the main thread: the reference count of a render node is atomic, but the Pango fonts
/// and cairo surfaces that it owns are not thread-safe.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class RenderNode {
  private let pointer: OpaquePointer

  /// - Parameter draw: Draws into the given GtkSnapshot.
  /// - Returns: nil if nothing was drawn.
  package init?(drawing draw: (_ snapshot: OpaquePointer) -> Void) {
    let snapshot = gtk_snapshot_new()!
    draw(snapshot)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    pointer = node
  }

  /// Draws the node at the snapshot's origin.
  package func append(to snapshot: OpaquePointer) { gtk_snapshot_append_node(snapshot, pointer) }

  isolated deinit { gsk_render_node_unref(pointer) }
}
