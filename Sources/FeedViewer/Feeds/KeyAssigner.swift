/// Gives every entry of a file its key (formats.md, section 12).
struct KeyAssigner {
  /// How often each key was asked for.
  private var uses: [String: Int] = [:]

  /// The key of an entry: its identifier, else link and title, else title, start of the body and date; the
  /// second of two equal ones gets `#2`. O(1) on average.
  mutating func key(for entry: FeedEntry) -> String {
    let wanted = KeyAssigner.wanted(entry)
    // One look-up for the many keys that are new.
    let earlier = uses.updateValue(1, forKey: wanted)
    guard let earlier else { return wanted }
    var number = earlier + 1
    var key = "\(wanted)#\(number)"
    while uses[key] != nil {
      number += 1
      key = "\(wanted)#\(number)"
    }
    uses[wanted] = number
    uses[key] = 1
    return key
  }

  private static func wanted(_ entry: FeedEntry) -> String {
    if let identifier = entry.identifier, !identifier.isEmpty { return identifier }
    if let link = entry.link { return link + "\n" + (entry.title ?? "") }
    let date = entry.published?.iso8601UTC ?? entry.dateText ?? ""
    return (entry.title ?? "") + "\n" + (entry.body ?? "").prefix(200) + "\n" + date
  }
}
