import CGtk
import FeedViewerBase

/// The arguments of one emission, counted from the first one after the emitting instance.
public struct SignalArguments {
  fileprivate let values: UnsafePointer<GValue>

  /// A signed integer argument.
  public func int(_ index: Int) -> Int { Int(g_value_get_int(values + index + 1)) }
  /// An unsigned integer argument.
  public func uint(_ index: Int) -> UInt32 { g_value_get_uint(values + index + 1) }
  /// The value of an enumeration argument.
  public func enumeration(_ index: Int) -> UInt32 { UInt32(bitPattern: g_value_get_enum(values + index + 1)) }
  /// The bits of a flags argument.
  public func flags(_ index: Int) -> UInt32 { g_value_get_flags(values + index + 1) }
  /// A floating-point argument.
  public func double(_ index: Int) -> Double { g_value_get_double(values + index + 1) }

  /// A Boolean argument.
  public func bool(_ index: Int) -> Bool { g_value_get_boolean(values + index + 1) != 0 }
  /// A string argument; nil if it is null.
  public func string(_ index: Int) -> String? {
    g_value_get_string(values + index + 1).map { String(cString: $0) }
  }

  /// A GObject argument, not retained; nil if it is null.
  public func object(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_object(values + index + 1) }
  /// A GVariant argument, not retained; nil if it is null.
  public func variant(_ index: Int) -> OpaquePointer? { g_value_get_variant(values + index + 1) }

  /// The text that is boxed in the argument's GValue (a drop of a text); nil if it is something else.
  package func droppedText(_ index: Int) -> String? {
    guard let boxed = g_value_get_boxed(values + index + 1) else { return nil }
    let value = boxed.assumingMemoryBound(to: GValue.self)
    guard value.pointee.g_type == cgtk_type_string() else { return nil }
    return g_value_get_string(value).map { String(cString: $0) }
  }

  /// The file paths of a `GdkFileList` boxed in the argument's GValue (a drop of files), and whether others of its files are not
  /// on this computer.
  package func droppedFiles(_ index: Int) -> (paths: [FilePath], hasOthers: Bool) {
    guard let boxed = g_value_get_boxed(values + index + 1) else { return ([], false) }
    let value = boxed.assumingMemoryBound(to: GValue.self)
    guard value.pointee.g_type == gdk_file_list_get_type(), let list = g_value_get_boxed(value) else {
      return ([], false)
    }
    let files = gdk_file_list_get_files(OpaquePointer(list))
    defer { g_slist_free(files) }
    var paths: [FilePath] = []
    var hasOthers = false
    var node = files
    while let current = node {
      if let file = current.pointee.data {
        if let path = FilePath.path(of: OpaquePointer(file)) { paths.append(path) } else { hasOthers = true }
      }
      node = current.pointee.next
    }
    return (paths, hasOthers)
  }

  /// The file paths of an array of GFiles followed by its length (`GApplication::open`), and whether others of them are not
  /// on this computer.
  package func openedFiles(_ index: Int) -> (paths: [FilePath], hasOthers: Bool) {
    guard let array = g_value_get_pointer(values + index + 1) else { return ([], false) }
    let files = array.assumingMemoryBound(to: OpaquePointer?.self)
    let paths = (0..<int(index + 1)).compactMap { files[$0].flatMap(FilePath.path(of:)) }
    return (paths, paths.count < int(index + 1))
  }
}

/// The result of an event signal's handler.
public enum EventResult {
  /// The event was used: no other handler receives it.
  case handled
  /// The event is left to other handlers.
  case unhandled
}

/// Connections of Swift closures to GObject signals.
public enum Signal {
  /// Calls `body` at each emission until `instance` is finalized.
  /// - Returns: The handler's identifier, for `disconnect`.
  @discardableResult
  public static func connect(
    _ instance: some GObjectPointer, _ name: String, after: Bool = false,
    _ body: @escaping (SignalArguments) -> EventResult
  ) -> gulong {
    let box = Unmanaged.passRetained(SignalBox(body)).toOpaque()  // released by SignalBox.release
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)!
    g_closure_set_marshal(closure) { closure, result, _, values, _, _ in
      let answer = SignalBox.from(closure!.pointee.data).body(SignalArguments(values: values!))
      if let result, result.pointee.g_type == cgtk_type_boolean() {
        g_value_set_boolean(result, answer == .handled ? 1 : 0)
      }
    }
    g_closure_add_finalize_notifier(closure, box, SignalBox.release)
    return g_signal_connect_closure(instance.raw, name, closure, after ? 1 : 0)
  }

  /// Calls `body` at each emission until `instance` is finalized. Events count as unhandled.
  @discardableResult
  public static func connect(
    _ instance: some GObjectPointer, _ name: String, _ body: @escaping () -> Void
  ) -> gulong {
    connect(instance, name) { _ in
      body()
      return .unhandled
    }
  }

  /// Disconnects a handler.
  ///
  /// - Parameter connection: The handler's identifier, from `connect`.
  public static func disconnect(_ instance: some GObjectPointer, _ connection: gulong) {
    g_signal_handler_disconnect(instance.raw, connection)
  }
}

/// The closure of a handler, retained when it is connected and released only by its GClosure.
private final class SignalBox {
  let body: (SignalArguments) -> EventResult

  init(_ body: @escaping (SignalArguments) -> EventResult) { self.body = body }

  static func from(_ data: gpointer?) -> SignalBox {
    Unmanaged.fromOpaque(data!).takeUnretainedValue()
  }

  nonisolated static let release: @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = {
    data, _ in
    Unmanaged<SignalBox>.fromOpaque(data!).release()
  }
}
