import CGtk
import Synchronization

/// Reports the warnings that GLib, GTK, Pango and related libraries write to standard error.
package nonisolated enum GLibWarnings {
  /// A warning or critical message of a library.
  package struct Message: Sendable, CustomStringConvertible {
    package let domain: String
    package let text: String
    package var description: String { "\(domain): \(text)" }
  }

  private static let isProvoked = Mutex(false)
  private static let handler = Mutex<(@Sendable (Message) -> Void)?>(nil)

  /// Calls `handle` for each warning, critical or error message from now on, on the thread that logs it, besides
  /// the line on standard error. GLib allows this once in a process.
  package static func watch(_ handle: @escaping @Sendable (Message) -> Void) {
    let isFirst = handler.withLock { handler in
      defer { handler = handle }
      return handler == nil
    }
    guard isFirst else { return }
    g_log_set_writer_func(
      { level, fields, count, _ in
        let serious =
          G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue
        if UInt32(bitPattern: Int32(level.rawValue)) & UInt32(serious) != 0, let fields {
          let message = Message(
            domain: GLibWarnings.text("GLIB_DOMAIN", fields, count) ?? "a library",
            text: GLibWarnings.text("MESSAGE", fields, count) ?? "")
          GLibWarnings.handler.withLock { $0 }?(message)
          if GLibWarnings.isProvoked.withLock({ $0 }) { return G_LOG_WRITER_HANDLED }
        }
        return g_log_writer_default(level, fields, count, nil)
      }, nil, nil)
  }

  /// Keeps messages that `body` provokes on purpose out of standard error, where they would look like faults;
  /// handlers are called all the same.
  package static func provoke(_ body: () -> Void) {
    isProvoked.withLock { $0 = true }
    body()
    isProvoked.withLock { $0 = false }
  }

  private static func text(_ key: String, _ fields: UnsafePointer<GLogField>, _ count: gsize) -> String? {
    for field in UnsafeBufferPointer(start: fields, count: Int(count)) where String(cString: field.key) == key
    {
      guard let value = field.value else { return nil }
      guard field.length >= 0 else {
        return String(cString: value.assumingMemoryBound(to: CChar.self))
      }
      return String(
        decoding: UnsafeRawBufferPointer(start: value, count: Int(field.length)), as: UTF8.self)
    }
    return nil
  }
}
