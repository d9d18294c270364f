import CGtk
import FeedViewerBase
import Synchronization

/// The messages that GLib, GTK and other libraries write to the standard streams.
public nonisolated enum LibraryMessages {
  /// Called with each message before it is written, on any thread.
  typealias Observer = @Sendable (GLogLevelFlags, UnsafePointer<GLogField>?, gsize) -> Void

  private static let observer = Mutex<Observer?>(nil)

  /// Tells of each message from now on, instead of whoever was told before.
  static func observe(_ new: @escaping Observer) { observer.withLock { $0 = new } }

  /// Replaces the characters that a terminal would obey in messages from now on. GLib escapes control characters, but not
  /// overrides of direction. GLib allows this once in a process.
  public static func makeHarmless() {
    g_log_set_writer_func(
      { level, fields, count, _ in
        LibraryMessages.observer.withLock(\.self)?(level, fields, count)
        guard let fields else { return G_LOG_WRITER_UNHANDLED }
        var copies = Array(UnsafeBufferPointer(start: fields, count: Int(count)))
        guard let index = copies.firstIndex(where: { String(cString: $0.key) == "MESSAGE" }) else {
          return g_log_writer_default(level, fields, count, nil)
        }
        return TerminalCharacters.replaced(in: LibraryMessages.text(of: copies[index])).withCString {
          copies[index].value = UnsafeRawPointer($0)
          copies[index].length = -1
          return g_log_writer_default(level, copies, count, nil)
        }
      }, nil, nil)
  }

  private static func text(of field: GLogField) -> String {
    guard let value = field.value else { return "" }
    // A negative length means that the text ends with a null byte.
    guard field.length >= 0 else { return String(cString: value.assumingMemoryBound(to: CChar.self)) }
    return String(
      decoding: UnsafeRawBufferPointer(start: value, count: Int(field.length)), as: UTF8.self)
  }
}
