import FeedViewerBase

/// Assigns a unique key to every entry of a file (formats.md, section 12).
struct KeyAssigner {
  /// The number of uses of each key.
  private var uses = KeyCounter()

  /// Fetches what is known of keys into the cache, all at the same time. O(1) for each hash.
  mutating func prepare(_ hashes: some Sequence<UInt64>) { uses.prepare(hashes) }

  /// Assigns the key of an entry: its identifier, else link and title, else title, start of the body and date. The second
  /// entry with an equal key gets `#2`.
  ///
  /// - Parameter hash: The entry's `ownKeyHash`.
  /// - Complexity: O(1) on average for a key that is new.
  mutating func assignKey(to entry: inout FeedEntry, hash: UInt64) {
    // New keys, which are the most frequent case, take a single look-up.
    let place = uses.place(of: hash)
    var number = uses[place]
    guard number > 0 else {
      uses.insert(hash, at: place)
      entry.keyNumber = 1
      return
    }
    let wanted = entry.ownKey
    while true {
      number += 1
      let other = KeyAssigner.hash("\(wanted)#\(number)")
      let free = uses.place(of: other)
      guard uses[free] == 0 else { continue }
      uses[place] = number
      uses.insert(other, at: free)
      entry.keyNumber = number
      return
    }
  }

  private static func hash(_ key: String) -> UInt64 {
    var hash = Hash64()
    hash.combine(key)
    return hash.value
  }
}
