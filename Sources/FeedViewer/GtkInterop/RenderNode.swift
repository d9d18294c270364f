import CGtk

/// A recorded drawing, which can be put on any snapshot as often as wanted.
public nonisolated final class RenderNode: @unchecked Sendable {
  // Render nodes never change, and their references are counted atomically.
  private let pointer: OpaquePointer

  /// - Parameter draw: Draws on the GtkSnapshot that it is given.
  /// - Returns: nil if nothing was drawn.
  @MainActor
  public init?(drawing draw: (_ snapshot: OpaquePointer) -> Void) {
    let snapshot = gtk_snapshot_new()!
    draw(snapshot)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    pointer = node
  }

  /// Draws it at the snapshot's origin.
  public func append(to snapshot: OpaquePointer) { gtk_snapshot_append_node(snapshot, pointer) }

  deinit { gsk_render_node_unref(pointer) }
}
