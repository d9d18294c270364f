import CGtk

/// A pointer to a GObject instance, in either form GTK's types import as:
/// typed where the C struct is public (`GtkWidget`), opaque where it is private (`GtkLabel`).
public protocol GObjectPointer {
  /// The address of the instance.
  nonisolated var raw: UnsafeMutableRawPointer { get }
}

extension UnsafeMutablePointer: GObjectPointer {
  public nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer: GObjectPointer {
  public nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutableRawPointer: GObjectPointer {
  public nonisolated var raw: UnsafeMutableRawPointer { self }
}

extension GObjectPointer {
  /// The same instance seen as another class of its inheritance chain, as the C cast macros do.
  public nonisolated func cast<Class>(to _: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    raw.assumingMemoryBound(to: Class.self)
  }

  /// The same instance for functions whose parameter imports as an opaque pointer.
  public nonisolated var opaque: OpaquePointer { OpaquePointer(raw) }
}

/// Any GTK widget.
public typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>
