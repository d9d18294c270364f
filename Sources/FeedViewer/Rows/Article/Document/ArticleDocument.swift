import FeedViewerBase
import FeedViewerFeeds
import LayoutCore
import PangoText

/// All rows of an article: those around the text as they are, those of the text made from its blocks when they are
/// asked for.
package nonisolated struct ArticleDocument: Sendable {
  /// The name of the article, for assistive tools and the window's title.
  package var title: String?
  /// The language of the entry.
  package var language: String?
  /// Whether what has no letters of its own runs from right to left: pictures, rules, numbers.
  package var isRightToLeft = false
  /// Where the contents of the rows come from.
  private var sources: [ArticleRowSource] = []
  private var rows: [ArticleRow] = []
  /// The text.
  package private(set) var article = Article()
  /// How wide the text is.
  private var textWidth = TextWidth()
  /// The texts that are divided into several rows.
  private(set) var longTexts: [LongText] = []
  /// Whether each line of code is shown in one row, however long it is.
  var joinsCodeLines = false
  /// The limits of a row's text; nil for those of its kind.
  private let limits: ArticlePiece.Limits?
  /// The index of the text's first row.
  private var firstRow = 0
  /// What is known of the tables' columns.
  private(set) var tableEstimates: [TableEstimate] = []
  /// The lists with long markers.
  private var wideLists = WideLists()
  /// The disclosures that are open.
  private var openDisclosures: Set<Int> = []
  private var blocks: [ArticleBlock] { article.blocks }
  /// How many blocks of nested lists are passed to find the item before.
  private static let siblingDistance = 32
  /// The pictures that can be shown, by block.
  private var pictures: [Int: ArticlePicture] = [:]
  /// What stands for blocks that can't be shown, by block.
  private var placeholders: [Int: ArticleRow] = [:]

  package init(title: String? = nil, language: String? = nil, limits: ArticlePiece.Limits? = nil) {
    self.title = title
    self.language = language
    self.limits = limits
  }

  /// The number of rows.
  package var count: Int { sources.count }

  /// Appends a row that is no part of the text.
  package mutating func append(_ row: ArticleRow) {
    sources.append(ArticleRowSource(row: rows.count))
    rows.append(row)
  }

  /// Appends the text.
  ///
  /// - Parameters:
  ///   - article: The text. Of one that is only a beginning, the last row is left out: it may go on.
  ///   - pictures: The pictures that can be shown, and the posters of videos, by the index of the block.
  ///   - placeholders: What stands for other pictures and for embedded objects, by the index of the block.
  /// - Precondition: The document has no text yet.
  /// - Complexity: O(length of the texts).
  package mutating func append(
    _ article: Article, pictures: [Int: ArticlePicture] = [:], placeholders: [Int: ArticleRow] = [:]
  ) {
    precondition(self.article.blocks.isEmpty, "A document has one text.")
    self.article = article
    // The array grew as it was read, and has room for up to twice as many.
    if article.blocks.capacity > article.blocks.count / 4 * 5 {
      self.article.blocks = Array(article.blocks[...])
    }
    self.article.dropEmptyColumns()
    self.pictures = pictures
    self.placeholders = placeholders
    firstRow = sources.count
    wideLists = WideLists(of: blocks)
    tableEstimates = article.tables.indices.map { TableEstimate(of: $0, in: self.article) }
    openDisclosures = Set(article.disclosures.indices.filter { article.disclosures[$0].isOpen })
    sources.reserveCapacity(sources.count + blocks.count)
    for (index, block) in article.blocks.enumerated() {
      textWidth.add(block.text)
      let pieces = block.pieces(number: index, limits: limits)
      // The last row of a beginning is left out.
      let isLast = article.isPartial && index == blocks.count - 1
      if pieces.count > (isLast ? 2 : 1) {
        longTexts += LongText.all(
          in: isLast ? pieces.dropLast() : pieces, firstRow: sources.count, text: block.text,
          isCode: block.kind == .preformatted)
      }
      for piece in pieces { sources.append(ArticleRowSource(piece)) }
    }
    if article.isPartial, sources.count > firstRow + 1 { sources.removeLast() }
  }

  /// The first row of a block, or that with a byte of it.
  ///
  /// - Complexity: O(log(rows)).
  package func row(ofBlock block: Int, offset: Int = 0) -> Int? {
    var low = firstRow
    var high = sources.count
    // The last row that begins at or before the place.
    while low < high {
      let middle = (low + high) / 2
      guard let piece = sources[middle].piece else {
        high = middle
        continue
      }
      if (piece.block, piece.range.lowerBound) <= (block, offset) { low = middle + 1 } else { high = middle }
    }
    guard low > firstRow, self.block(at: low - 1) == block else { return nil }
    return low - 1
  }

  /// Opens or closes a disclosure.
  ///
  /// - Returns: The rows that look different from now on.
  package mutating func toggleDisclosure(_ index: Int) -> [Int] {
    if openDisclosures.remove(index) == nil { openDisclosures.insert(index) }
    guard let first = row(ofBlock: article.disclosures[index].summary) else { return [] }
    var rows = [first]
    var next = first + 1
    while next < sources.count, let block = block(at: next),
      ancestors(of: blocks[block].disclosure).contains(index)
    {
      rows.append(next)
      next += 1
    }
    return rows
  }

  /// The disclosures around a row that are closed, so that the row is not seen.
  package func closedDisclosures(around row: Int) -> [Int] {
    guard let block = block(at: row) else { return [] }
    return ancestors(of: blocks[block].disclosure).filter { !openDisclosures.contains($0) }
  }

  /// The same document with all disclosures open, as it leaves the program.
  package var withOpenDisclosures: ArticleDocument {
    var document = self
    document.openDisclosures = Set(article.disclosures.indices)
    return document
  }

  /// The files of the pictures that can be shown, in the order of the text, each once.
  package var picturePaths: [String] {
    var known: Set<FilePath> = []
    return pictures.sorted { $0.key < $1.key }.map(\.value.path).filter {
      known.insert(FilePath($0)).inserted
    }
  }

  /// A disclosure and those around it.
  private func ancestors(of disclosure: Int?) -> [Int] {
    var found: [Int] = []
    var next = disclosure
    while let current = next, found.count < 64 {
      found.append(current)
      next = article.disclosures[current].parent
    }
    return found
  }

  /// The kind of a row, which tells its template.
  ///
  /// - Complexity: O(1).
  package func kind(at index: Int) -> ArticleRow.Kind {
    if let piece = sources[index].piece { kind(of: piece) } else { rows[sources[index].row].kind }
  }

  /// The length of a row's text in bytes; 0 without text.
  package func textLength(at index: Int) -> Int {
    sources[index].piece?.range.count ?? rows[sources[index].row].text.utf8.count
  }

  /// The length of the text that decides a row's height, in average Latin letters: the cells of a table row stand beside
  /// each other.
  ///
  /// - Complexity: O(log(long texts)).
  func estimatedLength(at index: Int) -> Int {
    let bytes = textLength(at: index)
    guard bytes > 0 else { return 0 }
    let ofByte = (longText(at: index)?.width ?? textWidth).ofByte
    let length = Int((Double(bytes) * ofByte).rounded(.up))
    guard let table = table(at: index) else { return length }
    return max(length / max(article.tables[table].columnCount, 1), 1)
  }

  /// What a row shows of its block; nil for a row that is no part of the text.
  package func piece(at index: Int) -> ArticlePiece? { sources[index].piece }

  /// Shows another part of the same block in a row.
  mutating func setPiece(_ piece: ArticlePiece, at index: Int) { sources[index] = ArticleRowSource(piece) }

  /// The index of the block that a row shows, all or part of; nil for a row that is no part of the text.
  package func block(at index: Int) -> Int? {
    sources[index].piece?.block
  }

  /// The index of the table that a row belongs to.
  func table(at index: Int) -> Int? {
    guard let block = block(at: index), case .tableRow = blocks[block].kind else { return nil }
    return blocks[block].table
  }

  /// The rows of tables with very many columns, in order.
  ///
  /// - Complexity: O(blocks of the wide tables).
  var rowsOfWideTables: [Int] {
    article.tables.indices.filter { tableEstimates[$0].columns.areWide }.flatMap { table in
      article.rows(ofTable: table).compactMap { row(ofBlock: $0) }
    }.sorted()
  }

  /// The block that a row shows, all or part of; nil for a row that is no part of the text.
  func articleBlock(at index: Int) -> ArticleBlock? { block(at: index).map { blocks[$0] } }

  /// Whether a row may have a link, or is a summary.
  ///
  /// - Complexity: O(runs of the row's block).
  func mayHaveTarget(at index: Int) -> Bool {
    guard let piece = sources[index].piece else {
      let row = rows[sources[index].row]
      return row.runs.contains { $0.link != nil } || row.picture?.link != nil
    }
    let block = blocks[piece.block]
    if case .summary = block.kind { return true }
    if let picture = pictures[piece.block], picture.link != nil || picture.isAnimated { return true }
    return placeholders[piece.block] != nil
      || block.runs.contains { $0.link != nil && $0.range.overlaps(piece.range) }
  }

  /// The content of a row.
  ///
  /// - Complexity: O(length of the row's text).
  package func row(at index: Int) -> ArticleRow {
    if let piece = sources[index].piece { return row(of: piece, at: index) }
    var row = rows[sources[index].row]
    if index == sources.count - 1 { row.spaceBelow = ArticleSpacing.end }
    return row
  }

  /// The rows that show a picture.
  ///
  /// - Parameter isUnknown: Whether only those are asked for whose size is unknown.
  /// - Complexity: O(rows).
  func rows(ofPicture path: String, ofUnknownSize isUnknown: Bool = false) -> [Int] {
    let path = FilePath(path)
    let blocks = pictures.filter { FilePath($0.value.path) == path && (!isUnknown || $0.value.size == nil) }
    guard !blocks.isEmpty else { return [] }
    return sources.indices.filter { block(at: $0).map { blocks[$0] != nil } ?? false }
  }

  /// The size of a row's picture is known now, in logical pixels.
  mutating func setPictureSize(_ size: Size, ofRow row: Int) {
    if let block = block(at: row) { pictures[block]?.size = size }
  }

  /// A picture is animated.
  ///
  /// - Returns: Whether that was not known.
  mutating func setAnimated(path: String) -> Bool {
    let path = FilePath(path)
    let blocks = pictures.filter { FilePath($0.value.path) == path && !$0.value.isAnimated }.keys
    for block in blocks { pictures[block]?.isAnimated = true }
    return !blocks.isEmpty
  }

  /// A row's picture can't be shown: its words and the reason stand for it.
  mutating func setPictureFailure(_ reason: String, ofRow row: Int) {
    guard let block = block(at: row), let picture = pictures.removeValue(forKey: block) else { return }
    // A video is shown without its poster.
    guard placeholders[block] == nil else { return }
    var placeholder = ArticleRow(.placeholder, "\(picture.words)\n\(reason)")
    placeholder.icon = "image-missing-symbolic"
    if let link = picture.link {
      placeholder.runs = [ArticleRun(range: 0..<picture.words.utf8.count, link: link)]
    }
    placeholders[block] = placeholder
  }

  /// Takes over what became known of an article while only its beginning was shown: sizes of pictures, pictures that can't
  /// be shown, which disclosures are open, and where long texts are divided.
  ///
  /// - Complexity: O(pictures and rows of the beginning).
  mutating func keepState(of beginning: ArticleDocument) {
    for text in beginning.longTexts {
      for row in text.rows { sources[row] = beginning.sources[row] }
    }
    for (block, picture) in beginning.pictures {
      if let size = picture.size { pictures[block]?.size = size }
      if picture.isAnimated { pictures[block]?.isAnimated = true }
    }
    for (block, placeholder) in beginning.placeholders where placeholders[block] == nil {
      pictures[block] = nil
      placeholders[block] = placeholder
    }
    openDisclosures.subtract(beginning.article.disclosures.indices)
    openDisclosures.formUnion(beginning.openDisclosures)
  }

  /// Whether another state of the article shows the same, apart from what became known of pictures since.
  ///
  /// - Complexity: O(length of the texts).
  func hasSameText(as other: ArticleDocument) -> Bool {
    title == other.title && language == other.language && article == other.article
      && rows.count == other.rows.count
      && zip(rows, other.rows).allSatisfy { $0.kind == $1.kind && $0.text == $1.text && $0.runs == $1.runs }
  }

  /// Takes over from an earlier state of the article which disclosures are open, and what became known of pictures.
  ///
  /// - Parameter place: Where a block of that state is; nil for one that shows something else, or has gone.
  mutating func keepState(of before: ArticleDocument, _ place: (_ block: Int) -> Int?) {
    for (index, disclosure) in before.article.disclosures.enumerated() {
      guard let summary = place(disclosure.summary), case .summary(let now) = blocks[summary].kind else {
        continue
      }
      if before.openDisclosures.contains(index) {
        openDisclosures.insert(now)
      } else {
        openDisclosures.remove(now)
      }
    }
    for (block, known) in before.pictures {
      guard let new = place(block), pictures[new]?.path == known.path else { continue }
      if pictures[new]?.size == nil { pictures[new]?.size = known.size }
      if known.isAnimated { pictures[new]?.isAnimated = true }
    }
  }

  private func kind(of piece: ArticlePiece) -> ArticleRow.Kind {
    switch blocks[piece.block].kind {
    case .paragraph: .paragraph
    case .heading(let level): .heading(level: min(max(level, 1), 6))
    case .listItem: piece.isFirst ? .item : .paragraph
    case .term: .term
    case .definition: .definition
    case .preformatted: .code
    case .tableRow(let isHeader): .tableRow(isHeader: isHeader)
    case .caption: .caption
    case .image: pictures[piece.block] == nil ? .placeholder : .picture
    case .embed: .placeholder
    case .summary: .summary
    case .rule: .rule
    }
  }

  /// The part of a list before a block that is as deep as it, if it is near.
  private func sibling(ofBlock block: Int) -> ArticleBlock? {
    guard blocks[block].isListPart else { return nil }
    let depth = blocks[block].listDepth
    var index = block - 1
    while index >= max(block - Self.siblingDistance, 0), blocks[index].listDepth >= depth {
      if blocks[index].listDepth == depth, blocks[index].isListPart { return blocks[index] }
      index -= 1
    }
    return nil
  }

  /// A marker as it is drawn, after those of the items that begin with it.
  private static func drawn(_ marker: ListMarker, outer: [ListMarker], atDepth depth: Int) -> String {
    let own = marker == .bullet ? bullet(atDepth: depth) : marker.text
    return (outer.map(\.text) + [own]).joined(separator: " ")
  }

  /// Nested lists have other bullets, as in browsers.
  private static func bullet(atDepth depth: Int) -> String { depth <= 1 ? "•" : depth == 2 ? "◦" : "▪" }

  /// Whether a block runs from right to left. The rows of a table run as one, and code as its letters do.
  private func isRightToLeft(_ block: ArticleBlock) -> Bool {
    if case .tableRow = block.kind, let table = block.table, let direction = tableEstimates[table].direction {
      return direction == .rightToLeft
    }
    if let direction = block.ownDirection { return direction == .rightToLeft }
    return isRightToLeft && block.kind != .preformatted
  }

  /// What a row shows if it shows a piece of its block.
  ///
  /// - Complexity: O(length of the piece).
  func row(of piece: ArticlePiece, at index: Int) -> ArticleRow {
    let whole = blocks[piece.block]
    let before = piece.block > 0 ? blocks[piece.block - 1] : nil
    let part = whole.part(piece)
    var row = placeholders[piece.block] ?? ArticleRow(kind(of: piece), part.text, runs: part.runs)
    row.language = part.language ?? language
    row.isRightToLeft = isRightToLeft(whole)
    let declared = whole.declaredDirection.map {
      $0 == .rightToLeft ? WritingDirection.rightToLeft : .leftToRight
    }
    if let direction = declared ?? longText(at: index)?.direction, !row.text.isEmpty,
      WritingDirection(of: row.text) != direction
    {
      row.baseDirection = direction
    }
    row.quoteDepth = min(whole.quoteDepth, 6)
    row.continuedQuoteDepth =
      piece.isFirst ? min(row.quoteDepth, min(before?.quoteDepth ?? 0, 6)) : row.quoteDepth
    if let before, piece.isFirst, isRightToLeft(before) != row.isRightToLeft { row.continuedQuoteDepth = 0 }
    row.indentation = min(max(whole.listDepth - (whole.isListPart ? 1 : 0), 0), 8)
    if case .definition = whole.kind { row.indentation += 1 }
    if case .listItem(let marker) = whole.kind {
      if piece.isFirst {
        row.marker = Self.drawn(marker, outer: whole.outerMarkers, atDepth: whole.listDepth)
        row.copiedMarker = (whole.outerMarkers + [marker]).map(\.text).joined(separator: " ")
      } else {
        row.indentation += 1
      }
    } else if piece.isFirst, let marker = whole.outerMarkers.last {
      let outer = whole.outerMarkers.dropLast()
      row.marker = Self.drawn(marker, outer: Array(outer), atDepth: whole.listDepth)
      row.copiedMarker = whole.outerMarkers.map(\.text).joined(separator: " ")
      row.indentation = max(row.indentation - 1, 0)
    }
    if whole.listDepth > 0 {
      row.markerLengths = (1...min(whole.listDepth, 8)).map {
        wideLists.markerLength(atDepth: $0, block: piece.block)
      }
    }
    if joinsCodeLines, let text = longText(at: index), text.isCodeLine, piece.range == text.bytes {
      row.lineParts = zip(text.starts, text.starts.dropFirst()).map {
        Int($0) - piece.range.lowerBound..<Int($1) - piece.range.lowerBound
      }
    }
    row.number = index
    row.picture = pictures[piece.block]
    row.isContinuation = !piece.isFirst
    row.isContinued = piece.range.upperBound < whole.text.utf8.count
    switch whole.kind {
    case .tableRow where !row.isContinuation && !row.isContinued:
      row.cells = part.tableCells
      row.text = ""
      row.runs = []
      row.sidewaysGroup = whole.table.map { .table($0) } ?? .loneRow(block: piece.block)
      row.isLastOfSidewaysGroup =
        whole.table.map { article.tables[$0].blocks.upperBound == piece.block + 1 } ?? true
    case .preformatted:
      row.sidewaysGroup = .code(block: piece.block)
      row.isLastOfSidewaysGroup = !row.isContinued
    default: break
    }
    row.separator =
      piece.separator ?? (before.map { whole.follows($0) } == true ? .lineFeed : .blankLine)
    if piece.isFirst {
      row.spaceAbove = ArticleSpacing.above(whole, after: before, sibling: sibling(ofBlock: piece.block))
    }
    if index == sources.count - 1, !article.isPartial { row.spaceBelow = ArticleSpacing.end }
    if case .summary(let disclosure) = whole.kind {
      row.disclosure = (disclosure, openDisclosures.contains(disclosure))
      if row.text.isEmpty { row.text = localized("Details") }
    }
    // The row before shows the text of an empty one.
    row.isHidden =
      !openDisclosures.isSuperset(of: ancestors(of: whole.disclosure))
      || !piece.isFirst && piece.range.isEmpty
    return row
  }
}
