/// What decompresses a file.
enum Decompressor {
  /// The result of one step.
  enum Outcome: Equatable {
    /// The step consumed its input or filled its output; call it again.
    case inProgress
    /// The member ended: a gzip member (RFC 1952, section 2.2), a Zstandard frame, or all streams of an xz file.
    case ended
    /// The data is corrupt; the payload says how, as a phrase.
    case failed(String)
  }

  struct Step {
    /// The number of input bytes consumed.
    var read: Int
    /// The number of output bytes written, even if the step failed.
    var written: Int
    var outcome: Outcome
  }

  /// What decompression needs to go on from a place inside a gzip member, besides the file.
  struct RestartPoint {
    /// The number of unused bits of the byte before the place, from 0 to 7: the highest ones.
    var bits: Int
    /// The text before the place to which what follows may refer, at most 32 KB (RFC 1951, section 2).
    var window: [UInt8]
  }

  /// A member that is being decompressed. Not for use by two threads at a time.
  protocol Member: AnyObject {
    /// Decompresses the next bytes.
    ///
    /// - Parameters:
    ///   - input: The bytes that earlier steps did not consume, and what follows them.
    ///   - isLast: Whether the file ends with `input`.
    ///   - output: Where to write; not empty.
    func step(
      _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> Step

    /// Lets the next steps end at the first place from which decompression can go on later.
    func stopAtRestartPoint()

    /// The place after the last step; nil if decompression can't go on from there.
    var restartPoint: RestartPoint? { get }
  }
}

/// For formats without restart points.
extension Decompressor.Member {
  func stopAtRestartPoint() {}
  var restartPoint: Decompressor.RestartPoint? { nil }
}
