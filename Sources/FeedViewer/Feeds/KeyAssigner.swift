/// Gives every entry of a file its key (formats.md, section 12).
struct KeyAssigner {
  /// How often each key was asked for, by its hash: the keys themselves may be gone already. Of two different keys
  /// with one hash (one chance in 10^7 in a file of a million entries) the second gets a number that it does not need.
  private var uses: [UInt64: Int32] = [:]

  /// The key of an entry: its identifier, else link and title, else title, start of the body and date; the
  /// second of two equal ones gets `#2`. O(length) on average.
  mutating func key(for entry: borrowing FeedEntry) -> String {
    let wanted = KeyAssigner.wanted(entry)
    let hash = KeyAssigner.hash(wanted)
    // One look-up for the many keys that are new.
    let earlier = uses.updateValue(1, forKey: hash)
    guard let earlier else { return wanted }
    var number = earlier + 1
    var key = "\(wanted)#\(number)"
    while uses[KeyAssigner.hash(key)] != nil {
      number += 1
      key = "\(wanted)#\(number)"
    }
    uses[hash] = number
    uses[KeyAssigner.hash(key)] = 1
    return key
  }

  private static func hash(_ key: String) -> UInt64 {
    var hash = StableHash()
    hash.combine(key)
    return hash.value
  }

  private static func wanted(_ entry: borrowing FeedEntry) -> String {
    if let identifier = entry.identifier, !identifier.isEmpty { return identifier }
    if let link = entry.link { return link + "\n" + (entry.title ?? "") }
    let date = entry.published?.iso8601UTC ?? entry.dateText ?? ""
    return (entry.title ?? "") + "\n" + (entry.body ?? "").prefix(200) + "\n" + date
  }
}
