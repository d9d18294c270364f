/// A length in Pango units, 1/1024 of a logical pixel.
public typealias PangoUnits = Int

/// The size and the baselines of laid out text, in Pango units.
public struct TextExtents: Equatable, Sendable {
  /// The width of the widest line; the width of the constraint if an ellipsis cuts a line.
  public var width: PangoUnits
  /// The sum of the heights of all lines and of the spacing between them.
  public var height: PangoUnits
  /// The number of lines of all paragraphs; at least 1.
  public var lineCount: Int
  /// Whether an ellipsis replaces a part of the text.
  public var isTruncated: Bool
  /// The distance of the first line's baseline from the top.
  public var firstBaseline: PangoUnits
  /// The distance of the last line's baseline from the top.
  public var lastBaseline: PangoUnits

  /// Creates extents from their parts, in Pango units.
  public init(
    width: PangoUnits, height: PangoUnits, lineCount: Int, isTruncated: Bool = false,
    firstBaseline: PangoUnits, lastBaseline: PangoUnits
  ) {
    self.width = width
    self.height = height
    self.lineCount = lineCount
    self.isTruncated = isTruncated
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}

/// One line of laid out text.
public struct TextLine: Equatable, Sendable {
  /// The line's range in the text's UTF-8, in bytes, without a separator that ends the paragraph.
  public var bytes: Range<Int>
  /// The logical width in Pango units, as in `pango_layout_line_get_extents`.
  public var width: PangoUnits

  /// Creates a line from its parts.
  public init(bytes: Range<Int>, width: PangoUnits) {
    self.bytes = bytes
    self.width = width
  }
}
