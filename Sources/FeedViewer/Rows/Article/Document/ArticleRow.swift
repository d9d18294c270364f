import FeedViewerFeeds
import LayoutCore
import PangoText

/// The content of one row of an article: a block, or part of one.
package nonisolated struct ArticleRow: Sendable {
  /// What a row is, which decides how it looks.
  package enum Kind: Sendable, Hashable {
    case title, byline, note
    /// A message of the viewer itself.
    case aside
    /// A link that stands alone below the heading.
    case action
    case paragraph
    /// 1 to 6.
    case heading(level: Int)
    /// An item of a list, or its first block.
    case item
    case term, definition
    case code
    case tableRow(isHeader: Bool)
    case caption
    /// The line that opens and closes what is below it.
    case summary
    case picture
    /// A symbol and a text: an attachment, a video, a picture that can't be shown.
    case placeholder
    case rule
  }

  package var kind: Kind
  /// The row's index in the document; nil for a row that is no part of the text.
  package var number: Int?
  /// Without markup; line feeds are line breaks. Empty for pictures and rules.
  package var text: String
  package var runs: [ArticleRun] = []
  /// The cells of a table row, whose text is then empty.
  package var cells: [ArticleTableCell] = []
  /// The widths of the columns of the row's table without the room between cells, in logical pixels; nil if nothing is
  /// known of them.
  package var columns: TableColumns?
  /// The highest cell of a row of a wide table; nil if it is not known, or the row is as high without knowing it.
  package var highestCell: Int?
  /// The rows with which this one scrolls sideways.
  package var sidewaysGroup: SidewaysGroup?
  /// Whether the row is the last one of them.
  package var isLastOfSidewaysGroup = false
  /// The parts in which a long line of code is laid out, in bytes; empty for texts that are laid out as a whole.
  package var lineParts: [Range<Int>] = []
  /// Where the parts of the line are; nil without parts.
  package var codeLine: CodeLine?
  /// The marker of a list item.
  package var marker: String?
  /// The marker as it is copied: all bullets are the same there.
  package var copiedMarker: String?
  /// The length in characters of the longest marker of each enclosing list, with which the others are aligned; 0 if it
  /// has no more than three.
  package var markerLengths: [Int] = []
  package var picture: ArticlePicture?
  /// The index of the disclosure that a summary opens and closes, and whether it is open.
  package var disclosure: (index: Int, isOpen: Bool)?
  /// Whether the row takes no room: it is in a disclosure that is closed, or another row shows its text.
  package var isHidden = false
  /// The name of a symbolic icon.
  package var icon: String?
  /// A language tag.
  package var language: String?
  package var isRightToLeft = false
  /// The direction of the paragraph that the text is a part of; nil if it is that of its first strong character.
  package var baseDirection: WritingDirection?
  /// The number of enclosing quotations, and how many of them the row before is in, too.
  package var quoteDepth = 0
  package var continuedQuoteDepth = 0
  /// The number of levels by which the row is indented.
  package var indentation = 0
  /// The distances to the blocks before and after, in logical pixels at any zoom.
  package var spaceAbove = 0.0
  package var spaceBelow = 0.0
  /// Whether the row continues the block of the row before, and whether the row after continues its block.
  package var isContinuation = false
  package var isContinued = false
  /// Separates the row from the one before when both are copied.
  package var separator = ArticleText.Separator.blankLine

  package init(_ kind: Kind, _ text: String = "", runs: [ArticleRun] = []) {
    self.kind = kind
    self.text = text
    self.runs = runs
  }

  /// The texts of the row in the order of its layout, as they can be selected.
  package var texts: [(string: String, runs: [ArticleRun])] {
    cells.isEmpty ? (text.isEmpty ? [] : [(text, runs)]) : cells.map { ($0.text, $0.runs) }
  }
}

/// A cell of a table.
package nonisolated struct ArticleTableCell: Sendable, Hashable {
  package var text: String
  package var runs: [ArticleRun]
  package var isRightToLeft = false
  /// The number of columns that it takes.
  package var span = 1
  /// Whether it heads a row or a column.
  package var isHeader = false
  /// Where its lines stand; nil if their direction decides.
  package var alignment: ArticleCell.Alignment?

  package init(_ text: String, runs: [ArticleRun] = [], isRightToLeft: Bool = false) {
    self.text = text
    self.runs = runs
    self.isRightToLeft = isRightToLeft
  }
}

/// Rows of an article that scroll sideways together.
package nonisolated enum SidewaysGroup: Sendable, Hashable {
  /// A block of code.
  case code(block: Int)
  /// A table, by its index in the article, or by the block of a row that belongs to none.
  case table(Int)
  case loneRow(block: Int)
}

/// A picture in an article.
package nonisolated struct ArticlePicture: Sendable, Hashable {
  /// The canonical path of the local file, or a `data:` address.
  package var path: String
  /// What the picture shows, in words.
  package var words: String
  /// Whether the words are those of the article, and not made up from the file's name.
  package var hasAlternative: Bool
  /// The size in logical pixels: as declared, else as decoded; nil if it is unknown.
  package var size: Size?
  /// The target of the link around the picture.
  package var link: String?
  /// Whether it is known to be animated.
  package var isAnimated = false

  package init(
    path: String, words: String, hasAlternative: Bool = true, size: Size? = nil, link: String? = nil
  ) {
    self.path = path
    self.words = words
    self.hasAlternative = hasAlternative
    self.size = size
    self.link = link
  }
}
