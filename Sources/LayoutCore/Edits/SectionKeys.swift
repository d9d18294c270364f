/// The stable identities of a section and of its rows, for comparing two states of a list.
public struct SectionKeys: Sendable, Equatable {
  /// The stable identity of a row, and the revision of its content.
  public struct Row: Sendable, Hashable {
    /// The identity: the same for as long as the item exists, and unique in the list.
    public var key: FingerprintedKey
    /// A number that changes whenever the content changes: a row with another revision is measured again.
    public var revision: UInt64

    /// Creates the identity of a row.
    public init(key: FingerprintedKey, revision: UInt64) {
      self.key = key
      self.revision = revision
    }

    /// Creates the identity of a row whose key was not hashed yet.
    ///
    /// - Complexity: O(n) for the bytes of the key.
    public init(key: String, revision: UInt64) { self.init(key: FingerprintedKey(key), revision: revision) }
  }

  /// The identity of the section; unique in the list.
  public var key: String
  /// The rows that have keys, in order.
  public var rows: [Row]
  /// The rows between them of which nothing but their number is known.
  public var unknown: UnknownRows

  /// Creates the identities of a section and its rows.
  public init(key: String, rows: [Row], unknown: UnknownRows = UnknownRows()) {
    self.key = key
    self.rows = rows
    self.unknown = unknown
  }

  /// The number of all rows.
  public var count: Int { rows.count + unknown.count }
}
