/// Where a line may end when a word alone is wider than the line (PangoWrapMode).
public enum WrapMode: Sendable, Hashable, CaseIterable {
  /// Between words only; an overlong word overflows.
  case word
  /// Between any two characters.
  case character
  /// Between words, and inside a word only where it is wider than a line.
  case wordCharacter
}

/// What text is laid out in: the settings of a PangoLayout that change its lines but not its shaping.
public struct LineConstraint: Sendable, Hashable {
  /// A million pixels. Pango adds widths in 32 bits, and beyond this its sums would overflow.
  static let greatestWidth: PangoUnits = 1 << 30

  /// The width lines are wrapped at, in Pango units, 0 or more; nil for no wrapping. Greater ones are cut to a million
  /// pixels.
  public let width: PangoUnits?
  public var wrapMode: WrapMode
  /// Lines of each paragraph after which an ellipsis ends it; 0 for no limit.
  public var maximumLineCount: Int
  /// The first line's indentation in Pango units; negative indents all lines but the first.
  public var indentation: PangoUnits
  /// Space between lines in Pango units.
  public var spacing: PangoUnits
  /// The distance of baselines as a multiple of the font's height; 0 for the lines' own heights.
  public var lineSpacing: Float

  public init(
    width: PangoUnits?, wrapMode: WrapMode = .wordCharacter, maximumLineCount: Int = 0,
    indentation: PangoUnits = 0, spacing: PangoUnits = 0, lineSpacing: Float = 0
  ) {
    self.width = width.map { min(max($0, 0), Self.greatestWidth) }
    self.wrapMode = wrapMode
    self.maximumLineCount = maximumLineCount
    self.indentation = indentation
    self.spacing = spacing
    self.lineSpacing = lineSpacing
  }

  /// The indentation of a paragraph's line, counted from 1 (pango-layout.c, `get_line_offset` of tabs).
  func indentation(ofLine line: Int) -> PangoUnits {
    (line == 1) == (indentation >= 0) ? abs(indentation) : 0
  }
}
