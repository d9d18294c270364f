import Glibc

/// Collects repairs with their place in the file.
struct RepairLog {
  private(set) var warnings: [FeedWarning] = []
  private(set) var count = 0
  private var cursor = (offset: 0, line: 1, column: 1)

  mutating func note(_ found: String, _ repair: String, at offset: Int, in input: UnsafeBufferPointer<UInt8>)
  {
    count += 1
    guard warnings.count < FeedWarning.limit else { return }
    let place = self.place(of: offset, in: input)
    warnings.append(FeedWarning(line: place.line, column: place.column, found: found, repair: repair))
  }

  /// Line and column of an offset, both 1-based. O(distance from the last place asked for), plus the length
  /// of a line when going back over its start.
  mutating func place(of offset: Int, in input: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
    let offset = min(offset, input.count)
    while cursor.offset < offset {
      if input[cursor.offset] == 0x0A {
        cursor.line += 1
        cursor.column = 1
      } else if input[cursor.offset] & 0xC0 != 0x80 {
        cursor.column += 1
      }
      cursor.offset += 1
    }
    while cursor.offset > offset {
      cursor.offset -= 1
      if input[cursor.offset] == 0x0A {
        cursor.line -= 1
        cursor.column = RepairLog.column(of: cursor.offset, in: input)
      } else if input[cursor.offset] & 0xC0 != 0x80 {
        cursor.column -= 1
      }
    }
    return (cursor.line, cursor.column)
  }

  private static func column(of offset: Int, in input: UnsafeBufferPointer<UInt8>) -> Int {
    var column = 1
    var index = offset - 1
    while index >= 0, input[index] != 0x0A {
      if input[index] & 0xC0 != 0x80 { column += 1 }
      index -= 1
    }
    return column
  }
}
