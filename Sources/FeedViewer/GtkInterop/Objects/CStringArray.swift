import CGtk
import FeedViewerBase

/// Arrays of C strings for the duration of one call.
package nonisolated enum CStringArray {
  /// Calls `body` with `strings` as a null-terminated array, which is freed after the call. Paths are converted to
  /// their bytes.
  package static func with<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
  ) rethrows -> Result {
    let copies = strings.map { PathText.withCString($0) { g_strdup($0) } } + [nil]
    defer { for copy in copies { g_free(copy) } }
    // A callee may reorder or clear its argument vector, as g_application_run does, so it gets a copy.
    var array = copies
    return try array.withUnsafeMutableBufferPointer { try body($0.baseAddress!) }
  }

  /// The same for parameters of constant strings.
  package static func withConstants<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) throws -> Result
  ) rethrows -> Result {
    try with(strings) { array in
      try array.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: strings.count + 1, body)
    }
  }
}
