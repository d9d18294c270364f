import Glibc

/// The numbers of list items.
extension ArticleReader {
  /// An ordered list begins.
  mutating func startNumbering(_ tag: HTMLTag, at index: Int) {
    guard tag.hasAttributes else { return }
    open[index].numbering = ArticleReader.numbering(tag.value(of: "type")) ?? .decimal
    let start = Self.number(tag, "start")
    if tag.has("reversed") {
      open[index].step = -1
      open[index].nextNumber = start ?? itemCount(of: tag)
    } else {
      open[index].nextNumber = start ?? 1
    }
  }

  private mutating func itemCount(of tag: HTMLTag) -> Int {
    guard let sourceEnd else { return 1 }
    if reversedLists == nil { reversedLists = ReversedLists(from: tag, before: sourceEnd) }
    return reversedLists?.itemCounts[tag.end] ?? 1
  }

  /// The marker of the item that begins.
  mutating func nextMarker(_ tag: HTMLTag) -> ListMarker {
    guard let index = open.lastIndex(where: { $0.element.isList }),
      open[index].element == .list(isOrdered: true)
    else { return .bullet }
    var number = open[index].nextNumber
    var numbering = open[index].numbering
    if tag.hasAttributes {
      number = Self.number(tag, "value") ?? number
      numbering = ArticleReader.numbering(tag.value(of: "type")) ?? numbering
    }
    open[index].nextNumber = number + open[index].step
    return .number(number, numbering)
  }

  /// A number of an item, in the range of browsers.
  private static func number(_ tag: HTMLTag, _ name: StaticString) -> Int? {
    tag.value(of: name).flatMap { WrittenNumber.integer($0, in: Int(Int32.min)...Int(Int32.max)) }
  }

  private static func numbering(_ type: String?) -> ListMarker.Numbering? {
    switch type {
    case "1": .decimal
    case "a": .lowerLetters
    case "A": .upperLetters
    case "i": .lowerRoman
    case "I": .upperRoman
    default: nil
    }
  }
}

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
