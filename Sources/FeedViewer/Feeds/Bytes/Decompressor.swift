/// A gzip decompressor, injected by the caller because this module does not link a compression library.
public struct Decompressor: Sendable {
  /// The result of one step.
  public enum Outcome: Sendable, Equatable {
    /// The step consumed its input or filled its output; call it again.
    case inProgress
    /// The gzip member (RFC 1952, section 2.2) ended.
    case ended
    /// The data is corrupt; the payload says how, as a phrase.
    case failed(String)
  }

  public struct Step: Sendable {
    /// The number of input bytes consumed.
    public var read: Int
    /// The number of output bytes written.
    public var written: Int
    public var outcome: Outcome

    public init(read: Int, written: Int, outcome: Outcome) {
      self.read = read
      self.written = written
      self.outcome = outcome
    }
  }

  /// Decompresses the next bytes of one gzip member.
  /// - Parameters:
  ///   - input: The bytes that earlier steps did not consume, and what follows them.
  ///   - isLast: Whether the file ends with `input`.
  ///   - output: Where to write; not empty.
  public typealias Unpack = (
    _ input: UnsafeRawBufferPointer, _ isLast: Bool, _ output: UnsafeMutableRawBufferPointer
  ) -> Step

  /// Starts a gzip member.
  let begin: @Sendable () -> Unpack

  public init(begin: @escaping @Sendable () -> Unpack) { self.begin = begin }
}
