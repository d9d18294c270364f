/// Assigns a unique key to every entry of a file (formats.md, section 12).
struct KeyAssigner {
  /// The number of uses of each key.
  private var uses = KeyCounter()

  /// The key that an entry has unless another one has it already. Made where the entry is read, whose text is in the
  /// cache there.
  struct WantedKey: Sendable {
    fileprivate let text: String
    fileprivate let hash: UInt64

    /// O(length).
    init(_ entry: borrowing FeedEntry) {
      text = entry.ownKey
      hash = KeyAssigner.hash(text)
    }
  }

  /// The key of an entry: its identifier, else link and title, else title, start of the body and date. The second
  /// entry with an equal key gets `#2`. O(1) on average for a key that is new.
  mutating func key(for wish: WantedKey) -> String {
    let (wanted, hash) = (wish.text, wish.hash)
    // New keys, which are the most frequent case, take a single look-up.
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
}
