import Expectations
import Foundation
import FuzzInputs
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

/// Beginnings of articles, which are shown before the rest is read.
@Suite struct ArticleBeginningTests {
  /// Compares the beginnings of some lengths with the whole article.
  private func fault(in source: ArticleSource) -> String? {
    let whole = source.article()
    if whole.isPartial { return "the whole article is partial" }
    if let fault = ArticleCheck.fault(in: whole) { return fault }
    if source.hasBlocks == whole.blocks.isEmpty { return "it is not known whether there are blocks" }
    for (blocks, bytes) in [(1, 1_000_000), (2, 1_000_000), (7, 1_000_000), (200, 1), (200, 20), (200, 200)] {
      let (beginning, rest) = source.parts(blocks: blocks, bytes: bytes)
      if !contentsEqual(rest, whole) { return "\(blocks) blocks, \(bytes) bytes: the whole differs" }
      if let fault = fault(in: beginning, of: whole) { return "\(blocks) blocks, \(bytes) bytes: \(fault)" }
    }
    return nil
  }

  private func fault(in beginning: Article, of whole: Article) -> String? {
    if let fault = ArticleCheck.fault(in: beginning) { return fault }
    guard beginning.isPartial else { return contentsEqual(beginning, whole) ? nil : "it is not the whole" }
    guard !beginning.blocks.isEmpty, beginning.blocks.count <= whole.blocks.count else {
      return "\(beginning.blocks.count) of \(whole.blocks.count) blocks"
    }
    for (index, block) in beginning.blocks.enumerated() {
      var same = whole.blocks[index]
      // The last one may go on.
      if index == beginning.blocks.count - 1, same.text.hasPrefix(block.text) { same.text = block.text }
      if !self.same(block, same) { return "block \(index) differs: \(block) is not \(whole.blocks[index])" }
    }
    return nil
  }

  /// Links to places in the article are only resolved at the end.
  private func same(_ first: ArticleBlock, _ second: ArticleBlock) -> Bool {
    var first = first
    var second = second
    first.runs = []
    second.runs = []
    (first.kind, second.kind) = (unlinked(first.kind), unlinked(second.kind))
    return first == second
  }

  private func unlinked(_ kind: ArticleBlock.Kind) -> ArticleBlock.Kind {
    guard case .image(var image) = kind else { return kind }
    image.link = nil
    return .image(image)
  }

  private func contentsEqual(_ first: Article, _ second: Article) -> Bool {
    first.blocks == second.blocks && first.anchors == second.anchors && first.tables == second.tables
      && first.disclosures == second.disclosures
  }

  @Test func aBeginningHasTheFirstBlocks() {
    let source = ArticleSource(format: .html, text: String(repeating: "<p>abc d", count: 1_000))
    let (beginning, whole) = source.parts(blocks: 10)
    expect((10...11).contains(beginning.blocks.count))
    expect(beginning.isPartial && !beginning.isCut)
    expect(whole.blocks.count == 1_000 && !whole.isPartial)
    let short = ArticleSource(format: .html, text: "<p>a<p>b").parts(blocks: 2).beginning
    expect(short.blocks.map(\.text), equals: ["a", "b"])
    expect(!short.isPartial)
  }

  @Test func aLongBlockIsCutInItsBeginning() {
    for format in [ArticleSource.Format.html, .plain] {
      let source = ArticleSource(format: format, text: String(repeating: "abc \n", count: 1_000))
      let (beginning, whole) = source.parts(bytes: 50)
      expect(beginning.isPartial)
      expect((50...60).contains(beginning.plainText.utf8.count))
      expect(whole.plainText.hasPrefix(beginning.plainText))
    }
  }

  @Test func beginningsOfPlainTextAgree() {
    let source = ArticleSource(format: .plain, text: "a\nb\n\nc\n\u{3000}\n\nd\r\n\r\ne\rf\n\n")
    expect(source.article().blocks.map(\.text), equals: ["a\nb", "c", "d", "e\nf"])
    expect(fault(in: source) == nil)
    expect(source.parts(blocks: 2).beginning.blocks.map(\.text), equals: ["a\nb", "c"])
  }

  @Test func beginningsHaveTheSummaryOfADisclosureThatFollowsItsContent() {
    let content = String(repeating: "<p>abc</p>", count: 20)
    for html in [
      "<details>\(content)<summary>a long summary</summary>\(content)</details>\(content)",
      "<details>\(content)<details>\(content)<summary>a<p>b</p></summary></details></details>\(content)",
      "<details>\(content)</details>\(content)<details>a<summary>",
    ] {
      let source = ArticleSource(format: .html, text: html)
      expect(fault(in: source) == nil)
      expect(source.parts(blocks: 3).beginning.isPartial)
    }
  }

  @Test func beginningsOfRandomArticlesAgree() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<1_000 {
      let html = ArticlePieces.html(&random, 1...40)
        .replacing("</b>", with: "<tfoot>").replacing("</i>", with: "</tfoot>")
      if let fault = fault(in: ArticleSource(format: .html, text: html, link: "http://u/")) {
        Issue.record("\(html): \(fault)")
        return
      }
    }
  }

  @Test(.enabled(if: RealArticles.exist)) func beginningsOfRealArticlesAgree() {
    var count = 0
    RealArticles.forEach { name, source in
      count += 1
      if let fault = fault(in: source) { Issue.record("\(name): \(fault)") }
    }
    expect(count > 400)
  }

  /// Apart from white space, and the marks and mathematics that previews do without.
  @Test(.enabled(if: RealArticles.exist)) func realArticlesHaveTheWordsOfTheirPreviews() {
    func words(_ text: String) -> [Substring] {
      ArticlePieces.withoutMarks(text).split(whereSeparator: \.isWhitespace)
        .filter { !ArticlePieces.isMarker($0) }.sorted()
    }
    RealArticles.forEach { name, source in
      guard source.format == .html, !source.text.contains("<math") else { return }
      var scanner = HTMLText()
      var html = source.text
      var source = source
      source.mediaTexts = []
      let preview = html.withUTF8 { scanner.text(of: $0, style: .blocks)?.string } ?? ""
      expect(words(source.article().plainText), equals: words(preview), "\(name)")
    }
  }

  /// Nothing that is handed over moves later.
  @Test func theBeginningOfATableHasNoPartsThatMove() {
    let rows = String(repeating: "<tr><td>a<td>b", count: 20)
    for html in [
      "<table><tfoot>\(rows)</tfoot><tbody>\(rows)</table>", "<table><tfoot>\(rows)</tfoot>\(rows)</table>",
      "<table>\(rows)<tfoot>\(rows)</tfoot>\(rows)</table>",
      "<table>\(rows)<caption>c</caption>\(rows)</table>",
      "<table>\(rows)</table><table>\(rows)<thead>\(rows)</table>",
    ] {
      expect(fault(in: ArticleSource(format: .html, text: html + "<p>c<p>d")), equals: nil, "\(html)")
    }
    let long = ArticleSource(format: .html, text: "<table>\(rows)</table>")
    expect(long.parts(blocks: 5).beginning.blocks.count, equals: 5)
  }

  @Test func aBeginningIsHandedOverOnce() {
    var count = 0
    let source = ArticleSource(format: .html, text: String(repeating: "<p>abc", count: 1_000))
    _ = source.article { _ in
      count += 1
      return true
    }
    expect(count, equals: 1)
  }

  @Test(arguments: [
    "", "<p></p>", "&nbsp;", "<img src=a>", "<table><tr><td></table>", "<details>", "<hr>", "a",
  ])
  func whetherThereAreBlocksIsKnownFromTheirBeginning(html: String) {
    for format in [ArticleSource.Format.html, .plain] {
      let source = ArticleSource(format: format, text: html)
      expect(source.hasBlocks, equals: !source.article().blocks.isEmpty)
    }
  }

  /// The rest is not read if the reader of the article has gone, nor to find out whether there are blocks.
  @Test(arguments: ["<p>abc <b>d</b></p>", "abc <b>d</b> "])
  func aBeginningTakesNoLongerForALongerText(html: String) {
    func work(_ count: Int) -> Double {
      let source = ArticleSource(format: .html, text: String(repeating: html, count: count))
      let start = threadSeconds()
      for _ in 0..<20 {
        _ = source.read(ArticleBeginning(blocks: 50, bytes: 1_000) { _ in false })
        expect(source.hasBlocks)
      }
      return threadSeconds() - start
    }
    // Reading all would be a hundred times as much.
    expect(work(200_000) < 10 * max(work(2_000), 0.001))
  }

  /// A beginning that has nothing to show yet is tried again and again.
  @Test(arguments: ["&nbsp;", "<details><summary>", "<td>&nbsp;", "<table><caption>a<tr><td>b"])
  func workGrowsLinearlyUntilThereIsABeginning(html: String) {
    func work(_ count: Int) -> Double {
      let source = ArticleSource(format: .html, text: "<table>" + String(repeating: html, count: count))
      let start = threadSeconds()
      _ = source.hasBlocks
      return threadSeconds() - start
    }
    // Quadratic work would be 64 times as much.
    expect(work(80_000) < 22 * max(work(10_000), 0.001))
  }
}

extension ArticleSource {
  /// The beginning, or all of a short article, and the whole, read at once.
  func parts(blocks: Int = 200, bytes: Int = 200_000) -> (beginning: Article, whole: Article) {
    var beginning: Article?
    let whole = read(
      ArticleBeginning(blocks: blocks, bytes: bytes) {
        beginning = $0
        return true
      })
    return (beginning ?? whole, whole)
  }
}
