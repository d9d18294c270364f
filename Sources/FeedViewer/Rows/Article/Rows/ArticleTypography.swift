import LayoutCore
import PangoText

/// The sizes of an article's texts and margins at one zoom.
package nonisolated struct ArticleTypography: Sendable, Hashable {
  /// The size of the text as a multiple of its usual size.
  package let zoom: Double
  /// The size of the user's font as a multiple of the usual one.
  let fontScale: Double
  /// The widest column of text, in logical pixels.
  package let measure: Double
  /// The width of an average character of the text, in logical pixels.
  let characterWidth: Double
  /// Whether the user interface runs from right to left.
  package let isInterfaceRightToLeft: Bool
  /// Whether lines of code are wrapped, and do not scroll sideways.
  let wrapsCode: Bool
  /// Whether the page is so narrow that its margins are smaller.
  let isNarrow: Bool

  /// The size of the text in the font of the user interface.
  static let bodyScale = 1.08
  /// The distance between the lines of text and of notes as a multiple of the font's size.
  package static let leading = 1.65
  static let noteLeading = 1.36
  /// Half of the room between the lines of text at a zoom of 1: it is above the first line and below the last one, too.
  static let halfLeading = 2.0
  /// The margin at both sides of the column, in logical pixels.
  var margin: Double { isNarrow ? 18 : 30 }
  /// The indentation of a list level at a zoom of 1: room for two digits and a dot.
  static let indentation = 32.0
  /// By what lengths for the usual font at a zoom of 1 are multiplied: signs, indentations and what is around texts grow with
  /// the texts. The distances between blocks do not.
  var lengthScale: Double { zoom * fontScale }
  /// The width of a marker's digits: most fonts have digits wider than their average letter.
  var digitWidth: Double { 1.2 * characterWidth }
  /// The distance between a marker and its text at a zoom of 1.
  static let markerGap = 8.0
  /// The width of a quotation's bar and the distance to its text, at a zoom of 1.
  static let quoteBar = 3.0
  static let quoteIndentation = 18.0
  /// Around code and placeholders at a zoom of 1.
  static let panelPadding = (horizontal: 14.0, vertical: 10.0)
  /// Between the cells of a table, and above and below their texts, at a zoom of 1.
  static let cellPadding = (horizontal: 8.0, vertical: 6.0)
  /// Between the poster of a video and its name, at a zoom of 1.
  static let posterGap = 6.0
  /// The side of a symbol beside text, in whole logical pixels: symbols grow with the text.
  var iconSide: Double { (16 * lengthScale).rounded() }

  private let styles: [ArticleRow.Kind: TextStyle]
  /// The style of a list's markers.
  let markerStyle: TextStyle

  /// - Parameters:
  ///   - zoom: The size of the text as a multiple of its usual size; positive.
  ///   - fontScale: The size of the user's font as a multiple of the usual one, 10 points at 96 dots per inch; positive.
  ///   - measure: The widest column of text, in logical pixels.
  ///   - characterWidth: The width of an average character of the text, in logical pixels.
  ///   - isInterfaceRightToLeft: Whether the user interface runs from right to left.
  ///   - wrapsCode: Whether lines of code are wrapped, and do not scroll sideways.
  ///   - isNarrow: Whether the page is so narrow that its margins are smaller.
  ///   - leading: The distance between the lines of text as a multiple of the font's size.
  package init(
    zoom: Double = 1, fontScale: Double = 1, measure: Double = 620, characterWidth: Double = 9.4,
    isInterfaceRightToLeft: Bool = false, wrapsCode: Bool = false, isNarrow: Bool = false,
    leading: Double = ArticleTypography.leading
  ) {
    precondition(zoom > 0 && fontScale > 0, "The zoom and the font of an article must be positive.")
    self.zoom = zoom
    self.fontScale = fontScale
    self.measure = measure
    self.characterWidth = characterWidth
    self.isInterfaceRightToLeft = isInterfaceRightToLeft
    self.wrapsCode = wrapsCode
    self.isNarrow = isNarrow
    var styles: [ArticleRow.Kind: TextStyle] = [:]
    for kind in ArticleTemplate.kinds { styles[kind] = Self.makeStyle(of: kind, zoom, leading) }
    self.styles = styles
    markerStyle = TextStyle(scale: Self.bodyScale * zoom, opacity: 0.65)
  }

  /// The style of the text of a kind.
  func style(of kind: ArticleRow.Kind) -> TextStyle {
    guard let style = styles[kind] else { preconditionFailure("Every kind of row has a text style.") }
    return style
  }

  /// What is above and below the lines of a row, in logical pixels.
  func spaces(of row: ArticleRow) -> (above: Double, below: Double) {
    let half = Self.halfLeading * lengthScale
    switch row.kind {
    // Their later pieces have nothing above them.
    case .title, .byline: return (row.spaceAbove > 0 ? row.spaceAbove + half : 0, row.spaceBelow)
    case .paragraph, .item, .definition:
      return (
        row.spaceAbove + (row.isContinuation ? 0 : half), row.spaceBelow + (row.isContinued ? 0 : half)
      )
    default: return (row.spaceAbove, row.spaceBelow)
    }
  }

  private static func makeStyle(of kind: ArticleRow.Kind, _ zoom: Double, _ leading: Double) -> TextStyle {
    switch kind {
    case .title: TextStyle(scale: 1.85 * zoom, weight: .extraBold)
    case .byline: TextStyle(scale: 0.92 * zoom, opacity: 0.8, leading: noteLeading)
    // Links in fainter text would have too little contrast.
    case .note, .caption, .aside: TextStyle(scale: 0.92 * zoom, opacity: 0.92, leading: noteLeading)
    case .heading(level: 1): TextStyle(scale: 1.5 * zoom, weight: .extraBold)
    case .heading(level: 2): TextStyle(scale: 1.35 * zoom, weight: .extraBold)
    case .heading(level: 3): TextStyle(scale: 1.22 * zoom, weight: .bold)
    case .heading, .term: TextStyle(scale: bodyScale * zoom, weight: .bold)
    case .tableRow(isHeader: true): TextStyle(scale: zoom, weight: .bold, leading: noteLeading)
    case .tableRow, .code, .placeholder, .action: TextStyle(scale: zoom, leading: noteLeading)
    case .summary: TextStyle(scale: bodyScale * zoom, weight: .bold)
    case .paragraph, .item, .definition, .picture, .rule:
      TextStyle(scale: bodyScale * zoom, leading: leading)
    }
  }
}

extension ElementTag {
  nonisolated static let articleText = ElementTag(rawValue: 1)
  nonisolated static let articleMarker = ElementTag(rawValue: 2)
  nonisolated static let articlePanel = ElementTag(rawValue: 3)
  nonisolated static let articlePicture = ElementTag(rawValue: 4)
  nonisolated static let articleIcon = ElementTag(rawValue: 5)
  nonisolated static let articleRule = ElementTag(rawValue: 6)
  nonisolated static let articleColumn = ElementTag(rawValue: 7)
  /// The triangle of a summary whose disclosure is open, and of one that is closed.
  nonisolated static let articleOpenSign = ElementTag(rawValue: 8)
  nonisolated static let articleClosedSign = ElementTag(rawValue: 9)
  /// The columns of a table for which a row has no cells.
  nonisolated static let articleGap = ElementTag(rawValue: 99)
  /// The tag of the first cell of a table row; the others follow.
  nonisolated static let articleCell = ElementTag(rawValue: 100)

  /// The tag of a cell of a table row.
  nonisolated static func articleCell(_ number: Int) -> ElementTag {
    ElementTag(rawValue: articleCell.rawValue &+ UInt16(clamping: number))
  }

  /// The number of the cell with the tag; the opposite of `articleCell(_:)`.
  nonisolated var articleCellNumber: Int { Int(rawValue &- Self.articleCell.rawValue) }
}
