/// The titles of a held file's entries, while entries are sorted by them.
nonisolated struct HeldTitles: Sendable {
  private var packs: [PackedTexts] = []
  /// The index of the first title of each pack.
  private var starts: [Int] = []
  private var count = 0

  /// Adds titles after all others.
  mutating func append(_ titles: [String]) {
    guard !titles.isEmpty else { return }
    packs.append(PackedTexts(titles))
    starts.append(count)
    count += titles.count
  }

  /// Adds titles after all others.
  mutating func append(_ other: HeldTitles) {
    packs += other.packs
    starts += other.starts.map { $0 + count }
    count += other.count
  }

  /// Passes the UTF-8 of a title to `body`.
  ///
  /// - Complexity: O(log n) for n titles.
  func withBytes(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let pack = starts.partitionPoint { $0 <= index } - 1
    packs[pack].withBytes(index - starts[pack], body)
  }
}
