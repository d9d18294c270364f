import Expectations
import Foundation
import FuzzInputs
import Testing

@testable import FeedViewerFeeds

/// What is in an article of a random document is what a browser shows of it: each text, picture and target once.
///
/// What the article has besides: quotation marks, parentheses of ruby, markers, and signs of boxes.
@Suite struct ShownDocumentTests {
  /// With `TEST_FULL=1` all 20,000 documents are tried.
  private static let count: UInt64 = getenv("TEST_FULL") == nil ? 1_000 : 20_000

  private func fault(in document: ShownDocument) -> String? {
    let article = ArticleReader.article(html: document.html)
    if let fault = ArticleCheck.fault(in: article) { return fault }
    let all = article.blocks.map(\.text).joined(separator: "\n")
    // Words may be joined, as in a browser.
    let found = all.matches(of: /w\d+w/).map { String($0.output) }
    if found != document.words { return "words \(found), not \(document.words)" }
    let pictures = article.images.map { "\($0.sources[0].reference) \($0.alternative ?? $0.title ?? "")" }
    if pictures.sorted() != document.pictures.sorted() {
      return "pictures \(pictures), not \(document.pictures)"
    }
    let targets = Set(article.blocks.flatMap { $0.runs.compactMap(\.link) })
    if targets != Set(document.links) { return "links \(targets), not \(document.links)" }
    let media = article.blocks.compactMap {
      if case .embed(let embed) = $0.kind { embed.address } else { nil }
    }
    if media.sorted() != document.media.sorted() { return "media \(media), not \(document.media)" }
    return nil
  }

  @Test func documentsShowWhatBrowsersShow() {
    for seed in 0..<Self.count {
      let document = ShownDocument(seed: seed)
      if let fault = fault(in: document) {
        Issue.record("seed \(seed): \(fault)\n\(document.html)")
        return
      }
    }
  }

  @Test func documentsHideAndShowSomething() {
    let documents = (0..<100).map { ShownDocument(seed: $0) }
    expect(documents.reduce(0) { $0 + $1.words.count } > 1_000)
    expect(documents.reduce(0) { $0 + $1.hiddenWords.count } > 100)
    expect(documents.reduce(0) { $0 + $1.pictures.count } > 100)
  }
}
