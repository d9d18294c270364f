/// Where a line may end when a word alone is wider than the line (`PangoWrapMode`).
public enum WrapMode: Sendable, Hashable, CaseIterable {
  /// Between words only; an overlong word overflows.
  case word
  /// Between any two characters.
  case character
  /// Between words, and inside a word only where it is wider than a line.
  case wordCharacter
}

/// The settings of a text layout that decide its lines, but not the shapes of its characters; those of a PangoLayout.
public struct LineConstraint: Sendable, Hashable {
  /// About a million pixels. Pango adds widths in 32 bits, and larger sums would overflow.
  static let greatestWidth: PangoUnits = 1 << 30

  /// The width at which lines are wrapped, in Pango units; nil for no wrapping. From 0 to 2^30 (a million pixels):
  /// other widths are clamped to these limits.
  public let width: PangoUnits?
  /// Where a line may end when a word alone is wider than the line.
  public var wrapMode: WrapMode
  /// The number of lines after which an ellipsis ends a paragraph; 0 for no limit.
  public var maximumLineCount: Int
  /// The indentation of a paragraph's first line in Pango units; if negative, of all lines but the first.
  public var indentation: PangoUnits
  /// The space between lines in Pango units.
  public var spacing: PangoUnits
  /// The distance between baselines as a multiple of the font's height; 0 for lines as high as their characters.
  public var lineSpacing: Float

  /// Creates a constraint; the defaults are those of a wrapping GtkLabel without limit of lines.
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
