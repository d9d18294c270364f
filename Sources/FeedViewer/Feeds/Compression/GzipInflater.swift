import FeedViewerCCompression

/// Decompresses one member of a gzip file (RFC 1952) with zlib, step by step. May be used on any thread, by one thread at a
/// time.
final class GzipInflater: Decompressor.Member {
  /// The most that compressed text refers back (RFC 1951, section 2), as a power of two.
  private static let windowBits: Int32 = 15
  /// What zlib adds to it for a gzip header and trailer.
  private static let gzip: Int32 = 16

  private let stream: UnsafeMutablePointer<z_stream>
  private var stopsAtRestartPoint = false
  private var isAtRestartPoint = false

  /// Starts at a member's header.
  init() {
    stream = Self.newStream(windowBits: Self.windowBits + Self.gzip)
  }

  /// Goes on inside a member. It ends before its checksum, which can't be checked.
  init(resuming point: Decompressor.RestartPoint, after byteBefore: UInt8) {
    stream = Self.newStream(windowBits: -Self.windowBits)
    if point.bits > 0 { inflatePrime(stream, Int32(point.bits), Int32(byteBefore) >> Int32(8 - point.bits)) }
    inflateSetDictionary(stream, point.window, uInt(point.window.count))
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  private static func newStream(windowBits: Int32) -> UnsafeMutablePointer<z_stream> {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let result = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "zlib has no memory, or is another version.")
    return stream
  }

  func step(
    _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) -> Decompressor.Step {
    precondition(!output.isEmpty, "The output buffer must not be empty.")
    let (available, room) = (min(input.count, 1 << 30), min(output.count, 1 << 30))
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: Bytef.self))
    stream.pointee.avail_in = uInt(available)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_out = uInt(room)
    isAtRestartPoint = false
    var result = Z_OK
    repeat {
      result = inflate(stream, stopsAtRestartPoint ? Z_BLOCK : Z_NO_FLUSH)
      // Bit 7: between two blocks; bit 6: after the last one.
      if stopsAtRestartPoint, stream.pointee.data_type & 0xC0 == 0x80 {
        isAtRestartPoint = true
        stopsAtRestartPoint = false
        break
      }
    } while result == Z_OK && stream.pointee.avail_in > 0 && stream.pointee.avail_out > 0
    return Decompressor.Step(
      read: available - Int(stream.pointee.avail_in), written: room - Int(stream.pointee.avail_out),
      outcome: outcome(result))
  }

  private func outcome(_ result: Int32) -> Decompressor.Outcome {
    switch result {
    case Z_OK, Z_BUF_ERROR: .inProgress
    case Z_STREAM_END: .ended
    default: .failed(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(result)")
    }
  }

  func stopAtRestartPoint() { stopsAtRestartPoint = true }

  var restartPoint: Decompressor.RestartPoint? {
    guard isAtRestartPoint else { return nil }
    var count: uInt = 0
    let window = [UInt8](unsafeUninitializedCapacity: 1 << Int(Self.windowBits)) { buffer, initializedCount in
      inflateGetDictionary(stream, buffer.baseAddress, &count)
      initializedCount = Int(count)
    }
    return Decompressor.RestartPoint(bits: Int(stream.pointee.data_type & 7), window: window)
  }
}
