import Glibc

/// What decides the place of a title. Points into the memory of its `TitleKeyTexts`, which must outlive it.
struct TitleKey: @unchecked Sendable {
  /// The first eight bytes, which decide nearly all comparisons.
  let prefix: UInt64
  let bytes: UnsafePointer<UInt8>
  let count: Int32
  let index: Int32

  func hasSameTitle(as other: TitleKey) -> Bool {
    guard prefix == other.prefix, count == other.count else { return false }
    return count <= 8 || memcmp(bytes + 8, other.bytes + 8, Int(count) - 8) == 0
  }

  func precedes(_ other: TitleKey) -> Bool {
    if prefix != other.prefix { return prefix < other.prefix }
    let shared = Int(min(count, other.count))
    if shared > 8 {
      let difference = memcmp(bytes + 8, other.bytes + 8, shared - 8)
      if difference != 0 { return difference < 0 }
    }
    return count != other.count ? count < other.count : index < other.index
  }
}
