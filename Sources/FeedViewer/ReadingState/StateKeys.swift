/// Identifies a feed in the stored state, by what the feed publishes of itself and not by where its file is.
public struct FeedKey: Hashable, Sendable {
  let digest: KeyDigest

  init(_ digest: KeyDigest) { self.digest = digest }

  /// - Parameter identity: The text that identifies the feed, such as its published identifier.
  /// - Complexity: O(length of the text).
  public init(_ identity: String) { digest = KeyDigest(of: identity) }
}

/// Identifies an entry within its feed.
public struct EntryKey: Hashable, Sendable {
  let digest: KeyDigest

  init(_ digest: KeyDigest) { self.digest = digest }

  /// - Parameter key: The entry's key, which is unique within its feed.
  /// - Complexity: O(length of the text).
  public init(_ key: String) { digest = KeyDigest(of: key) }
}

/// A 128-bit hash of a text, equal in every run of the program: FNV-1a (Fowler, Noll and Vo).
///
/// Keys are addresses or longer; as hashes, all take 16 bytes in memory and at most 18 in the database. Among a million
/// entries of one feed, the probability that any two have the same hash is below 10⁻²⁶. A feed that constructs entries
/// with equal hashes only makes these share a mark.
struct KeyDigest: Hashable, Sendable {
  /// Both halves as the integers that SQLite stores.
  let high: Int64
  let low: Int64

  init(high: Int64, low: Int64) {
    self.high = high
    self.low = low
  }

  /// Hash tables need no more than half of the digest.
  func hash(into hasher: inout Hasher) { hasher.combine(low) }

  init(of text: String) {
    var hash = Self.offsetBasis
    var text = text
    text.withUTF8 { for byte in $0 { hash = (hash ^ UInt128(byte)) &* Self.prime } }
    high = Int64(bitPattern: UInt64(truncatingIfNeeded: hash >> 64))
    low = Int64(bitPattern: UInt64(truncatingIfNeeded: hash))
  }

  private static let offsetBasis: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  /// 2⁸⁸ + 2⁸ + 0x3b.
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b
}
