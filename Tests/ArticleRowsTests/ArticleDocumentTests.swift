import Feeds
import LayoutCore
import Testing

@testable import ArticleRows

/// Documents whose beginnings are shown before the rest is read.
struct ArticleDocumentTests {
  private func document(_ article: Article) -> ArticleDocument {
    var pictures: [Int: ArticlePicture] = [:]
    for (index, block) in article.blocks.enumerated() {
      if case .image(let image) = block.kind {
        let path = image.sources[0].reference
        pictures[index] = ArticlePicture(path: path, words: path)
      }
    }
    var document = ArticleDocument()
    document.append(article, pictures: pictures)
    return document
  }

  @Test func documentThatIsExtendedKeepsWhatItsBeginningLearned() throws {
    let source = ArticleSource(
      format: .html,
      text: "<img src=a.png><img src=b.png><details><summary>S</summary><p>inside</details>"
        + String(repeating: "<p>more", count: 300))
    var beginning = document(source.beginning())
    #expect(beginning.article.isPartial)
    beginning.setPictureSize(Size(width: 30, height: 20), ofRow: 0)
    beginning.setPictureFailure("is broken", ofRow: 1)
    _ = beginning.toggleDisclosure(0)
    var whole = document(source.article())
    #expect(
      whole.row(at: 0).picture?.size == nil && whole.kind(at: 1) == .picture && whole.row(at: 3).isHidden)
    whole.keepState(of: beginning)
    #expect(whole.row(at: 0).picture?.size == Size(width: 30, height: 20))
    #expect(whole.kind(at: 1) == .placeholder && whole.row(at: 1).text == "b.png\nis broken")
    #expect(!whole.row(at: 3).isHidden && whole.row(at: 3).text == "inside")
    #expect(whole.count == 304)
  }

  @Test func rowOfABlockIsFoundAtEveryByteOfIt() {
    let long = (0..<3_000).map { "Sentence \($0)." }.joined(separator: " ")
    let document = document(
      Article(blocks: [ArticleBlock(text: "one"), ArticleBlock(text: long), ArticleBlock(text: "three")]))
    #expect(document.row(ofBlock: 0) == 0 && document.row(ofBlock: 2) == document.count - 1)
    #expect(document.row(ofBlock: 3) == nil && document.count > 4)
    var start = 0
    for row in 1..<document.count - 1 {
      let length = document.textLength(at: row)
      #expect(document.row(ofBlock: 1, offset: start) == row)
      #expect(document.row(ofBlock: 1, offset: start + length - 1) == row)
      start += length
    }
    #expect(start == long.utf8.count)
  }
}
