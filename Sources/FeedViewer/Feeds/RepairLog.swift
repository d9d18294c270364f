import Glibc

/// Collects repairs with their place in the file.
struct RepairLog {
  private(set) var warnings: [FeedWarning] = []
  private(set) var count = 0
  private var cursor = (offset: 0, line: 1, lineStart: 0)

  mutating func note(_ found: String, _ repair: String, at offset: Int, in input: UnsafeBufferPointer<UInt8>) {
    count += 1
    guard warnings.count < FeedWarning.limit else { return }
    let place = self.place(of: offset, in: input)
    warnings.append(FeedWarning(line: place.line, column: place.column, found: found, repair: repair))
  }

  /// Line and column of an offset, both 1-based. O(distance from the last place asked for) when going forward.
  mutating func place(of offset: Int, in input: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
    let offset = min(offset, input.count)
    if offset < cursor.offset { cursor = (0, 1, 0) }
    for index in cursor.offset..<offset where input[index] == 0x0A {
      cursor.line += 1
      cursor.lineStart = index + 1
    }
    cursor.offset = offset
    var column = 1
    for index in cursor.lineStart..<offset where input[index] & 0xC0 != 0x80 { column += 1 }
    return (cursor.line, column)
  }
}
