/// Decompresses files. It is injected by the caller, because this module does not link compression libraries.
public struct Decompressor: Sendable {
  /// The result of one step.
  public enum Outcome: Sendable, Equatable {
    /// The step consumed its input or filled its output; call it again.
    case inProgress
    /// The member ended: a gzip member (RFC 1952, section 2.2), a Zstandard frame, or all streams of an xz file.
    case ended
    /// The data is corrupt; the payload says how, as a phrase.
    case failed(String)
  }

  public struct Step: Sendable {
    /// The number of input bytes consumed.
    public var read: Int
    /// The number of output bytes written, even if the step failed.
    public var written: Int
    public var outcome: Outcome

    public init(read: Int, written: Int, outcome: Outcome) {
      self.read = read
      self.written = written
      self.outcome = outcome
    }
  }

  /// What decompression needs to go on from a place inside a gzip member, besides the file.
  public struct RestartPoint: Sendable {
    /// The number of unused bits of the byte before the place, from 0 to 7: the highest ones.
    public var bits: Int
    /// The text before the place to which what follows may refer, at most 32 KB (RFC 1951, section 2).
    public var window: [UInt8]

    public init(bits: Int, window: [UInt8]) {
      self.bits = bits
      self.window = window
    }
  }

  /// A member that is being decompressed. Not for use by two threads at a time.
  public protocol Member: AnyObject {
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

  /// Starts a member.
  let begin: @Sendable (CompressionFormat) -> any Member
  /// Goes on inside a gzip member, after a byte of the file. The member ends where its compressed data does, before the
  /// eight bytes of its checksum. Nil if decompression can only start at members.
  let resume: (@Sendable (RestartPoint, _ byteBefore: UInt8) -> any Member)?

  public init(
    begin: @escaping @Sendable (CompressionFormat) -> any Member,
    resume: (@Sendable (RestartPoint, _ byteBefore: UInt8) -> any Member)? = nil
  ) {
    self.begin = begin
    self.resume = resume
  }
}

/// For formats without restart points.
extension Decompressor.Member {
  public func stopAtRestartPoint() {}
  public var restartPoint: Decompressor.RestartPoint? { nil }
}
