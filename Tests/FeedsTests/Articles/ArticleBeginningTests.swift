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
    for (blocks, bytes) in [(1, 1_000_000), (2, 1_000_000), (7, 1_000_000), (200, 1), (200, 20), (200, 200)] {
      let beginning = source.beginning(blockCount: blocks, byteCount: bytes)
      if let fault = fault(in: beginning, of: whole) { return "\(blocks) blocks, \(bytes) bytes: \(fault)" }
    }
    return nil
  }

  private func fault(in beginning: Article, of whole: Article) -> String? {
    if let fault = ArticleCheck.fault(in: beginning) { return fault }
    guard beginning.isPartial else { return contentsEqual(beginning, whole) ? nil : "it is not the whole" }
    for (index, block) in beginning.blocks.enumerated() {
      guard whole.blocks.indices.contains(index) else { return "too many blocks" }
      if same(block, whole.blocks[index]) { continue }
      guard index == beginning.blocks.count - 1 else {
        return "block \(index) differs: \(block) is not \(whole.blocks[index])"
      }
      guard whole.blocks[index].text.hasPrefix(block.text) || index == 0 && isRow(block, whole.blocks[index])
      else { return "the last block differs: \(block) is not \(whole.blocks[index])" }
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

  /// The beginning of a row at the start of an article may be laid out in another way.
  private func isRow(_ block: ArticleBlock, _ whole: ArticleBlock) -> Bool {
    block.table != nil || whole.table != nil
  }

  @Test func aBeginningHasTheFirstBlocks() {
    let source = ArticleSource(format: .html, text: String(repeating: "<p>abc d", count: 1_000))
    let beginning = source.beginning(blockCount: 10)
    expect((10...11).contains(beginning.blocks.count))
    expect(beginning.isPartial && !beginning.isCut)
    expect(!source.article().isPartial)
    let short = ArticleSource(format: .html, text: "<p>a<p>b").beginning(blockCount: 2)
    expect(short.blocks.map(\.text), equals: ["a", "b"])
    expect(!short.isPartial)
  }

  @Test func aLongBlockIsCutInItsBeginning() {
    for format in [ArticleSource.Format.html, .plain] {
      let source = ArticleSource(format: format, text: String(repeating: "abc \n", count: 1_000))
      let beginning = source.beginning(byteCount: 50)
      expect(beginning.isPartial)
      expect((50...60).contains(beginning.plainText.utf8.count))
      expect(source.article().plainText.hasPrefix(beginning.plainText))
    }
  }

  @Test func beginningsOfPlainTextAgree() {
    let source = ArticleSource(format: .plain, text: "a\nb\n\nc\n\u{3000}\n\nd\r\n\r\ne\rf\n\n")
    expect(source.article().blocks.map(\.text), equals: ["a\nb", "c", "d", "e\nf"])
    expect(fault(in: source) == nil)
    expect(source.beginning(blockCount: 2).blocks.map(\.text), equals: ["a\nb", "c"])
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
      expect(source.beginning(blockCount: 3).isPartial)
    }
  }

  @Test func beginningsOfRandomArticlesAgree() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<1_000 {
      let html = ArticlePieces.html(&random, 1...40)
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

  /// Reading a beginning does not read the rest.
  @Test func aBeginningTakesNoLongerForALongerText() {
    func work(_ count: Int) -> Double {
      let source = ArticleSource(format: .html, text: String(repeating: "<p>abc <b>d</b></p>", count: count))
      let start = threadSeconds()
      for _ in 0..<20 { _ = source.beginning(blockCount: 50) }
      return threadSeconds() - start
    }
    // Reading all would be a hundred times as much.
    expect(work(200_000) < 10 * max(work(2_000), 0.001))
  }
}
