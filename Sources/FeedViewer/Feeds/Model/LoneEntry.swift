/// An entry that was read alone.
public struct LoneEntry: Sendable {
  public var entry: FeedEntry
  /// Where it can be read again; nil if it had to be repaired.
  public var place: EntryPlace?
  /// Repairs of the entry.
  public var repairs: [FoundRepair] = []
}
