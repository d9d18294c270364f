import FeedViewerCCompression
import FeedViewerFeeds

/// Compresses bytes as other programs would.
enum Packing {
  /// A gzip member.
  static func gzip(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))) + 32)
    let count = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = uInt(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = uInt(target.count)
        let result = deflate(&stream, Z_FINISH)
        precondition(result == Z_STREAM_END, "zlib does not keep its bound.")
        return Int(stream.total_out)
      }
    }
    return Array(output[..<count])
  }

  /// An xz stream.
  static func xz(_ bytes: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: lzma_stream_buffer_bound(bytes.count))
    var count = 0
    let result = lzma_easy_buffer_encode(
      1, LZMA_CHECK_CRC64, nil, bytes, bytes.count, &output, &count, output.count)
    precondition(result == LZMA_OK, "liblzma does not keep its bound.")
    return Array(output[..<count])
  }

  /// A Zstandard frame.
  static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    let count = ZSTD_compress(&output, output.count, bytes, bytes.count, 3)
    precondition(ZSTD_isError(count) == 0, "libzstd does not keep its bound.")
    return Array(output[..<count])
  }

  static func pack(_ bytes: [UInt8], _ format: CompressionFormat) -> [UInt8] {
    switch format {
    case .gzip: gzip(bytes)
    case .xz: xz(bytes)
    case .zstandard: zstandard(bytes)
    }
  }
}
