/// A colour behind part of a row's text: a selection, a match of a search.
public nonisolated struct TextHighlight: Hashable, Sendable {
  /// Which of the row's texts, in the order of their tags.
  public var text: Int
  /// The part of the text's UTF-8, in bytes, at character boundaries.
  public var bytes: Range<Int>
  /// The colour, which should be translucent.
  public var color: FilledBox.Color

  /// Creates a highlight.
  public init(text: Int = 0, bytes: Range<Int>, color: FilledBox.Color) {
    self.text = text
    self.bytes = bytes
    self.color = color
  }
}
