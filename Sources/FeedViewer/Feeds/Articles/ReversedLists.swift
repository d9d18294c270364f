import Glibc

/// The numbers of items of lists that count down. Their first number is only known at their end.
struct ReversedLists {
  /// By the ends of the start tags of all ordered lists from the first that counts down.
  private(set) var itemCounts: [UnsafePointer<UInt8>: Int] = [:]

  /// - Parameter first: The first list that counts down.
  /// - Complexity: O(length of the rest), once for an article.
  init(from first: HTMLTag, before end: UnsafePointer<UInt8>) {
    // Open lists: their start tags and their number of items. Unordered lists have no start tag here.
    var lists: [(start: UnsafePointer<UInt8>?, count: Int)] = [(first.end, 0)]
    var position = first.end
    while position < end, let bracket = memchr(position, 0x3C, end - position) {
      position = UnsafePointer(bracket.assumingMemoryBound(to: UInt8.self))
      guard let tag = HTMLTag.read(at: position, before: end) else {
        position += 1
        continue
      }
      position = tag.end
      guard tag.kind != .other else { continue }
      switch ArticleElement.named(tag.name) {
      case .item where tag.kind == .start:
        if !lists.isEmpty { lists[lists.count - 1].count += 1 }
      case .list(let isOrdered):
        if tag.kind == .start {
          lists.append((isOrdered && tag.has("reversed") ? tag.end : nil, 0))
        } else if let list = lists.popLast(), let start = list.start {
          itemCounts[start] = list.count
        }
      default: break
      }
    }
    for list in lists { if let start = list.start { itemCounts[start] = list.count } }
  }
}
