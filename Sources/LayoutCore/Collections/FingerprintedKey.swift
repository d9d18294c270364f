/// A text as a key, hashed once: a cache asks for it for every height, and hashing a long text each time takes
/// longer than everything else.
public struct FingerprintedKey: Hashable, Sendable, ExpressibleByStringLiteral {
  public let text: String
  @usableFromInline let fingerprint: UInt64

  /// Fingerprints differ from run to run, so that nobody can write texts with equal ones.
  private static let hash = TextHash(start: .random(in: .min ... .max))

  /// - Complexity: O(n) for the bytes of the text.
  public init(_ text: String) {
    self.text = text
    fingerprint = Self.hash.hash(text)
  }

  public init(stringLiteral text: String) { self.init(text) }

  @inlinable
  public static func == (a: FingerprintedKey, b: FingerprintedKey) -> Bool {
    a.fingerprint == b.fingerprint && a.text == b.text
  }

  /// The fingerprint is a hash already.
  @inlinable public var hashValue: Int { Int(truncatingIfNeeded: fingerprint) }

  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

/// A fast hash of a text's bytes: eight at a time, each multiplied and folded (as in wyhash, Wang Yi 2019).
///
/// Texts come from files that anybody may have written, so tables that find keys by this hash alone start it
/// with a random number.
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
