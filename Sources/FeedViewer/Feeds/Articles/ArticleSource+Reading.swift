/// Reading an article from its source.
extension ArticleSource {
  /// The whole article.
  /// - Complexity: O(length of the text).
  public func article() -> Article { read(.none) }

  /// The whole article, of which the beginning is shown while the rest is read.
  ///
  /// - Parameter beginning: Takes the beginning of a long article, and returns whether the rest is read. All blocks of the
  ///   beginning are the first ones of the whole article, only the text of the last one may go on. What the rest of the source
  ///   tells is missing, such as where links inside the article go.
  /// - Returns: Only what was read, if the rest is not.
  public func article(beginning: @escaping (Article) -> Bool) -> Article {
    read(ArticleBeginning(blocks: 200, bytes: 200_000, take: beginning))
  }

  /// Whether the article has any block.
  /// - Complexity: O(length of the text up to the end of its first word), or of the first row of a table.
  var hasBlocks: Bool {
    var isShort = true
    let article = read(
      ArticleBeginning(blocks: 1, bytes: 1) { _ in
        isShort = false; return false
      })
    return !isShort || !article.blocks.isEmpty
  }

  /// Whether the article has blocks, but only lines between them.
  /// - Complexity: As `hasBlocks`, but O(length of the text) if it begins with a line.
  var hasOnlyRules: Bool {
    read(ArticleBeginning(blocks: 1, bytes: 1) { _ in false }).blocks.first?.kind == .rule
      && article().blocks.allSatisfy { $0.kind == .rule }
  }

  func read(_ beginning: ArticleBeginning) -> Article {
    var article = readText(beginning)
    if !article.isPartial, !article.isCut {
      let end = article.blocks.count
      addPictures(to: &article)
      addPlayers(to: &article)
      addMediaTexts(to: &article, after: end)
    }
    return article
  }

  private func readText(_ beginning: ArticleBeginning) -> Article {
    switch format {
    case .plain: return ArticleReader.article(plain: text, beginning: beginning)
    case .html:
      var text = text
      return text.withUTF8 {
        ArticleReader.article(
          html: $0, base: base, link: link, language: language,
          files: feedFile.map(FolderFiles.init(besideFeedAt:)), isXML: isXML, beginning: beginning)
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
