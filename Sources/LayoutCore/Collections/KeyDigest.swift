/// A text as 16 bytes, for keys of millions of items: two hashes that begin with random numbers.
///
/// Of ten million texts, two have the same digest with a probability below one in ten million million million million; and
/// digests differ from run to run, so that no file can be written whose texts have equal ones.
public struct KeyDigest: Hashable, Sendable {
  @usableFromInline let first: UInt64
  /// Not 0.
  @usableFromInline let second: UInt64

  private static let hashes = (
    TextHash(start: .random(in: .min ... .max)), TextHash(start: .random(in: .min ... .max))
  )

  /// Creates the digest of a text.
  ///
  /// - Complexity: O(n) for the bytes of the text.
  public init(_ text: String) {
    first = Self.hashes.0.hash(text)
    second = Self.hashes.1.hash(text) | 1
  }

  /// The first hash.
  @inlinable public var hashValue: Int { Int(truncatingIfNeeded: first) }

  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(first) }
}
