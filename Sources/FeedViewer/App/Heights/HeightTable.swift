/// The heights of a feed's rows under some conditions, by the revisions of their contents: what a file in the cache folder
/// holds.
///
/// A hash table with linear probing, whose slots hold half of the revision and the height, so that it is read as it is. Two
/// revisions are taken for each other once in 10⁹ look-ups; a height that is drawn is compared with its row.
nonisolated struct HeightTable: Sendable, Equatable {
  /// The most neighbouring slots that are in use: tens of them in a table of a million heights. In a table with much longer
  /// chains, each look-up takes as long as the chain.
  private static let chainLimit = 1_000

  /// Zero marks a free slot. Their number is a power of two.
  private var slots: [UInt64]
  private(set) var count = 0

  /// A table of heights in device pixels. Very high rows are not remembered.
  init(_ heights: [(revision: UInt64, height: Int)]) {
    var capacity = 16
    while capacity < 2 * heights.count { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
    for (revision, height) in heights {
      guard height > 0, let height = UInt16(exactly: height) else { continue }
      let place = place(of: revision)
      if slots[place] == 0 { count += 1 }
      slots[place] = Self.check(revision) << 32 | UInt64(height)
    }
  }

  /// The height of the row with a content; nil if it is not known. O(1).
  func height(of revision: UInt64) -> Int? {
    let slot = slots[place(of: revision)]
    return slot == 0 ? nil : Int(slot & 0xFFFF_FFFF)
  }

  private static func check(_ revision: UInt64) -> UInt64 { revision >> 32 }

  /// The slot of a revision, or the free one where it would be.
  private func place(of revision: UInt64) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: revision & 0xFFFF_FFFF) & mask
    while slots[place] != 0, slots[place] >> 32 != Self.check(revision) { place = (place + 1) & mask }
    return place
  }

  // MARK: Files

  /// Reads a file; nil if it is not there, damaged, or made under other conditions, or if it can't be one of these: whoever
  /// writes to the folder can write a check sum too.
  ///
  /// - Parameter conditions: A hash of the conditions.
  init?(contentsOf path: String, conditions: UInt64) {
    guard let file = HeightFile(contentsOf: path, conditions: conditions),
      file.words.count.nonzeroBitCount == 1
    else { return nil }
    slots = file.words
    for slot in slots where slot != 0 {
      guard (1...UInt64(UInt16.max)).contains(slot & 0xFFFF_FFFF) else { return nil }
      count += 1
    }
    // A full table has no end of a chain.
    guard UInt64(count) == file.count, count < slots.count, hasShortChains else { return nil }
  }

  private var hasShortChains: Bool {
    // The first chain may begin at the end of the table.
    var chain = slots.reversed().prefix { $0 != 0 }.count
    for slot in slots {
      chain = slot == 0 ? 0 : chain + 1
      if chain > Self.chainLimit { return false }
    }
    return true
  }

  /// What a file holds.
  var file: HeightFile { HeightFile(count: UInt64(count), words: slots) }
}
