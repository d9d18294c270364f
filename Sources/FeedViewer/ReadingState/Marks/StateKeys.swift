import FeedViewerBase

/// Identifies a feed in the stored state, by what the feed publishes of itself and not by where its file is.
public struct FeedKey: Hashable, Sendable {
  let digest: KeyDigest

  init(_ digest: KeyDigest) { self.digest = digest }

  /// - Parameter identity: The text that identifies the feed, such as its published identifier.
  /// - Complexity: O(length of the text).
  public init(_ identity: String) { digest = KeyDigest(of: identity) }
}

/// Identifies an entry within its feed by what is written in the entry, whatever stands beside it.
public struct EntryKey: Hashable, Sendable {
  let digest: KeyDigest
  /// Tells entries apart that have the same key; never 0 for an entry of a file. A mark with 0 was made before there were
  /// checks.
  let check: UInt32

  init(_ digest: KeyDigest, check: UInt32) {
    self.digest = digest
    self.check = check
  }

  /// - Parameters:
  ///   - digest: The FNV-1a hash of the entry's key.
  ///   - check: The entry's check, not 0.
  public init(digest: UInt128, check: UInt32) {
    precondition(check != 0, "The check of an entry is not 0.")
    self.init(KeyDigest(digest), check: check)
  }

  /// Whether an entry has the same key; see `check`.
  public func hasSameKey(as other: EntryKey) -> Bool { digest == other.digest }

  /// What entries with the same key have in common.
  public var withoutCheck: EntryKey { EntryKey(digest, check: 0) }

  /// The key and the check as a text.
  public var storedText: String {
    [UInt64(bitPattern: digest.high), UInt64(bitPattern: digest.low), UInt64(check)].map {
      String($0, radix: 16)
    }
    .joined(separator: " ")
  }

  /// - Parameter storedText: What `storedText` gave; nil for other texts.
  public init?(storedText: String) {
    let numbers = storedText.split(separator: " ", omittingEmptySubsequences: false).map {
      UInt64($0, radix: 16)
    }
    guard numbers.count == 3, let high = numbers[0], let low = numbers[1], let check = numbers[2],
      let check = UInt32(exactly: check), check != 0
    else { return nil }
    self.init(KeyDigest(high: Int64(bitPattern: high), low: Int64(bitPattern: low)), check: check)
  }

  /// The key that a mark of an earlier version of the program has.
  ///
  /// - Parameter key: The entry's key as it was then, which counted the entries with equal keys before it.
  /// - Complexity: O(length of the text).
  public init(earlier key: String) { self.init(KeyDigest(of: key), check: 0) }
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

  /// Hash tables need no more than half of the digest.
  func hash(into hasher: inout Hasher) { hasher.combine(low) }
}

extension KeyDigest {
  init(_ value: UInt128) {
    self.init(
      high: Int64(bitPattern: UInt64(truncatingIfNeeded: value >> 64)),
      low: Int64(bitPattern: UInt64(truncatingIfNeeded: value)))
  }

  init(of text: String) {
    var hash = FNV1a()
    hash.combine(text)
    self.init(hash.value)
  }
}
