import Expectations
import FeedViewerFeeds
import LayoutCore
import PangoText
import Testing

@testable import FeedViewerRows

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

  /// A declared direction holds for texts that begin in another script, except for code.
  @Test func declaredDirectionsAreThoseOfTexts() throws {
    let html = """
      <div dir=rtl><p>Latin</p><p>עברית</p><p>12</p><pre>let x = 1 // עברית</pre>
      <table><tr><td>12<td>Latin<td>עברית</table></div>
      <div dir=ltr><p>עברית</p></div><p>עברית</p><table><tr><td>עברית<td>12<td>Latin</table>
      """
    let document = document(ArticleSource(format: .html, text: html).article())
    let rows = (0..<document.count).map { document.row(at: $0) }
    let (right, left) = (WritingDirection.rightToLeft, WritingDirection.leftToRight)
    expect(rows.map(\.isRightToLeft), equals: [true, true, true, false, true, false, true, true])
    expect(rows.prefix(4).map(\.baseDirection), equals: [right, nil, right, nil])
    expect(rows[5].baseDirection == left && rows[6].baseDirection == nil)
    // Numbers stand where the letters of their row begin.
    let template = ArticleTemplate(
      .tableRow(isHeader: false), ArticleTypography(), ArticleAppearance())
    func isTurned(_ row: Int) -> [Bool] {
      rows[row].cells.map { cell in
        template.cellText(cell, of: rows[row]).attributes.contains {
          if case .baseDirection(isRightToLeft: true) = $0.kind { true } else { false }
        }
      }
    }
    expect(isTurned(4), equals: [true, true, false])
    expect(isTurned(7), equals: [false, true, false])
  }

  /// What has no letters runs as the article does, and the rows of a table as the first one with letters.
  @Test func rowsWithoutLettersAndRowsOfTablesHaveOneDirection() throws {
    let html = """
      <p>12</p><pre>12</pre><hr><img src=a.png><p>Latin</p>
      <table><tr><td>1<td>2<tr><td>عدد<td>Latin<tr><td>Latin<td>3</table>
      """
    let article = ArticleSource(format: .html, text: html).article()
    for isRightToLeft in [false, true] {
      var document = ArticleDocument()
      document.isRightToLeft = isRightToLeft
      document.append(article)
      let directions = (0..<document.count).map { document.row(at: $0).isRightToLeft }
      let right = isRightToLeft
      expect(directions, equals: [right, false, right, right, false, true, true, true])
    }
  }

  @Test func documentThatIsExtendedKeepsWhatItsBeginningLearned() throws {
    let source = ArticleSource(
      format: .html,
      text: "<img src=a.png><img src=b.png><details><summary>S</summary><p>inside</details>"
        + String(repeating: "<p>more", count: 300))
    var found: ArticleDocument?
    var whole = document(
      source.article {
        found = document($0)
        return true
      })
    var beginning = try require(found)
    expect(beginning.article.isPartial)
    beginning.setPictureSize(Size(width: 30, height: 20), ofRow: 0)
    beginning.setPictureFailure("is broken", ofRow: 1)
    _ = beginning.toggleDisclosure(0)
    expect(
      whole.row(at: 0).picture?.size == nil && whole.kind(at: 1) == .picture && whole.row(at: 3).isHidden)
    whole.keepState(of: beginning)
    expect(whole.row(at: 0).picture?.size, equals: Size(width: 30, height: 20))
    expect(whole.kind(at: 1) == .placeholder && whole.row(at: 1).text == "b.png\nis broken")
    expect(!whole.row(at: 3).isHidden && whole.row(at: 3).text == "inside")
    expect(whole.count, equals: 304)
  }

  @Test func rowOfABlockIsFoundAtEveryByteOfIt() {
    let long = (0..<3_000).map { "Sentence \($0)." }.joined(separator: " ")
    let document = document(
      Article(blocks: [ArticleBlock(text: "one"), ArticleBlock(text: long), ArticleBlock(text: "three")]))
    expect(document.row(ofBlock: 0) == 0 && document.row(ofBlock: 2) == document.count - 1)
    expect(document.row(ofBlock: 3) == nil && document.count > 4)
    var start = 0
    for row in 1..<document.count - 1 {
      let length = document.textLength(at: row)
      expect(document.row(ofBlock: 1, offset: start), equals: row)
      expect(document.row(ofBlock: 1, offset: start + length - 1), equals: row)
      start += length
    }
    expect(start, equals: long.utf8.count)
  }
}
