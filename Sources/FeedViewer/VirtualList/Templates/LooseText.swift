import LayoutCore

/// The place of a text of a row that the row's height does not depend on: it is made and laid out only when it is about to
/// be seen.
public nonisolated struct LooseText: Sendable {
  /// A part of a line that is laid out by itself.
  public struct Part: Sendable {
    /// The part in bytes of the text's UTF-8.
    public var bytes: Range<Int>
    /// The left edge from that of the text, in logical pixels.
    public var x: Double
    /// In logical pixels.
    public var width: Double
    /// The text of the part.
    public var text: @Sendable () -> TextElement

    /// Creates a part.
    public init(bytes: Range<Int>, x: Double, width: Double, text: @escaping @Sendable () -> TextElement) {
      self.bytes = bytes
      self.x = x
      self.width = width
      self.text = text
    }
  }

  /// The tag of the text, which no other text of the row has.
  public var tag: ElementTag
  /// Its place in the row's logical pixels. Lines are as wide as the frame.
  public var frame: Rect
  /// The parts of a text that is one line, in its order; without parts it is laid out as a whole.
  public var parts: [Part]

  /// Creates a place.
  public init(tag: ElementTag, frame: Rect, parts: [Part] = []) {
    self.tag = tag
    self.frame = frame
    self.parts = parts
  }
}
