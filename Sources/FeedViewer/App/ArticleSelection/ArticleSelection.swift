/// A place between two characters of an article's page.
nonisolated struct ArticlePosition: Comparable, Sendable {
  /// The number of the text, in reading order.
  var text: Int
  /// Bytes of the text's UTF-8 before it.
  var offset: Int

  static func < (left: ArticlePosition, right: ArticlePosition) -> Bool {
    (left.text, left.offset) < (right.text, right.offset)
  }
}

/// What is selected of an article's page: from where the pointer went down to where it is, over any number of texts.
nonisolated struct ArticleSelection: Equatable, Sendable {
  /// What is selected as a whole: by a drag, a double click and a triple click.
  enum Unit { case character, word, text }

  let unit: Unit
  /// The unit at which the selection began, which stays selected.
  private let anchor: Range<ArticlePosition>
  private(set) var range: Range<ArticlePosition>

  /// Selects one unit; empty for a place between characters.
  init(_ unit: Unit, _ first: Range<ArticlePosition>) {
    self.unit = unit
    anchor = first
    range = first
  }

  /// Everything, shown or not: more texts may be added behind those that are there.
  static let all = ArticleSelection(
    .character, ArticlePosition(text: 0, offset: 0)..<ArticlePosition(text: .max, offset: 0))

  var isOfAll: Bool { range == Self.all.range }

  var isEmpty: Bool { range.isEmpty }

  /// Selects from where it began to another unit, before or behind it.
  mutating func extend(to other: Range<ArticlePosition>) {
    range =
      min(anchor.lowerBound, other.lowerBound)..<max(anchor.upperBound, other.upperBound)
  }

  /// The part of a text that is selected, in bytes; nil if nothing of it is.
  /// - Parameter length: Of the text, in bytes.
  func part(ofText text: Int, length: Int) -> Range<Int>? {
    guard text >= range.lowerBound.text, text <= range.upperBound.text else { return nil }
    let start = text == range.lowerBound.text ? range.lowerBound.offset : 0
    let end = text == range.upperBound.text ? range.upperBound.offset : length
    return start < end ? start..<end : nil
  }
}

/// A text of an article's page, and how it is copied.
nonisolated struct ArticleText: Equatable, Sendable {
  /// What stands between the text and the one before.
  enum Separator: String { case blankLine = "\n\n", lineFeed = "\n", tab = "\t", none = "" }

  var text: String
  var separator = Separator.blankLine
  /// The mark of an item of a list, which is copied with the item's beginning.
  var marker: String?

  /// What is selected of some texts, as it is copied. O(length).
  static func copy(of texts: [ArticleText], _ selection: ArticleSelection) -> String {
    var result = ""
    for (index, text) in texts.enumerated() {
      let bytes = text.text.utf8
      guard let part = selection.part(ofText: index, length: bytes.count) else { continue }
      let start = bytes.index(bytes.startIndex, offsetBy: part.lowerBound)
      let end = bytes.index(start, offsetBy: part.count)
      if !result.isEmpty { result += text.separator.rawValue }
      if let marker = text.marker, part.lowerBound == 0 { result += "\(marker) " }
      result += text.text[start..<end]
    }
    return result
  }
}
