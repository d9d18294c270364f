import Glibc
import Synchronization

/// Finds groups of entries in a file, on the thread that will parse them: text that one processor has read and checked is
/// not in the cache of another one. The memory of a group is used again for the next one.
final class GroupFinder: Sendable {
  /// Bytes that are read after a range for the entry that begins in it; if they are not enough, more are read.
  private static let margin = 8 << 10
  private let free = Mutex<[TextMemory]>([])

  /// Finds the entries that start in a range, and passes their text to `body`.
  ///
  /// - Parameters:
  ///   - range: Offsets in the text; not empty.
  ///   - marker: The bytes with which an entry starts.
  ///   - isCertain: Whether an entry starts with the range. Otherwise the first one is looked for.
  ///   - body: Takes the text, up to the next entry that starts after the range, and its offset.
  /// - Returns: Nil if no entry seems to start in the range, none after it within its length, or if the text would have to
  ///   be decoded.
  func find<Value>(
    _ range: Range<Int>, in text: UpcomingText, marker: [UInt8], isCertain: Bool,
    _ body: (GroupText, _ offset: Int) -> Value?
  ) -> Value? {
    let room = 2 * (range.count + Self.margin)
    let recent = free.withLock { $0.popLast() }
    let memory = recent.flatMap { $0.capacity >= room ? $0 : nil } ?? TextMemory(capacity: room)
    defer { free.withLock { $0.append(memory) } }
    var count = 0
    var wanted = range.count + Self.margin
    var first = isCertain ? 0 : nil as Int?
    var searched = range.count
    while true {
      let added = text.read(into: memory.start + count, limit: wanted - count, at: range.lowerBound + count)
      count += added
      first = first ?? place(of: marker, from: 0, to: min(range.count, count), in: memory, count)
      guard let first else { return nil }
      if let end = place(of: marker, from: searched, to: count, in: memory, count) {
        guard UTF8Check.isText(memory.start + first, count: end - first) else { return nil }
        return body(GroupText(sharing: memory, first..<end), range.lowerBound + first)
      }
      searched = max(searched, count - marker.count + 1)
      guard count == wanted, wanted < room else { return nil }
      wanted = min(room, wanted + max(Self.margin, wanted / 4))
    }
  }

  /// The first place from `offset` on and before `limit` where an entry seems to start.
  private func place(
    of marker: [UInt8], from offset: Int, to limit: Int, in memory: TextMemory, _ count: Int
  ) -> Int? {
    var offset = offset
    while offset < limit, offset + marker.count <= count,
      let found = memchr(
        memory.start + offset, Int32(marker[0]), min(limit, count - marker.count + 1) - offset)
    {
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(memory.start)
      if memcmp(found, marker, marker.count) == 0 { return offset }
      offset += 1
    }
    return nil
  }
}
