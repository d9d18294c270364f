/// The text of a layout element, with all that decides its size except the width.
public struct TextElement: Sendable {
  /// The characters.
  public var string: String
  /// The style (font, weight, size), by its number in the text system that measures and draws the text.
  public var style: TextStyleID
  /// Ranges with attributes that the style does not have.
  public var attributes: [TextAttributeRun]
  /// The number of lines after which an ellipsis ends each paragraph; 0 for no limit.
  public var maximumLineCount: Int
  /// The prepared form of the same characters in the same style; nil if the text was not prepared.
  public var prepared: PreparedText?

  /// Creates a text; by default without limit of lines, attributes or prepared form.
  public init(
    _ string: String, style: TextStyleID, maximumLineCount: Int = 0, attributes: [TextAttributeRun] = [],
    prepared: PreparedText? = nil
  ) {
    self.string = string
    self.style = style
    self.maximumLineCount = maximumLineCount
    self.attributes = attributes
    self.prepared = prepared
  }
}

/// The number of a text style in the text system that prepares and draws text. LayoutCore only passes it on.
public struct TextStyleID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}
