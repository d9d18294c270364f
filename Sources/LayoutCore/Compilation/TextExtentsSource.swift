/// Gives the extents of the texts of a compiled layout: of prepared texts, of texts measured otherwise, or estimates.
///
/// Texts have the numbers that they have in `LayoutShape.texts`.
public protocol TextExtentsSource {
  /// The extents of a text.
  ///
  /// - Parameters:
  ///   - index: The text's number.
  ///   - width: Where lines are broken, in Pango units; nil for no limit.
  ///   - maximumLineCount: Lines after which the text ends with an ellipsis; 0 means no limit.
  /// - Returns: Extents whose width and height are not negative, or nil if they can't be told.
  func extents(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> TextExtents?

  /// The height of the same extents in Pango units, or nil if it can't be told. Implement it where a height costs less
  /// than all extents.
  func height(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> PangoUnits?
}

extension TextExtentsSource {
  public func height(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> PangoUnits? {
    extents(ofText: index, width: width, maximumLineCount: maximumLineCount)?.height
  }
}

/// Hands a source's extents to the solver.
struct ExtentsTexts<Source: TextExtentsSource>: SolverTexts {
  let source: Source

  @inline(__always)
  func measure(text: Int, wrapWidth: Double?, maximumLineCount: Int) -> SolvedSize<Double>? {
    let width = wrapWidth.map { PangoUnits(($0 * 1024).rounded(.down)) }
    guard
      let extents = source.extents(ofText: text, width: width, maximumLineCount: maximumLineCount)
    else { return nil }
    return SolvedSize(
      width: Double(extents.width) / 1024, height: Double(extents.height) / 1024,
      firstBaseline: Double(extents.firstBaseline) / 1024, lastBaseline: Double(extents.lastBaseline) / 1024)
  }
}

/// A text of which only the length is known, as an estimate sees it: characters of an average width on lines of one
/// height.
public struct EstimatedText: Hashable, Sendable {
  /// Characters; 0 or more.
  public var length: Int
  /// The average width of a character in Pango units; positive.
  public var characterWidth: PangoUnits
  /// Pango units; not negative.
  public var lineHeight: PangoUnits

  public init(length: Int, characterWidth: PangoUnits, lineHeight: PangoUnits) {
    precondition(length >= 0, "A text's length is not negative.")
    precondition(characterWidth > 0 && lineHeight >= 0, "The size of an average character is positive.")
    self.length = length
    self.characterWidth = characterWidth
    self.lineHeight = lineHeight
  }

  /// The estimated extents at a width in Pango units; nil for no limit.
  ///
  /// The text fills its lines, and has one at least. Baselines are at four fifths of a line.
  ///
  /// - Parameter maximumLineCount: The most lines; 0 means no limit.
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
