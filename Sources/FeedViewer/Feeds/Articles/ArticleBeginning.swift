/// Hands over the first blocks of a long article while the rest of it is read.
struct ArticleBeginning {
  /// The number of blocks after which it is handed over.
  private var blocks: Int
  /// The length of text after which it is handed over even inside a block, in UTF-8 bytes.
  private var bytes: Int
  /// Returns whether the rest is read.
  private let take: (Article) -> Bool

  static var none: ArticleBeginning { ArticleBeginning(blocks: .max, bytes: .max) { _ in true } }

  /// - Parameters:
  ///   - blocks: 1 or more.
  ///   - bytes: 1 or more.
  ///   - take: Takes the beginning, and returns whether the rest is read.
  init(blocks: Int, bytes: Int, take: @escaping (Article) -> Bool) {
    precondition(blocks > 0 && bytes > 0, "A beginning has at least one block and one byte.")
    (self.blocks, self.bytes, self.take) = (blocks, bytes, take)
  }

  /// Whether enough is read to be handed over.
  func isReached(blocks: Int, bytes: Int) -> Bool { blocks >= self.blocks || bytes >= self.bytes }

  /// Hands over what is read so far.
  ///
  /// - Parameter article: Nil while its blocks may change. Twice as much is read before it is tried again, so that finding that
  ///   out takes no more than O(length · log(length)) in all.
  /// - Returns: Whether the rest is read.
  mutating func handOver(_ article: Article?) -> Bool {
    guard var article, !article.blocks.isEmpty else {
      (blocks, bytes) = (2 * blocks, 2 * bytes)
      return true
    }
    (blocks, bytes) = (.max, .max)
    article.isPartial = true
    return take(article)
  }
}

extension ArticleReader {
  /// What is read so far: all of its blocks are those of the whole article, only the text of the last may go on. What the rest
  /// of the source tells is missing: the places that links go to, and the size of a table that goes on.
  ///
  /// - Returns: Nil if the rest may change the blocks, or put others between them.
  /// - Complexity: O(length of the rest) in a table or disclosure.
  func beginning(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> Article? {
    // A disclosure whose summary is being read.
    if let last = article.disclosures.last, last.summary >= article.blocks.count { return nil }
    guard !mayMoveBlocks(after: position, before: end), !mayHaveLateSummary(after: position, before: end)
    else { return nil }
    var beginning = article
    // Only the end of a row tells whether it is laid out as one, and a picture may turn out to stand in a sentence.
    if !row.isActive, inlineImages.isEmpty, hasShownText, let block {
      beginning.blocks.append(withText(block))
    }
    return beginning
  }
}
