import CGtk

/// Unpacks gzip by GIO's GZlibDecompressor; usable on any thread.
public nonisolated enum GzipInflater {
  private static let chunkSize = 1 << 16

  /// Unpacks all members of a gzip file (RFC 1952), one after the other.
  ///
  /// - Parameters:
  ///   - input: The whole file.
  ///   - take: Called with what was unpacked, at most 64 KiB at a time; returns false to stop.
  /// - Returns: What is wrong with the data, in GIO's words; nil if nothing is, or if `take` stopped it.
  /// - Complexity: O(unpacked size) in time, O(1) in memory.
  public static func inflate(
    _ input: UnsafeRawBufferPointer, take: (UnsafeRawBufferPointer) -> Bool
  ) -> String? {
    let decompressor = SharedObject(adopting: g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP)!)
    return withExtendedLifetime(decompressor) {
      withUnsafeTemporaryAllocation(byteCount: chunkSize, alignment: 16) { chunk in
        inflate(input, with: decompressor.pointer, through: chunk, take: take)
      }
    }
  }

  private static func inflate(
    _ input: UnsafeRawBufferPointer, with converter: OpaquePointer,
    through chunk: UnsafeMutableRawBufferPointer,
    take: (UnsafeRawBufferPointer) -> Bool
  ) -> String? {
    var position = 0
    // On and on at the end of the input too: there may be output left, or the end of the member be missing.
    while true {
      var read: gsize = 0
      var written: gsize = 0
      var error: UnsafeMutablePointer<GError>?
      let result = g_converter_convert(
        converter, input.baseAddress! + position, gsize(input.count - position), chunk.baseAddress!,
        gsize(chunk.count), G_CONVERTER_INPUT_AT_END, &read, &written, &error)
      if result == G_CONVERTER_ERROR {
        defer { g_clear_error(&error) }
        return error.map { String(cString: $0.pointee.message) } ?? "unknown error"
      }
      position += Int(read)
      if written > 0, !take(UnsafeRawBufferPointer(rebasing: chunk[..<Int(written)])) { return nil }
      guard result == G_CONVERTER_FINISHED else { continue }
      // Another member, or padding, which gzip ignores.
      guard input.count - position >= 2, input[position] == 0x1F, input[position + 1] == 0x8B else {
        return nil
      }
      g_converter_reset(converter)
    }
  }
}
