import CGtk
import LayoutCore
import Synchronization

/// How far past a line's end Pango looks for breaks, by font: what Pango told the main thread, for workers, which must not ask it
/// for the metrics of fonts (`FontProperties`).
nonisolated final class SearchMargins: Sendable {
  /// A font in one language. Fonts of different threads that have the same key measure the same.
  struct Key: Hashable, Sendable {
    private let description: String
    private let language: UInt
    private let options: UInt

    /// - Complexity: Describes the font, which takes some microseconds.
    init(_ analysis: PangoAnalysis) {
      let described = pango_font_describe_with_absolute_size(analysis.font)!
      defer { pango_font_description_free(described) }
      let name = pango_font_description_to_string(described)!
      defer { g_free(name) }
      description = String(cString: name)
      // A language has one address in all threads.
      language = UInt(bitPattern: analysis.language)
      let found = cairo_font_options_create()!
      defer { cairo_font_options_destroy(found) }
      if let scaled = pango_cairo_font_get_scaled_font(OpaquePointer(analysis.font!)) {
        cairo_scaled_font_get_font_options(scaled, found)
      }
      options = UInt(cairo_font_options_hash(found))
    }
  }

  private let known = Mutex<[Key: Int32]>([:])
  /// Changes with them.
  private let storedVersion = Atomic(0)

  /// Another number whenever more is known.
  var version: Int { storedVersion.load(ordering: .acquiring) }

  subscript(key: Key) -> Int32? { known.withLock { $0[key] } }

  /// Call it on the main thread.
  func keep(_ margin: Int32, for key: Key) {
    known.withLock { $0[key] = margin }
    storedVersion.wrappingAdd(1, ordering: .releasing)
  }
}
