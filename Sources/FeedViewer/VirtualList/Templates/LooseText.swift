import LayoutCore

/// A text of a row that the row's height does not depend on: it is laid out only when it is about to be seen.
public nonisolated struct LooseText: Sendable {
  /// The text.
  public var text: TextElement
  /// Its tag, which no other text of the row has.
  public var tag: ElementTag
  /// Its place in the row's logical pixels. Lines are as wide as the frame.
  public var frame: Rect

  /// Creates a text.
  public init(_ text: TextElement, tag: ElementTag, frame: Rect) {
    self.text = text
    self.tag = tag
    self.frame = frame
  }
}
