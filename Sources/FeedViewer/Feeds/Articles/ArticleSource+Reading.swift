/// Reading an article from its source.
extension ArticleSource {
  /// The whole article.
  /// - Complexity: O(length of the text).
  public func article() -> Article { read(limit: nil) }

  /// The first blocks of the article, for showing them before `article()` has read the rest.
  ///
  /// They equal the first blocks of the whole article, except that the last of them may be a beginning of the whole
  /// one. `Article.isPartial` tells whether there are more. What only the rest of the text can tell is missing: anchors
  /// and rows that come later.
  /// - Parameters:
  ///   - blockCount: The number of blocks after which reading stops; 1 or more.
  ///   - byteCount: The length of text after which reading stops even inside a block, in UTF-8 bytes; 1 or more.
  /// - Complexity: O(length of what is read).
  public func beginning(blockCount: Int = 200, byteCount: Int = 200_000) -> Article {
    precondition(blockCount > 0 && byteCount > 0, "A beginning has at least one block and one byte.")
    return read(limit: ArticleReader.Limit(blocks: blockCount, bytes: byteCount))
  }

  private func read(limit: ArticleReader.Limit?) -> Article {
    var article = readText(limit: limit)
    if !article.isPartial, !article.isCut {
      let end = article.blocks.count
      addPictures(to: &article)
      addPlayers(to: &article)
      addMediaTexts(to: &article, after: end)
    }
    return article
  }

  private func readText(limit: ArticleReader.Limit?) -> Article {
    switch format {
    case .plain: return ArticleReader.article(plain: text, limit: limit)
    case .html:
      var text = text
      return text.withUTF8 {
        ArticleReader.article(
          html: $0, base: base, link: link, language: language,
          files: feedFile.map(FolderFiles.init(besideFeedAt:)), isXML: isXML, limit: limit)
      }
    }
  }

  /// Adds the pictures of the entry that its text does not show. A thumbnail is shown if there is no other picture.
  private func addPictures(to article: inout Article) {
    guard !pictures.isEmpty || !thumbnails.isEmpty else { return }
    var known = Set(article.pictureSources.map(\.identity))
    let hasPictures = !known.isEmpty
    // A smaller picture often leads to the whole one.
    known.formUnion(article.images.compactMap(\.link).map(Reference.fileIdentity))
    for picture in pictures {
      if known.insert(picture.sources[0].identity).inserted {
        article.blocks.append(ArticleBlock(kind: .image(picture)))
      } else if let title = picture.title {
        article.offer(title, toPicture: picture.sources[0].identity)
      }
    }
    if !hasPictures, pictures.isEmpty, let thumbnail = thumbnails.first {
      article.blocks.append(ArticleBlock(kind: .image(thumbnail)))
    }
  }

  /// Adds the players of the entry to which its text does not lead.
  private func addPlayers(to article: inout Article) {
    guard !players.isEmpty else { return }
    var known: Set<String> = []
    for block in article.blocks {
      if case .embed(let embed) = block.kind { known.formUnion(embed.sources.map(\.address)) }
      known.formUnion(block.runs.compactMap(\.link))
    }
    for player in players where known.insert(player).inserted {
      article.blocks.append(
        ArticleBlock(kind: .embed(ArticleEmbed(kind: .video, sources: [.init(address: player)]))))
    }
  }
}

extension Article {
  /// Gives a title to a picture without words.
  fileprivate mutating func offer(_ title: String, toPicture identity: Substring) {
    for index in blocks.indices {
      guard case .image(var image) = blocks[index].kind,
        image.sources.contains(where: { $0.identity == identity })
      else { continue }
      guard image.alternative == nil, image.title == nil else { return }
      image.title = title
      blocks[index].kind = .image(image)
      return
    }
  }
}
