/// A text as a key of a cache, hashed once. A cache compares keys for every height, and hashing a long text each time
/// would take longer than everything else.
public struct FingerprintedKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text.
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

  /// Creates a key from a number that identifies an object in memory, so that nothing of the object has to be read.
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

/// A fast hash of a text's bytes: it multiplies and folds eight bytes at a time (as wyhash does, Wang Yi 2019).
///
/// Texts come from untrusted files, so tables that find keys by this hash alone start it with a random number.
struct TextHash {
  var start: UInt64 = 0x9E37_79B9_7F4A_7C15

  func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
  }

  private func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = start ^ UInt64(bytes.count)
    var place = 0
    while place + 8 <= bytes.count {
      hash = Self.fold(hash ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place += 1
    }
    return Self.fold(hash ^ rest)
  }

  private static func fold(_ number: UInt64) -> UInt64 {
    let product = number.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
