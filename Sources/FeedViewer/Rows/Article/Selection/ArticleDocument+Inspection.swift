import FeedViewerFeeds

/// The document as other programs read it.
package nonisolated extension ArticleDocument {
  /// All text of the document, as selecting and copying all of it gives it with all disclosures open.
  ///
  /// - Complexity: O(length of the text).
  var copiedText: String { ArticleSelection.all.text(of: withOpenDisclosures) }

  /// The same for a text widget: addresses of links follow their words, and long paragraphs are divided into lines.
  ///
  /// - Complexity: O(length of the text).
  var plainText: String { ArticleSelection.all.text(of: withOpenDisclosures, isForWidget: true) }

  /// The blocks of the document, each with its pictures and links. A table is one block.
  ///
  /// - Parameter source: The name or address of a picture's file.
  /// - Complexity: O(length of the text).
  func inspectedBlocks(source: (ArticleImage) -> String) -> [ArticleInspection.Block] {
    let document = withOpenDisclosures
    var blocks: [ArticleInspection.Block] = []
    var table: Int?
    for index in 0..<count {
      let row = document.row(at: index)
      guard !row.isHidden else { continue }
      var new = ArticleInspection.Block(kind: document.inspectedKind(of: row, at: index))
      new.text = row.copiedText
      new.links = row.inspectedLinks
      if let block = document.block(at: index), !row.isContinuation {
        new.pictures = document.article.blocks[block].images.map {
          ArticleInspection.Picture(source: source($0), alternative: $0.alternative ?? $0.title ?? "")
        }
      }
      let isSameTable = new.kind == .table && table != nil && table == document.table(at: index)
      table = new.kind == .table ? document.table(at: index) : nil
      if row.isContinuation || isSameTable, !blocks.isEmpty {
        let separator = row.isContinuation ? row.separator : .lineFeed
        blocks[blocks.count - 1].text += separator.rawValue + new.text
        blocks[blocks.count - 1].pictures += new.pictures
        blocks[blocks.count - 1].links += new.links
      } else {
        blocks.append(new)
      }
    }
    return blocks
  }

  private func inspectedKind(of row: ArticleRow, at index: Int) -> ArticleInspection.Block.Kind {
    switch row.kind {
    case .heading: return .heading
    case .item: return .item
    case .term: return .term
    case .definition: return .definition
    case .code: return .code
    case .tableRow: return .table
    case .caption: return .caption
    case .summary: return .summary
    case .picture: return .picture
    case .rule: return .rule
    case .placeholder:
      switch articleBlock(at: index)?.kind {
      case nil: return .attachment
      case .embed: return .media
      default: return .picture
      }
    case .title, .byline, .note, .aside, .action, .paragraph:
      return row.quoteDepth > 0 ? .quotation : .paragraph
    }
  }
}

nonisolated extension ArticleBlock {
  /// The pictures that the block gives a place.
  fileprivate var images: [ArticleImage] {
    switch kind {
    case .image(let image): [image]
    case .embed(let embed):
      embed.poster.map { [ArticleImage(sources: [$0])] } ?? []
    default: inlineImages.map(\.image)
    }
  }
}

nonisolated extension ArticleRow {
  /// The texts of the row as they are copied, with its marker.
  fileprivate var copiedText: String {
    (copiedMarker.map { $0 + " " } ?? "")
      + texts.map(\.string).joined(separator: ArticleText.Separator.tab.rawValue)
  }

  /// The links of the row; parts of one link with different styles are one link.
  fileprivate var inspectedLinks: [ArticleInspection.Link] {
    if let target = picture?.link {
      return [ArticleInspection.Link(text: picture?.words ?? "", target: target)]
    }
    var links: [ArticleInspection.Link] = []
    for (string, runs) in texts {
      var end = -1
      for run in runs {
        guard let target = run.link, !target.isEmpty else { continue }
        let words = String(string.part(bytes: run.range))
        if let last = links.last, last.target == target, end == run.range.lowerBound {
          links[links.count - 1].text += words
        } else {
          links.append(ArticleInspection.Link(text: words, target: target))
        }
        end = run.range.upperBound
      }
    }
    return links
  }
}
