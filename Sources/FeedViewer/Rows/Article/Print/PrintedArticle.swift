import FeedViewerBase
import GtkInterop
import LayoutCore
import PangoText

/// An article laid out on pages of paper.
///
/// Only heights are kept: what is on a page is laid out again when the page is drawn, so that an article of any length takes
/// little memory.
package final class PrintedArticle {
  /// What the pages tell besides the text.
  package struct Names {
    package var title: String
    package var feed: String
    package var author: String?
    /// The number of a page and of all pages, as words.
    package var pageNumber: (_ page: Int, _ count: Int) -> String

    package init(
      title: String, feed: String, author: String? = nil,
      pageNumber: @escaping (_ page: Int, _ count: Int) -> String
    ) {
      self.title = title
      self.feed = feed
      self.author = author
      self.pageNumber = pageNumber
    }
  }

  /// Lines of one block that come from one row of the document.
  struct Segment {
    var row: Int
    /// What the row shows, if that is not what it shows in the document.
    var piece: ArticlePiece?
    var lineCount: Int
  }

  let names: Names
  let geometry: PrintGeometry
  private(set) var document: ArticleDocument
  private(set) var notes: LinkNotes
  private(set) var typesetter: RowTypesetter
  /// Empty until everything is laid out.
  package private(set) var pages: [Page] = []
  private(set) var blocks: [PageBlock] = []
  /// The segments of all blocks, and the first one of each.
  private(set) var segments: [Segment] = []
  private(set) var firstSegments: [Int] = []
  private(set) var paginator: Paginator
  private var nextRow = 0
  /// The first line that was not shown by the row before, whose text goes on: where it begins, and whether it goes on with
  /// a line itself.
  private var carried: (start: Int, continuesLine: Bool)?
  private var tableHeader: (table: Int, block: Int)?

  /// The distance between the text and the footnotes.
  static let spaceAboveNotes = 18.0

  /// - Parameters:
  ///   - document: The article. Its disclosures are opened, for paper does not hide anything.
  ///   - fontFamily: The family of the text's font.
  ///   - pictures: The pictures that can be printed, by path; words stand for the others.
  ///   - failures: Why the others can't be, by path.
  ///   - describe: An address as it is printed; nil for one that is not.
  package init(
    _ document: ArticleDocument, _ names: Names, on geometry: PrintGeometry, fontFamily: String,
    pictures: [FilePath: ScaledImage] = [:], failures: [FilePath: String] = [:],
    describe: @escaping (String) -> String?
  ) {
    self.names = names
    self.geometry = geometry
    self.document = document.printable(failures)
    notes = LinkNotes(describe: describe)
    typesetter = RowTypesetter(fontFamily: fontFamily, geometry: geometry, pictures: pictures)
    paginator = Paginator(pageHeight: geometry.pageHeight)
  }

  /// Lays out rows until `isTimeUp`, and divides them into pages when the last one is laid out.
  ///
  /// - Returns: Whether all is done.
  package func layOut(isTimeUp: () -> Bool = { false }) -> Bool {
    while nextRow < document.count {
      append(nextRow)
      nextRow += 1
      if isTimeUp() { return false }
    }
    let heights = notes.texts.enumerated().map { number, text in
      typesetter.note(number, text, isRightToLeft: document.isRightToLeft).reduce(0) { $0 + $1.height }
    }
    paginator = Paginator(
      pageHeight: geometry.pageHeight, noteHeights: heights,
      spaceAboveNotes: Int(Self.spaceAboveNotes * 1024))
    pages = paginator.pages(of: blocks)
    return true
  }

  /// A row as it is printed; nil for one that is not.
  func printedRow(at index: Int, _ piece: ArticlePiece?) -> (row: ArticleRow, printed: PrintedRow)? {
    var row = piece.map { document.row(of: $0, at: index) } ?? document.row(at: index)
    // The address is printed in the place of the button that opens it.
    if row.kind == .action, let link = row.runs.first?.link, let address = notes.printed(link) {
      let spaceAbove = row.spaceAbove
      row = ArticleRow(.note, address)
      row.isRightToLeft = document.isRightToLeft
      row.spaceAbove = spaceAbove
    }
    guard !row.isHidden else { return nil }
    if let table = document.table(at: index), !row.cells.isEmpty {
      row.columns = typesetter.columns(of: table, in: document)
    }
    let printed = typesetter.typeset(row, &notes)
    return printed.lines.isEmpty ? nil : (row, printed)
  }

  private func append(_ index: Int) {
    var piece: ArticlePiece?
    if let carried, let whole = document.piece(at: index) {
      piece = ArticlePiece(
        block: whole.block, range: carried.start..<whole.range.upperBound,
        separator: ArticleText.Separator.none)
    }
    let continuesLine = carried?.continuesLine ?? (document.piece(at: index)?.separator != .lineFeed)
    carried = nil
    guard let (row, printed) = printedRow(at: index, piece) else { return }
    var lines = printed.lines
    if row.kind == .code, row.isContinuation { lines[0].continuesLine = continuesLine }
    // The last line of a part goes on in the next one, which begins with it.
    if row.isContinued, row.cells.isEmpty, lines.count > 1, index + 1 < document.count,
      let shown = piece ?? document.piece(at: index), let next = document.piece(at: index + 1),
      next.block == shown.block, next.separator != .lineFeed
    {
      let last = lines.removeLast()
      carried = (shown.range.lowerBound + last.start, last.continuesLine)
    }
    let pageLines = lines.map {
      PageLine(height: $0.height, notes: $0.notes, continuesLine: $0.continuesLine)
    }
    segments.append(Segment(row: index, piece: piece, lineCount: lines.count))
    if row.isContinuation, !blocks.isEmpty {
      blocks[blocks.count - 1].lines += pageLines
      return
    }
    firstSegments.append(segments.count - 1)
    var block = PageBlock(
      lines: pageLines, spaceAbove: Int(row.spaceAbove * PrintGeometry.scale * 1024),
      keepsWithNext: keepsWithNext(row, index), keepsTogether: Self.keepsTogether(row.kind))
    if let table = document.table(at: index) {
      if tableHeader?.table == table {
        block.header = tableHeader?.block
      } else if row.kind == .tableRow(isHeader: true) {
        tableHeader = (table, blocks.count)
      }
    }
    blocks.append(block)
  }

  private static func keepsTogether(_ kind: ArticleRow.Kind) -> Bool {
    switch kind {
    case .title, .byline, .heading, .tableRow, .placeholder, .caption: true
    default: false
    }
  }

  /// Whether a row tells what comes next.
  private func keepsWithNext(_ row: ArticleRow, _ index: Int) -> Bool {
    guard index + 1 < document.count else { return false }
    let next = document.kind(at: index + 1)
    switch row.kind {
    case .title, .byline, .heading, .term, .summary, .tableRow(isHeader: true): return true
    // What is known of the entry stands above its text.
    case .note: return true
    case .caption: if case .tableRow = next { return true } else { return false }
    case .picture, .placeholder: return next == .caption
    default: return false
    }
  }
}

nonisolated extension ArticleDocument {
  /// The document with all disclosures open, and with words for the pictures that can't be printed.
  fileprivate func printable(_ failures: [FilePath: String]) -> ArticleDocument {
    var document = withOpenDisclosures
    for (path, reason) in failures {
      for row in rows(ofPicture: path.text) { document.setPictureFailure(reason, ofRow: row) }
    }
    return document
  }
}
