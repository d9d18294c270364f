/// Reads the texts of pieces of a file, each on the thread that will parse it: text that one processor has read and checked is
/// not in the cache of another one. The memory of a piece is used again for the next one.
final class PieceTexts: Sendable {
  /// Bytes that are read after a piece for the entry that begins in it; if they are not enough, more are read.
  private static let margin = 8 << 10
  private let memories = Pool<TextMemory>()

  /// Finds the entries that begin in a piece, and passes their text to `body`.
  ///
  /// - Parameters:
  ///   - range: Offsets in the text; not empty.
  ///   - marker: The bytes with which an entry begins.
  ///   - isCertain: Whether the piece starts between two entries. Otherwise its first entry is looked for.
  ///   - body: Takes the text, up to the next entry that begins after the piece, and its offset.
  /// - Returns: Nil if no entry seems to begin in the piece, none after it within its length, or if the text would have to be
  ///   decoded.
  func read<Value>(
    _ range: Range<Int>, of text: UpcomingText, marker: [UInt8], isCertain: Bool,
    _ body: (TextSlice, _ offset: Int) -> Value?
  ) -> Value? {
    let room = 2 * (range.count + Self.margin)
    let recent = memories.take()
    let memory = recent.flatMap { $0.capacity >= room ? $0 : nil } ?? TextMemory(capacity: room)
    defer { memories.put(memory) }
    var count = 0
    var wanted = range.count + Self.margin
    var first = isCertain ? 0 : nil as Int?
    var searched = range.count
    while true {
      let added = text.read(into: memory.start + count, limit: wanted - count, at: range.lowerBound + count)
      count += added
      first = first ?? MarkerSearch.place(of: marker, from: 0, before: range.count, in: memory.start, count)
      guard let first else { return nil }
      if let end = MarkerSearch.place(of: marker, from: searched, before: count, in: memory.start, count) {
        guard UTF8Check.isText(memory.start + first, count: end - first) else { return nil }
        return body(TextSlice(sharing: memory, first..<end), range.lowerBound + first)
      }
      searched = max(searched, count - marker.count + 1)
      guard count == wanted, wanted < room else { return nil }
      wanted = min(room, wanted + max(Self.margin, wanted / 4))
    }
  }
}
