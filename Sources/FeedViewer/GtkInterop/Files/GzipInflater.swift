import CGtk

/// Unpacks one member of a gzip file (RFC 1952) by GIO's GZlibDecompressor, step by step; usable on any thread, by one
/// at a time.
public nonisolated final class GzipInflater {
  public enum Outcome: Equatable {
    /// There may be more to come, out of the same input or out of more of it.
    case goesOn
    case ended
    /// What is wrong with the data, in GIO's words.
    case failed(String)
  }

  private let converter = SharedObject(adopting: g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP)!)

  public init() {}

  /// Unpacks the next bytes.
  ///
  /// - Parameters:
  ///   - input: What was not read by the steps before, and what follows it.
  ///   - isLast: Whether nothing follows the input.
  ///   - output: Where to write; not empty.
  /// - Returns: How many bytes of the input are done with, and how many were written.
  /// - Complexity: O(bytes read and written).
  public func step(
    _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int, outcome: Outcome) {
    guard let target = output.baseAddress, !output.isEmpty else {
      preconditionFailure("There is no room to unpack to.")
    }
    var read: gsize = 0
    var written: gsize = 0
    var error: UnsafeMutablePointer<GError>?
    let flags = isLast ? G_CONVERTER_INPUT_AT_END : GConverterFlags(rawValue: 0)
    let result = withExtendedLifetime(converter) {
      // An empty buffer may have no address, but GIO wants one.
      g_converter_convert(
        converter.pointer, input.baseAddress ?? UnsafeRawPointer(target), gsize(input.count), target,
        gsize(output.count), flags, &read, &written, &error)
    }
    guard result == G_CONVERTER_ERROR else {
      return (Int(read), Int(written), result == G_CONVERTER_FINISHED ? .ended : .goesOn)
    }
    defer { g_clear_error(&error) }
    if !isLast, g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_PARTIAL_INPUT.rawValue)) != 0 {
      return (0, 0, .goesOn)
    }
    return (0, 0, .failed(error.map { String(cString: $0.pointee.message) } ?? "unknown error"))
  }
}
