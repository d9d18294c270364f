/// Unpacks gzip, on behalf of this module, which knows no library that does it.
public struct Decompressor: Sendable {
  /// What one step came to.
  public enum Outcome: Sendable, Equatable {
    /// There may be more to come, out of the same input or out of more of it.
    case goesOn
    /// The member (RFC 1952, section 2.2) is unpacked to its end.
    case ended
    /// What is wrong with the data, as a phrase.
    case failed(String)
  }

  public struct Step: Sendable {
    /// Bytes of the input that are done with.
    public var read: Int
    /// Bytes that were written to the output.
    public var written: Int
    public var outcome: Outcome

    public init(read: Int, written: Int, outcome: Outcome) {
      self.read = read
      self.written = written
      self.outcome = outcome
    }
  }

  /// Unpacks the next bytes of one member.
  /// - Parameters:
  ///   - input: What was not read by the steps before, and what follows it.
  ///   - isLast: Whether nothing follows the input.
  ///   - output: Where to write; not empty.
  public typealias Unpack = (
    _ input: UnsafeRawBufferPointer, _ isLast: Bool, _ output: UnsafeMutableRawBufferPointer
  ) -> Step

  /// Begins a member.
  let begin: @Sendable () -> Unpack

  public init(begin: @escaping @Sendable () -> Unpack) { self.begin = begin }
}
