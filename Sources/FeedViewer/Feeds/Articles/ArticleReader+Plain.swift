extension ArticleReader {
  /// Converts plain text to an article: empty lines separate paragraphs, line breaks and indents are kept, and addresses of
  /// pages and mailboxes are links. O(length).
  public static func article(plain: String) -> Article { article(plain: plain, limit: nil) }

  static func article(plain: String, limit: Limit?) -> Article {
    var plain = plain
    return plain.withUTF8 { article(plain: $0, limit: limit) }
  }

  private static func article(plain: UnsafeBufferPointer<UInt8>, limit: Limit?) -> Article {
    var article = Article()
    var paragraph = ByteBuffer(capacity: 1_024)
    var finishedBytes = 0
    func endParagraph() {
      guard !paragraph.isEmpty else { return }
      if article.blocks.count < Article.blockLimit {
        article.blocks.append(
          ArticleBlock(text: paragraph.view.string, runs: PlainAddresses.runs(in: paragraph.view)))
        finishedBytes += paragraph.count
      } else {
        article.isCut = true
      }
      paragraph.clear()
    }
    var position = 0
    while position < plain.count, !article.isCut {
      if let limit, article.blocks.count >= limit.blocks || finishedBytes + paragraph.count >= limit.bytes {
        article.isPartial = true
        break
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
