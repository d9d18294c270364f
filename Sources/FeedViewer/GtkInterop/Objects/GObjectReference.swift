import CGtk

/// One strong reference to a GObject, dropped on the main actor whoever lets go of it last.
///
/// A local reference may be released right after its last use, even while C still works with `pointer`:
/// hand the pointer of a local one to C inside `use`.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
public final class GObjectReference<Pointer: GObjectPointer> {
  public let pointer: Pointer

  /// Takes over the reference a constructor returned; a floating one is sunk.
  public init(adopting pointer: Pointer) {
    self.pointer = pointer
    if g_object_is_floating(pointer.raw) != 0 { g_object_ref_sink(pointer.raw) }
  }

  /// Adds a reference to an object something else owns.
  public init(retaining pointer: Pointer) {
    self.pointer = pointer
    g_object_ref_sink(pointer.raw)
  }

  /// Calls `body` with the pointer and keeps the object alive until it returns.
  public func use<Result>(_ body: (Pointer) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(self) { try body(pointer) }
  }

  isolated deinit { g_object_unref(pointer.raw) }
}

/// One strong reference to a GObject that may be used and let go on any thread (a `GdkTexture`, for example).
public nonisolated final class SharedObject: @unchecked Sendable {
  // Immutable GObjects only: GObject's own reference counting is atomic, their contents never change.
  public let pointer: OpaquePointer

  /// Takes over the reference a constructor returned.
  public init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_object_unref(pointer.raw) }
}
