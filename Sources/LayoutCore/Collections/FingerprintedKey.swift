/// A text as a key of a cache, hashed once. A cache compares keys for every height, and hashing a long text each time
/// would take longer than everything else. Where there are very many, a number takes the place of the text.
public struct FingerprintedKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text; empty for a key of a number.
  public let text: String
  @usableFromInline let fingerprint: UInt64

  /// Fingerprints differ from run to run, so that no file can be written whose texts have equal ones.
  private static let hash = TextHash(start: .random(in: .min ... .max))

  /// Creates a key from a text.
  ///
  /// - Complexity: O(n) for the bytes of the text.
  public init(_ text: String) {
    self.text = text
    fingerprint = Self.hash.hash(text)
  }

  public init(stringLiteral text: String) { self.init(text) }

  /// Creates a key from a number that identifies an item, or an object in memory, so that nothing of it has to be read.
  ///
  /// Keys of different numbers are different, and are never equal to those of texts that are not empty.
  ///
  /// - Parameter identity: The number.
  /// - Complexity: O(1).
  public init(identity: UInt64) {
    text = ""
    // Each step can be undone, so that no two numbers have the same fingerprint.
    var mixed = (identity ^ identity >> 32) &* 0xA076_1D64_78BD_642F
    mixed ^= mixed >> 29
    fingerprint = mixed
  }

  @inlinable
  public static func == (a: FingerprintedKey, b: FingerprintedKey) -> Bool {
    a.fingerprint == b.fingerprint && a.text == b.text
  }

  /// The fingerprint, which is a hash of the text.
  @inlinable public var hashValue: Int { Int(truncatingIfNeeded: fingerprint) }

  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
