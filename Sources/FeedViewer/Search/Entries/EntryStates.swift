/// What a reader did with the entries of one file. Entries beyond the capacity of a set are not in it: neither read nor
/// starred.
public struct EntryStates: Sendable, Hashable {
  public var read: EntrySet
  public var starred: EntrySet

  public init(read: EntrySet = EntrySet(), starred: EntrySet = EntrySet()) {
    self.read = read
    self.starred = starred
  }
}
