import FeedViewerCCompression

/// Decompresses one frame of a Zstandard file (RFC 8878) with libzstd, step by step. May be used on any thread, by one thread
/// at a time.
final class ZstandardDecoder: Decompressor.Member {
  private let context: OpaquePointer

  init() {
    guard let context = ZSTD_createDCtx() else { preconditionFailure("libzstd has no memory.") }
    self.context = context
  }

  deinit { ZSTD_freeDCtx(context) }

  func step(
    _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) -> Decompressor.Step {
    precondition(!output.isEmpty, "The output buffer must not be empty.")
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(context, &target, &source)
    let outcome: Decompressor.Outcome =
      if ZSTD_isError(result) != 0 {
        .failed(String(cString: ZSTD_getErrorName(result)))
      } else {
        result == 0 ? .ended : .inProgress
      }
    return Decompressor.Step(read: source.pos, written: target.pos, outcome: outcome)
  }
}
