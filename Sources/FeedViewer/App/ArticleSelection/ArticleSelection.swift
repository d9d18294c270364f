/// A character boundary on an article page.
nonisolated struct ArticlePosition: Comparable, Sendable {
  /// The index of the text in reading order.
  var text: Int
  /// A byte offset in the text's UTF-8.
  var offset: Int

  static func < (left: ArticlePosition, right: ArticlePosition) -> Bool {
    (left.text, left.offset) < (right.text, right.offset)
  }
}

/// A selection on an article page: from where the drag started to the pointer, across any number of texts.
nonisolated struct ArticleSelection: Equatable, Sendable {
  /// The granularity of a selection: by dragging, double click and triple click.
  enum Unit { case character, word, text }

  let unit: Unit
  /// The unit at which the selection started, which stays selected.
  private let anchor: Range<ArticlePosition>
  private(set) var range: Range<ArticlePosition>

  /// Selects one unit; an empty range selects nothing yet.
  init(_ unit: Unit, _ first: Range<ArticlePosition>) {
    self.unit = unit
    anchor = first
    range = first
  }

  /// Selects everything, including texts that are added later.
  static let all = ArticleSelection(
    .character, ArticlePosition(text: 0, offset: 0)..<ArticlePosition(text: .max, offset: 0))

  var isOfAll: Bool { range == Self.all.range }

  var isEmpty: Bool { range.isEmpty }

  /// Extends the selection from its anchor to another unit.
  mutating func extend(to other: Range<ArticlePosition>) {
    range =
      min(anchor.lowerBound, other.lowerBound)..<max(anchor.upperBound, other.upperBound)
  }

  /// The selected part of a text, in bytes; nil if there is none.
  /// - Parameter length: The length of the text in bytes.
  func part(ofText text: Int, length: Int) -> Range<Int>? {
    guard text >= range.lowerBound.text, text <= range.upperBound.text else { return nil }
    let start = text == range.lowerBound.text ? range.lowerBound.offset : 0
    let end = text == range.upperBound.text ? range.upperBound.offset : length
    return start < end ? start..<end : nil
  }
}

/// A text of an article page, and how it is copied.
nonisolated struct ArticleText: Equatable, Sendable {
  /// The separator from the previous text.
  enum Separator: String { case blankLine = "\n\n", lineFeed = "\n", tab = "\t", none = "" }

  var text: String
  var separator = Separator.blankLine
  /// The marker of a list item, which is copied with the item's beginning.
  var marker: String?

  /// The selected parts of some texts, as copied to the clipboard. O(length).
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
