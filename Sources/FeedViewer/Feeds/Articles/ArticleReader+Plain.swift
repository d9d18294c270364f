extension ArticleReader {
  /// Converts plain text to an article: empty lines separate paragraphs, line breaks and indents are kept, and addresses of
  /// pages and mailboxes are links. O(length).
  public static func article(plain: String) -> Article { article(plain: plain, beginning: .none) }

  static func article(plain: String, beginning: ArticleBeginning) -> Article {
    var plain = plain
    return plain.withUTF8 { article(plain: $0, beginning: beginning) }
  }

  private static func article(plain: UnsafeBufferPointer<UInt8>, beginning: ArticleBeginning) -> Article {
    var beginning = beginning
    var article = Article()
    var paragraph = ByteBuffer(capacity: 1_024)
    var finishedBytes = 0
    func block() -> ArticleBlock {
      ArticleBlock(text: paragraph.view.string, runs: PlainAddresses.runs(in: paragraph.view))
    }
    func endParagraph() {
      guard !paragraph.isEmpty else { return }
      if article.blocks.count < Article.blockLimit {
        article.blocks.append(block())
        finishedBytes += paragraph.count
      } else {
        article.isCut = true
      }
      paragraph.clear()
    }
    var position = 0
    while position < plain.count, !article.isCut {
      if beginning.isReached(blocks: article.blocks.count, bytes: finishedBytes + paragraph.count) {
        var read = article
        if !paragraph.isEmpty { read.blocks.append(block()) }
        guard beginning.handOver(read) else {
          article.isPartial = true
          break
        }
      }
      let start = position
      while position < plain.count, plain[position] != 0x0A, plain[position] != 0x0D { position += 1 }
      let line = UnsafeBufferPointer(rebasing: plain[start..<position])
      if line.isBlank {
        endParagraph()
      } else {
        if !paragraph.isEmpty { paragraph.append(0x0A) }
        paragraph.append(line)
      }
      let isReturn = position < plain.count && plain[position] == 0x0D
      position += 1
      if isReturn, position < plain.count, plain[position] == 0x0A { position += 1 }
    }
    endParagraph()
    return article
  }
}
