import CGtk

/// Decompresses one member of a gzip file (RFC 1952) with GIO's GZlibDecompressor, step by step. May be used on any
/// thread, by one thread at a time.
package nonisolated final class GzipInflater {
  package enum Outcome: Equatable {
    /// The step consumed its input or filled its output; call it again.
    case inProgress
    case ended
    /// The data is corrupt; the message is GIO's.
    case failed(String)
  }

  private let converter = SharedObject(adopting: g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP)!)

  package init() {}

  /// Decompresses the next bytes.
  ///
  /// - Parameters:
  ///   - input: The bytes that earlier steps did not consume, and what follows them.
  ///   - isLast: Whether the file ends with `input`.
  ///   - output: Where to write; not empty.
  /// - Returns: The number of bytes consumed and the number of bytes written.
  /// - Complexity: O(bytes read and written).
  package func step(
    _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int, outcome: Outcome) {
    guard let target = output.baseAddress, !output.isEmpty else {
      preconditionFailure("The output buffer must not be empty.")
    }
    var read: gsize = 0
    var written: gsize = 0
    var error: UnsafeMutablePointer<GError>?
    let flags = isLast ? G_CONVERTER_INPUT_AT_END : GConverterFlags(rawValue: 0)
    let result = withExtendedLifetime(converter) {
      // An empty buffer may have no address, but GIO requires one.
      g_converter_convert(
        converter.pointer, input.baseAddress ?? UnsafeRawPointer(target), gsize(input.count), target,
        gsize(output.count), flags, &read, &written, &error)
    }
    guard result == G_CONVERTER_ERROR else {
      return (Int(read), Int(written), result == G_CONVERTER_FINISHED ? .ended : .inProgress)
    }
    defer { g_clear_error(&error) }
    if !isLast, g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_PARTIAL_INPUT.rawValue)) != 0 {
      return (0, 0, .inProgress)
    }
    return (0, 0, .failed(error.map { String(cString: $0.pointee.message) } ?? "unknown error"))
  }
}
