/// Gives every entry of a file its key (formats.md, section 12).
struct KeyAssigner {
  /// How often each key was asked for.
  private var uses = KeyUses()

  /// The key of an entry: its identifier, else link and title, else title, start of the body and date; the
  /// second of two equal ones gets `#2`. O(length) on average.
  mutating func key(for entry: borrowing FeedEntry) -> String {
    let wanted = KeyAssigner.wanted(entry)
    let hash = KeyAssigner.hash(wanted)
    // One look-up for the many keys that are new.
    let place = uses.place(of: hash)
    var number = uses[place]
    guard number > 0 else {
      uses.insert(hash, at: place)
      return wanted
    }
    while true {
      number += 1
      let key = "\(wanted)#\(number)"
      let other = KeyAssigner.hash(key)
      let free = uses.place(of: other)
      guard uses[free] == 0 else { continue }
      uses[place] = number
      uses.insert(other, at: free)
      return key
    }
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
