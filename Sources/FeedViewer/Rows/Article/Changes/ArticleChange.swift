import FeedViewerFeeds
import LayoutCore
import VirtualList

/// What has become of an article that was read again: its document now, and where the places of the one before are in it.
///
/// Blocks are found again by what they show. One that shows something else is taken for the block that is in its place.
package nonisolated struct ArticleChange: Sendable {
  /// A block with its rows, or a row that is no part of the text.
  private struct Part {
    var rows: Range<Int>
    var block: Int?
    var content: Content
  }

  private enum Content: Hashable {
    case text(String)
    case image(ArticleImage)
    case embed(ArticleEmbed)
    case rule
    /// A row that is no part of the text.
    case row(ArticleRow.Kind, String)
  }

  /// The article as it is now.
  package let document: ArticleDocument
  private let before: ArticleDocument
  private let oldParts: [Part]
  private let newParts: [Part]
  /// Of each part before, the one that shows the same now, or that is in its place.
  private let places: [Int]

  /// Compares two states of an article.
  ///
  /// - Returns: Nil if both have the same text.
  /// - Complexity: O(length of the texts).
  package init?(from before: ArticleDocument, to document: ArticleDocument) {
    guard document.count > 0, !document.hasSameText(as: before) else { return nil }
    let (old, new) = (Self.parts(of: before), Self.parts(of: document))
    let places = Self.places(of: old.map(\.content), in: new.map(\.content))
    var document = document
    document.keepState(of: before) { block in
      guard let row = before.row(ofBlock: block) else { return nil }
      let part = Self.part(ofRow: row, in: old)
      let found = new[places[part]]
      return found.content == old[part].content ? found.block : nil
    }
    self.before = before
    self.document = document
    self.places = places
    oldParts = old
    newParts = new
  }

  /// Where a place is now whose text is still there; nil if it has gone or is another one.
  ///
  /// - Parameter place: A place before the lines of long texts were known, as in the result.
  func samePlace(_ place: ListTextPosition) -> ListTextPosition? {
    let found = self.place(place)
    return found.isSame ? found.place : nil
  }

  /// Where the line of a reading place is now, or the one in its place.
  @MainActor func place(_ place: ReadingPlace) -> ReadingPlace {
    guard let row = place.row, row.row < before.count else { return place }
    let (found, isSame) = self.place(ListTextPosition(row: row, offset: place.character?.byte ?? 0))
    guard !isSame else {
      return place.moved(to: found.row, text: place.character?.text ?? 0, byte: found.offset)
    }
    let new = document.row(at: found.row.row)
    guard place.character != nil, !new.text.isEmpty else { return place.moved(toTopOf: found.row) }
    // The marker of an item is its first text.
    return place.moved(to: found.row, text: new.marker == nil ? 0 : 1, byte: found.offset)
  }

  private func place(_ place: ListTextPosition) -> (place: ListTextPosition, isSame: Bool) {
    guard place.row.row < before.count else { return (place, false) }
    let number = Self.part(ofRow: place.row.row, in: oldParts)
    let (old, new) = (oldParts[number], newParts[places[number]])
    if old.content == new.content {
      let row = min(new.rows.lowerBound + place.row.row - old.rows.lowerBound, new.rows.upperBound - 1)
      return (
        ListTextPosition(row: RowIndexPath(section: 0, row: row), text: place.text, offset: place.offset),
        true
      )
    }
    let start = ListTextPosition(row: RowIndexPath(section: 0, row: new.rows.lowerBound), offset: 0)
    guard place.text == 0, let block = new.block, old.block != nil else { return (start, false) }
    let byte = document.text(ofBlock: block).characterStart(
      atOrBefore: before.initialStart(ofRow: place.row.row) + place.offset)
    guard let row = document.row(ofBlock: block, offset: byte) else { return (start, false) }
    return (
      ListTextPosition(
        row: RowIndexPath(section: 0, row: row), offset: max(byte - document.initialStart(ofRow: row), 0)),
      false
    )
  }

  private static func parts(of document: ArticleDocument) -> [Part] {
    var parts: [Part] = []
    for row in 0..<document.count {
      let block = document.block(at: row)
      if let block, block == parts.last?.block {
        parts[parts.count - 1].rows = parts[parts.count - 1].rows.lowerBound..<row + 1
      } else {
        parts.append(
          Part(
            rows: row..<row + 1, block: block,
            content: document.articleBlock(at: row).map(content) ?? content(document.row(at: row))))
      }
    }
    return parts
  }

  private static func content(_ block: ArticleBlock) -> Content {
    switch block.kind {
    case .image(let image): .image(image)
    case .embed(let embed): .embed(embed)
    case .rule: .rule
    default: .text(block.text)
    }
  }

  private static func content(_ row: ArticleRow) -> Content { .row(row.kind, row.text) }

  /// The part that a row belongs to.
  ///
  /// - Complexity: O(log(parts)).
  private static func part(ofRow row: Int, in parts: [Part]) -> Int {
    var low = 0
    var high = parts.count - 1
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].rows.upperBound <= row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func places(of old: [Content], in new: [Content]) -> [Int] {
    let shorter = min(old.count, new.count)
    let start = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let end =
      (0..<shorter - start).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter - start
    // Between what is the same at the beginning and at the end, each part goes to the first one like it that is left.
    var others: [Content: [Int]] = [:]
    for index in (start..<new.count - end).reversed() { others[new[index], default: []].append(index) }
    var places: [Int?] = old.indices.map { index in
      if index < start { return index }
      if index >= old.count - end { return index - old.count + new.count }
      return others[old[index]]?.popLast()
    }
    // Others follow the part before them, up to the place of the part after them.
    var limits: [Int] = []
    var limit = new.count - 1
    for place in places.reversed() {
      limit = place ?? limit
      limits.append(limit)
    }
    var last = -1
    for (index, limit) in limits.reversed().enumerated() {
      last = places[index] ?? min(last + 1, max(limit, 0))
      places[index] = last
    }
    return places.map { $0 ?? 0 }
  }
}
