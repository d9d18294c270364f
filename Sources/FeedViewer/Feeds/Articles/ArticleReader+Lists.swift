/// The numbers of list items.
extension ArticleReader {
  /// A list begins.
  mutating func startList(_ tag: HTMLTag, isOrdered: Bool, at index: Int) {
    open[index].numbering = isOrdered ? .decimal : nil
    open[index].hasMarkers = true
    guard tag.hasAttributes else { return }
    declareMarkers(tag, at: index)
    guard isOrdered else { return }
    let start = Self.number(tag, "start")
    if tag.has("reversed") {
      open[index].step = -1
      open[index].nextNumber = start ?? itemCount(of: tag)
    } else {
      open[index].nextNumber = start ?? 1
    }
  }

  /// Notes the markers that a list or an item declares. The style is stronger than the attribute (HTML Living Standard, section
  /// 15.3.7).
  private mutating func declareMarkers(_ tag: HTMLTag, at index: Int) {
    let type = tag.value(of: "type")
    if open[index].element != .list(isOrdered: false), let numbering = Self.numbering(type) {
      open[index].numbering = numbering
    }
    guard let style = tag.declaredSize.listStyle ?? type?.lowercased() else { return }
    open[index].hasMarkers = style != "none"
    switch style {
    case "disc", "circle", "square": open[index].numbering = nil
    case "decimal": open[index].numbering = .decimal
    case "lower-alpha", "lower-latin": open[index].numbering = .lowerLetters
    case "upper-alpha", "upper-latin": open[index].numbering = .upperLetters
    case "lower-roman": open[index].numbering = .lowerRoman
    case "upper-roman": open[index].numbering = .upperRoman
    default: break
    }
  }

  private mutating func itemCount(of tag: HTMLTag) -> Int {
    guard let sourceEnd else { return 1 }
    if reversedLists == nil { reversedLists = ReversedLists(from: tag, before: sourceEnd) }
    return reversedLists?.itemCounts[tag.end] ?? 1
  }

  /// An item begins.
  ///
  /// - Parameter isListItem: Whether it is displayed as one: others have no marker, and do not count (CSS Lists 3, sections 3
  ///   and 4.6).
  mutating func startItem(_ tag: HTMLTag, at index: Int, isListItem: Bool) {
    let list = open.lastIndex { $0.element.isList }
    open[index].numbering = list.flatMap { open[$0].numbering }
    open[index].hasMarkers = list.map { open[$0].hasMarkers } ?? true
    guard isListItem else { return }
    var number = list.map { open[$0].nextNumber } ?? 1
    if tag.hasAttributes {
      number = Self.number(tag, "value") ?? number
      declareMarkers(tag, at: index)
    }
    if let list { open[list].nextNumber = number + open[list].step }
    guard open[index].hasMarkers else { return }
    open[index].marker = open[index].numbering.map { ListMarker.number(number, $0) } ?? .bullet
  }

  /// A number of an item, in the range of browsers.
  private static func number(_ tag: HTMLTag, _ name: StaticString) -> Int? {
    tag.value(of: name).flatMap { WrittenNumber.leadingInteger($0, in: Int(Int32.min)...Int(Int32.max)) }
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
    var skipper = HTMLSkipper()
    while let tag = HTMLTag.next(from: position, before: end) {
      position = tag.end
      guard tag.kind != .other else { continue }
      // Items that are not there do not count (HTML Living Standard, section 4.4.5: owned elements are rendered).
      let isHidden = !tag.names.isEmpty && tag.isHidden(tag.inlineStyle)
      if tag.kind == .start, isHidden || HTMLElement.named(tag.name) == .hidden || HTMLSkipper.isRaw(tag.name)
      {
        position = max(tag.end, skipper.end(of: tag, before: end))
        continue
      }
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
