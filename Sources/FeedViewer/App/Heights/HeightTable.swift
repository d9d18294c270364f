import Glibc

/// The heights of a feed's rows under some conditions, by the revisions of their contents: what a file in the cache folder
/// holds.
///
/// A hash table with linear probing, whose slots hold half of the revision and the height, so that it is read as it is. Two
/// revisions are taken for each other once in 10⁹ look-ups; a height that is drawn is compared with its row.
nonisolated struct HeightTable: Sendable, Equatable {
  /// "FVHEIGH1", the conditions, the number of heights, and a check sum of the slots.
  private static let headerCount = 4
  private static let mark: UInt64 = 0x3148_4749_4548_5646
  /// The largest file that is read, in words.
  private static let wordLimit = 1 << 24

  /// Zero marks a free slot. Their number is a power of two.
  private var slots: [UInt64]
  private(set) var count = 0

  /// A table of heights in device pixels.
  init(_ heights: [(revision: UInt64, height: Int)]) {
    var capacity = 16
    while capacity < 2 * heights.count { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
    for (revision, height) in heights {
      guard height > 0, let height = UInt32(exactly: height) else { continue }
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

  /// Reads a file; nil if it is not there, damaged, or made under other conditions.
  ///
  /// - Parameter conditions: A hash of the conditions.
  init?(contentsOf path: String, conditions: UInt64) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let count = Int(status.st_size) / 8
    guard status.st_size % 8 == 0, count > Self.headerCount, count <= Self.wordLimit,
      (count - Self.headerCount).nonzeroBitCount == 1
    else { return nil }
    var header = [UInt64](repeating: 0, count: Self.headerCount)
    guard Self.fill(&header, from: file), header[0] == Self.mark, header[1] == conditions else { return nil }
    slots = Array(repeating: 0, count: count - Self.headerCount)
    guard Self.fill(&slots, from: file), Self.sum(slots) == header[3] else { return nil }
    let used = slots.count { $0 != 0 }
    // A full table has no end of a chain.
    guard UInt64(used) == header[2], used < slots.count else { return nil }
    self.count = used
  }

  /// Writes a file under another name first, so that it is never seen half written.
  ///
  /// - Returns: Whether it was written.
  func write(to path: String, conditions: UInt64) -> Bool {
    let temporary = path + ".new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let header = [Self.mark, conditions, UInt64(count), Self.sum(slots)]
    let isWritten = Self.write(header, to: file) && Self.write(slots, to: file)
    guard close(file) == 0, isWritten, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }

  private static func fill(_ words: inout [UInt64], from file: Int32) -> Bool {
    words.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = read(file, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  private static func write(_ words: [UInt64], to file: Int32) -> Bool {
    words.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(file, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// Depends on the place of each word.
  private static func sum(_ words: [UInt64]) -> UInt64 {
    words.reduce(UInt64(words.count)) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ ($0 >> 29) }
  }
}
