/// A source of the extents of a compiled layout's texts: of prepared texts, of texts measured otherwise, or of
/// estimates.
///
/// Texts are identified by their index in ``LayoutShape/texts``.
public protocol TextExtentsSource {
  /// The extents of a text.
  ///
  /// - Parameters:
  ///   - index: The index of the text.
  ///   - width: The width at which lines are broken, in Pango units; nil for no wrapping.
  ///   - maximumLineCount: The number of lines after which an ellipsis ends a paragraph; 0 for no limit.
  /// - Returns: Extents whose width and height are not negative; nil if they are indeterminate.
  func extents(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> TextExtents?

  /// The height of the same extents in Pango units; nil if it is indeterminate. The default takes it from
  /// `extents(ofText:width:maximumLineCount:)`: implement it if a height costs less than all extents.
  func height(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> PangoUnits?
}

extension TextExtentsSource {
  public func height(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> PangoUnits? {
    extents(ofText: index, width: width, maximumLineCount: maximumLineCount)?.height
  }
}

/// Gives the extents of a source to the solver.
struct ExtentsTexts<Source: TextExtentsSource>: SolverTexts {
  let source: Source

  @inline(__always)
  func measure(text: Int, wrapWidth: Double?, maximumLineCount: Int) -> SolvedSize<Double>? {
    let width = wrapWidth.map { PangoUnits(($0 * 1024).rounded(.down)) }
    return source.extents(ofText: text, width: width, maximumLineCount: maximumLineCount)
      .map { SolvedSize($0) }
  }
}

extension SolvedSize<Double> {
  /// The natural size of a text.
  @inline(__always)
  init(_ extents: TextExtents) {
    self.init(
      width: Double(extents.width) / 1024, height: Double(extents.height) / 1024,
      firstBaseline: Double(extents.firstBaseline) / 1024, lastBaseline: Double(extents.lastBaseline) / 1024)
  }
}

/// A text of which only the length is known, for estimates: characters of an average width on lines of one height.
public struct EstimatedText: Hashable, Sendable {
  /// The number of characters; not negative.
  public var length: Int
  /// The average width of a character in Pango units; positive.
  public var characterWidth: PangoUnits
  /// The height of a line in Pango units; not negative.
  public var lineHeight: PangoUnits

  /// Creates a text.
  ///
  /// - Precondition: The length and the line height are not negative, and the width of a character is positive.
  public init(length: Int, characterWidth: PangoUnits, lineHeight: PangoUnits) {
    precondition(length >= 0, "A text's length is not negative.")
    precondition(
      characterWidth > 0 && lineHeight >= 0,
      "An average character is wider than 0, and a line is not lower than 0.")
    self.length = length
    self.characterWidth = characterWidth
    self.lineHeight = lineHeight
  }

  /// The estimated extents at a width in Pango units; nil for no limit.
  ///
  /// The text fills its lines completely and has at least one line. Baselines are at four fifths of a line's height.
  ///
  /// - Parameters:
  ///   - width: The width at which lines are broken, in Pango units; nil for no wrapping.
  ///   - maximumLineCount: The maximum number of lines; 0 for no limit.
  public func extents(width: PangoUnits?, maximumLineCount: Int) -> TextExtents {
    let natural = length * characterWidth
    var lines = 1
    if let width, width < natural {
      let room = max(width, characterWidth)
      lines = (natural + room - 1) / room
    }
    let isTruncated = maximumLineCount > 0 && lines > maximumLineCount
    if isTruncated { lines = maximumLineCount }
    let baseline = lineHeight * 4 / 5
    return TextExtents(
      width: lines == 1 && !isTruncated ? natural : width ?? natural, height: lines * lineHeight,
      lineCount: lines, isTruncated: isTruncated, firstBaseline: baseline,
      lastBaseline: (lines - 1) * lineHeight + baseline)
  }
}
