import Feeds
import LayoutCore
import PangoText

/// All rows of an article: those around the text as they are, those of the text made from its blocks when they are
/// asked for.
package nonisolated struct ArticleDocument: Sendable {
  /// Where the content of a row comes from.
  private enum Source: Sendable {
    /// The index of an element of `rows`.
    case row(Int)
    case piece(ArticlePiece)
  }

  /// The name of the article, for assistive tools and the window's title.
  package var title: String?
  /// The language of the entry.
  package var language: String?
  private var sources: [Source] = []
  private var rows: [ArticleRow] = []
  private var blocks: [ArticleBlock] = []
  /// The pictures that can be shown, by block.
  private var pictures: [Int: ArticlePicture] = [:]
  /// What stands for blocks that can't be shown, by block.
  private var placeholders: [Int: ArticleRow] = [:]

  package init(title: String? = nil, language: String? = nil) {
    self.title = title
    self.language = language
  }

  /// The number of rows.
  package var count: Int { sources.count }

  /// Appends a row that is no part of the text.
  package mutating func append(_ row: ArticleRow) {
    sources.append(.row(rows.count))
    rows.append(row)
  }

  /// Appends the blocks of a text.
  ///
  /// - Parameters:
  ///   - pictures: The pictures that can be shown, by the index of the block.
  ///   - placeholders: What stands for other pictures and for embedded objects, by the index of the block.
  /// - Complexity: O(length of the texts).
  package mutating func append(
    _ blocks: [ArticleBlock], pictures: [Int: ArticlePicture] = [:], placeholders: [Int: ArticleRow] = [:]
  ) {
    let first = self.blocks.count
    self.blocks += blocks
    for (index, picture) in pictures { self.pictures[first + index] = picture }
    for (index, placeholder) in placeholders { self.placeholders[first + index] = placeholder }
    sources.reserveCapacity(sources.count + blocks.count)
    for (index, block) in blocks.enumerated() {
      for piece in block.pieces(number: first + index) { sources.append(.piece(piece)) }
    }
  }

  /// The kind of a row, which tells its template.
  ///
  /// - Complexity: O(1).
  package func kind(at index: Int) -> ArticleRow.Kind {
    switch sources[index] {
    case .row(let number): rows[number].kind
    case .piece(let piece): kind(of: piece)
    }
  }

  /// The length of a row's text in bytes; 0 without text.
  package func textLength(at index: Int) -> Int {
    switch sources[index] {
    case .row(let number): rows[number].text.utf8.count
    case .piece(let piece): piece.range.count
    }
  }

  /// The index of the block that a row shows, all or part of; nil for a row that is no part of the text.
  package func block(at index: Int) -> Int? {
    if case .piece(let piece) = sources[index] { piece.block } else { nil }
  }

  /// The block that a row shows, all or part of; nil for a row that is no part of the text.
  func articleBlock(at index: Int) -> ArticleBlock? { block(at: index).map { blocks[$0] } }

  /// Whether a row may have a link.
  ///
  /// - Complexity: O(runs of the row's block).
  func mayHaveLink(at index: Int) -> Bool {
    switch sources[index] {
    case .row(let number): rows[number].runs.contains { $0.link != nil } || rows[number].picture?.link != nil
    case .piece(let piece):
      pictures[piece.block]?.link != nil || placeholders[piece.block] != nil
        || blocks[piece.block].runs.contains { $0.link != nil && $0.range.overlaps(piece.range) }
    }
  }

  /// The content of a row.
  ///
  /// - Complexity: O(length of the row's text).
  package func row(at index: Int) -> ArticleRow {
    switch sources[index] {
    case .row(let number): return rows[number]
    case .piece(let piece): return row(of: piece, at: index)
    }
  }

  /// The rows that show a picture of unknown size.
  ///
  /// - Complexity: O(rows).
  func rows(ofPicture path: String) -> [Int] {
    let blocks = pictures.filter { $0.value.path == path && $0.value.size == nil }
    guard !blocks.isEmpty else { return [] }
    return sources.indices.filter { block(at: $0).map { blocks[$0] != nil } ?? false }
  }

  /// The size of a row's picture is known now, in logical pixels.
  mutating func setPictureSize(_ size: Size, ofRow row: Int) {
    if let block = block(at: row) { pictures[block]?.size = size }
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
    case .rule: .rule
    }
  }

  private func row(of piece: ArticlePiece, at index: Int) -> ArticleRow {
    let whole = blocks[piece.block]
    let before = piece.block > 0 ? blocks[piece.block - 1] : nil
    let part = whole.part(piece)
    var row = placeholders[piece.block] ?? ArticleRow(kind(of: piece), part.text, runs: part.runs)
    row.language = part.language ?? language
    row.isRightToLeft = part.isRightToLeft
    row.quoteDepth = min(whole.quoteDepth, 6)
    row.continuedQuoteDepth =
      piece.isFirst ? min(row.quoteDepth, min(before?.quoteDepth ?? 0, 6)) : row.quoteDepth
    if let before, piece.isFirst, before.isRightToLeft != part.isRightToLeft { row.continuedQuoteDepth = 0 }
    row.indentation = min(max(whole.listDepth - (whole.isListPart ? 1 : 0), 0), 8)
    if case .definition = whole.kind { row.indentation += 1 }
    if case .listItem(let marker) = whole.kind {
      if piece.isFirst { row.marker = marker.text } else { row.indentation += 1 }
    }
    row.picture = pictures[piece.block]
    row.isContinuation = !piece.isFirst
    row.isContinued = piece.range.upperBound < whole.text.utf8.count
    if case .tableRow = whole.kind, !row.isContinuation, !row.isContinued {
      row.cells = part.cells.map { ArticleCell($0.text, runs: $0.runs, isRightToLeft: $0.isRightToLeft) }
      row.text = ""
      row.runs = []
    }
    row.separator =
      piece.separator ?? (before.map { whole.follows($0) } == true ? .lineFeed : .blankLine)
    if piece.isFirst { row.spaceAbove = ArticleSpacing.above(whole, after: before) }
    if index == sources.count - 1 { row.spaceBelow = ArticleSpacing.end }
    return row
  }
}

extension ArticleBlock {
  /// Whether the block is aligned with the markers of its list, not with the items' text.
  package nonisolated var isListPart: Bool {
    switch kind {
    case .listItem, .term, .definition: true
    default: false
    }
  }

  /// Whether the block continues the list or table of the block before.
  nonisolated func follows(_ before: ArticleBlock) -> Bool {
    if case .tableRow = kind, case .tableRow = before.kind { return true }
    return isListPart && before.isListPart && !endsList(from: before)
  }

  /// Whether a list ends between the block before and this one.
  nonisolated func endsList(from before: ArticleBlock) -> Bool {
    if before.listDepth > 0, listDepth == 0 { return true }
    guard before.isListPart, case .listItem(.number(1, _)) = kind else { return false }
    return before.listDepth == listDepth
  }

  /// Whether the block runs from right to left: as declared, else as its first strong character does.
  package nonisolated var isRightToLeft: Bool {
    switch direction {
    case .leftToRight: false
    case .rightToLeft: true
    case nil: WritingDirection(of: text) == .rightToLeft
    }
  }

  /// The cells of a table row with their runs.
  package nonisolated var cells: [ArticleBlock] {
    var cells: [ArticleBlock] = []
    var start = 0
    for text in text.split(separator: "\t", omittingEmptySubsequences: false) {
      let end = start + text.utf8.count
      var cell = self
      cell.text = String(text)
      cell.runs = ArticleRun.clamped(runs, to: start..<end)
      cells.append(cell)
      start = end + 1
    }
    return cells
  }
}
