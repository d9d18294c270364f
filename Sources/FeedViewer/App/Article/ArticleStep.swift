import Feeds

/// One element of an article page, in page order.
nonisolated enum ArticleStep: Sendable, Equatable {
  /// A piece of `ArticleContent.heading`.
  case heading(ArticlePiece)
  /// The button that opens the entry's link.
  case openButton
  case note(ArticleNote)
  /// A piece of `ArticleContent.blocks`, or a block without text.
  case block(ArticlePiece)
  /// The index of an enclosure.
  case attachment(Int)
}

/// A message of the viewer itself on an article page.
nonisolated enum ArticleNote: String, Sendable {
  case picturesAreMissing = "Pictures that are not on this computer are not loaded."
  case noText = "This entry has no text."
  case isCut = "The rest of this text is too long to be shown."
}

/// A line above the text of an article.
nonisolated struct ArticleHeadingLine: Sendable, Equatable {
  enum Style: String, Sendable {
    case title = "article-title"
    case byline = "article-byline"
    case note = "article-note"
  }

  let style: Style
  let block: ArticleBlock

  /// The separator from the line above when both are copied.
  var separator: ArticleText.Separator { style == .note ? .lineFeed : .blankLine }
}

extension ArticleContent {
  /// The approximate cost of a step's widgets in time and memory; a byte of prose costs 1.
  func weight(of step: ArticleStep) -> Int {
    switch step {
    case .heading(let piece): weight(of: piece)
    case .block(let piece):
      switch blocks[piece.block].kind {
      // A decoded picture takes a megabyte or more.
      case .image where pictures[piece.block] != nil: 5_000
      case .tableRow: 4 * weight(of: piece)
      default: weight(of: piece)
      }
    case .openButton, .note, .attachment: 300
    }
  }

  /// A long word is shaped again for each line that it is broken into.
  private func weight(of piece: ArticlePiece) -> Int {
    piece.endsInWord ? min(200 + 10 * piece.range.count, 10_000) : 200 + piece.range.count
  }

  /// The selectable texts of a step.
  func texts(of step: ArticleStep) -> [ArticleText] {
    switch step {
    case .heading(let piece):
      let line = heading[piece.block]
      return [ArticleText(text: line.block.part(piece).text, separator: piece.separator ?? line.separator)]
    case .block(let piece): return texts(ofBlock: piece)
    case .attachment(let number): return [ArticleText(text: enclosures[number].text)]
    case .openButton, .note: return []
    }
  }

  private func texts(ofBlock piece: ArticlePiece) -> [ArticleText] {
    let block = blocks[piece.block].part(piece)
    let separator = self.separator(before: piece)
    switch block.kind {
    case .rule: return []
    case .image(let image):
      return pictures[piece.block] == nil ? [ArticleText(text: image.words)] : []
    case .embed(let media): return [ArticleText(text: LinkPreview(text: nil, address: media.address).address)]
    case .listItem(let marker):
      return [ArticleText(text: block.text, separator: separator, marker: marker.text)]
    default: return [ArticleText(text: block.text, separator: separator)]
    }
  }

  /// The separator from the previous piece when both are copied.
  func separator(before piece: ArticlePiece) -> ArticleText.Separator {
    if let separator = piece.separator { return separator }
    guard piece.block > 0 else { return .blankLine }
    return blocks[piece.block].follows(blocks[piece.block - 1]) ? .lineFeed : .blankLine
  }
}
