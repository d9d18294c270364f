/// A length in Pango units, 1/1024 of a logical pixel.
public typealias PangoUnits = Int

/// The size of laid out text, in Pango units.
public struct TextExtents: Equatable, Sendable {
  /// The widest line; the width the text was given if a line was cut by an ellipsis.
  public var width: PangoUnits
  /// The sum of all lines and of the spacing between them.
  public var height: PangoUnits
  public var lineCount: Int
  /// Whether a line limit left some of the text out.
  public var isTruncated: Bool
  /// Distance of the first line's baseline from the top.
  public var firstBaseline: PangoUnits
  /// Distance of the last line's baseline from the top.
  public var lastBaseline: PangoUnits

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
  /// Bytes of the text's UTF-8, without the separator that ends a paragraph.
  public var bytes: Range<Int>
  /// The logical width in Pango units, as `pango_layout_line_get_extents` tells it.
  public var width: PangoUnits

  public init(bytes: Range<Int>, width: PangoUnits) {
    self.bytes = bytes
    self.width = width
  }
}
