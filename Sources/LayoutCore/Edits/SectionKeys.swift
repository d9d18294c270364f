/// One section of a list as keys, for comparing two states of it.
public struct SectionKeys: Sendable, Equatable {
  /// One row: who it is, and a number that changes with what it shows.
  public struct Row: Sendable, Hashable {
    public var key: String
    public var revision: UInt64

    public init(key: String, revision: UInt64) {
      self.key = key
      self.revision = revision
    }
  }

  public var key: String
  public var rows: [Row]

  public init(key: String, rows: [Row]) {
    self.key = key
    self.rows = rows
  }
}
