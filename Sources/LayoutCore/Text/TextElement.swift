/// The text of one leaf of a layout, with everything that decides its size but the width.
public struct TextElement: Sendable {
  /// What is shown; measured through `prepared` where that is exact.
  public var string: String
  /// The style's number in the text system that measures and draws it (font, weight, size).
  public var style: TextStyleID
  /// Where the text looks different from its style.
  public var attributes: [TextAttributeRun]
  /// Lines after which the text ends with an ellipsis; 0 means no limit.
  public var maximumLineCount: Int
  /// The text's advances and break points, or nil if it was not prepared.
  public var prepared: PreparedText?

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

/// Names a text style of the system that prepares and draws text; the core only passes it on.
public struct TextStyleID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}
