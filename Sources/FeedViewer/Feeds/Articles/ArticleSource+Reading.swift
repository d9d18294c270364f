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
    if !article.isPartial, !article.isCut { addPictures(to: &article) }
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
          files: feedFile.map(FolderFiles.init(besideFeedAt:)), limit: limit)
      }
    }
  }

  /// Adds the pictures of the entry that its text does not show. A thumbnail is shown if there is no other picture.
  private func addPictures(to article: inout Article) {
    guard !pictures.isEmpty || !thumbnails.isEmpty else { return }
    var known: Set<Substring> = []
    for reference in article.pictureReferences { known.insert(identity(reference)) }
    let hasPictures = !known.isEmpty
    for picture in pictures where known.insert(identity(picture)).inserted {
      article.blocks.append(ArticleBlock(image: picture))
    }
    if !hasPictures, pictures.isEmpty, let thumbnail = thumbnails.first {
      article.blocks.append(ArticleBlock(image: thumbnail))
    }
  }

  /// The address of a reference in the text, as far as a base is known.
  public func resolved(_ reference: String) -> String {
    Reference.resolve(Reference.resolve(reference, against: base), against: link)
  }

  /// What is the same for all references to a picture: the protocol does not count.
  private func identity(_ reference: String) -> Substring {
    let address = resolved(reference)
    for scheme in ["https:", "http:"] where address.hasPrefix(scheme) {
      return address.dropFirst(scheme.count)
    }
    return address[...]
  }
}

extension Article {
  /// The references to all pictures, with other files of the same picture.
  fileprivate var pictureReferences: [String] {
    blocks.flatMap { block -> [String] in
      switch block.kind {
      case .image(let image): image.sources.map(\.reference)
      case .embed(let embed): embed.poster.map { [$0] } ?? []
      default: block.inlineImages.flatMap { $0.image.sources.map(\.reference) }
      }
    }
  }
}

extension ArticleBlock {
  fileprivate init(image reference: String) {
    self.init(kind: .image(ArticleImage(sources: [ArticleImage.Source(reference: reference)])))
  }
}
