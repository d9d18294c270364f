import LayoutCore

/// Where things are on a sheet of paper, in points (1/72 inch) from its top left corner.
package nonisolated struct PrintGeometry: Sendable, Equatable {
  /// The size of the font of the user interface on paper; that of the text is a little larger.
  static let fontSize = 9.75
  /// One logical pixel of the article's page on paper: there the same font has 10 points at 96 dots per inch.
  static let scale = fontSize / (10 * 96 / 72)
  /// The widest column of text: about 75 characters (Bringhurst, The Elements of Typographic Style, section 2.1.2).
  private static let greatestMeasure = 400.0
  /// The least margin at the sides, and that above and below the text, where header and page number are.
  private static let sideMargin = 54.0
  private static let endMargin = 72.0
  /// Small sheets have margins of at most this share of them.
  private static let marginShare = 0.12

  /// The place of the text.
  package let column: Rect
  /// The baselines of the header and of the page number.
  let headerBaseline: Double
  let footerBaseline: Double

  /// - Parameters:
  ///   - paper: The size of the paper; positive.
  ///   - leastMargin: What the printer can't reach at any side; small sheets have narrow margins else.
  package init(paper: Size, leastMargin: Double = 0) {
    precondition(paper.width > 0 && paper.height > 0, "A sheet of paper must have a size.")
    let side = max(min(Self.sideMargin, paper.width * Self.marginShare), leastMargin)
    let end = max(min(Self.endMargin, paper.height * Self.marginShare), leastMargin)
    let width = max(min(paper.width - 2 * side, Self.greatestMeasure), 1)
    column = Rect(
      x: (paper.width - width) / 2, y: end, width: width, height: max(paper.height - 2 * end, 1))
    headerBaseline = end * 0.62
    footerBaseline = paper.height - end * 0.55
  }

  /// The height of the text in Pango units.
  var pageHeight: Int { Int(column.size.height * 1024) }
}
