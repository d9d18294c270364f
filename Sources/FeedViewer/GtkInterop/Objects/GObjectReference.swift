import CGtk

/// A strong reference to a GObject, released on the main actor whatever thread drops it last.
///
/// A local reference may be released right after its last use, even while C still works with `pointer`: pass a local
/// reference's pointer to C inside `use`.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
public final class GObjectReference<Pointer: GObjectPointer> {
  /// The object, which exists as long as this reference.
  public let pointer: Pointer

  /// Takes ownership of the reference that a constructor returned; sinks a floating one.
  public init(adopting pointer: Pointer) {
    self.pointer = pointer
    if g_object_is_floating(pointer.raw) != 0 { g_object_ref_sink(pointer.raw) }
  }

  /// Adds a reference to an object that something else owns.
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

/// A strong reference to a GObject that may be used and released on any thread, such as a `GdkTexture`.
public nonisolated final class SharedObject: @unchecked Sendable {
  // For immutable GObjects only: reference counting is atomic, and their contents never change.
  public let pointer: OpaquePointer

  /// Takes ownership of the reference that a constructor returned.
  package init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_object_unref(pointer.raw) }
}
