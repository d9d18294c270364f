import FeedViewerCCompression

/// Decompresses all streams of an xz file with liblzma, step by step. May be used on any thread, by one thread at a time.
final class XZDecoder: Decompressor.Member {
  /// The most memory that a file may ask for, in bytes: eight times as much as `xz -9` does.
  private static let memoryLimit: UInt64 = 512 << 20
  /// Several streams may follow each other (LZMA_CONCATENATED, a macro that is not imported).
  private static let concatenated: UInt32 = 0x08

  private let stream: UnsafeMutablePointer<lzma_stream>

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: lzma_stream())
    let result = lzma_stream_decoder(stream, Self.memoryLimit, Self.concatenated)
    precondition(result == LZMA_OK, "liblzma has no memory, or is another version.")
  }

  deinit {
    lzma_end(stream)
    stream.deallocate()
  }

  func step(
    _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) -> Decompressor.Step {
    precondition(!output.isEmpty, "The output buffer must not be empty.")
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = input.count
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = output.count
    let result = lzma_code(stream, isLast ? LZMA_FINISH : LZMA_RUN)
    return Decompressor.Step(
      read: input.count - stream.pointee.avail_in, written: output.count - stream.pointee.avail_out,
      outcome: Self.outcome(result))
  }

  private static func outcome(_ result: lzma_ret) -> Decompressor.Outcome {
    switch result {
    case LZMA_OK, LZMA_BUF_ERROR: .inProgress
    case LZMA_STREAM_END: .ended
    case LZMA_FORMAT_ERROR: .failed("not the xz format")
    case LZMA_DATA_ERROR: .failed("invalid data")
    case LZMA_OPTIONS_ERROR: .failed("unknown options")
    case LZMA_MEMLIMIT_ERROR, LZMA_MEM_ERROR: .failed("more memory needed")
    default: .failed("liblzma error \(result.rawValue)")
    }
  }
}
