import CGtk
import Expectations
import FeedViewerFeeds
import LayoutCore
import Testing

@testable import FeedViewerRows

/// Articles on pages of paper.
@Suite struct PrintedArticleTests {
  private static let paper = PrintGeometry(paper: Size(width: 595, height: 842))

  private func printed(
    _ html: String, on geometry: PrintGeometry = paper
  ) -> PrintedArticle {
    var document = ArticleDocument(title: "T", language: "en")
    document.append(ArticleRow(.title, "The title"))
    document.append(ArticleSource(format: .html, text: html, base: "https://x.example/").article())
    let names = PrintedArticle.Names(title: "The title", feed: "Feed") { "\($0) of \($1)" }
    let article = PrintedArticle(document, names, on: geometry, fontFamily: "Sans") { $0 }
    while !article.layOut() {}
    return article
  }

  /// The texts of the lines of each page, as they are drawn.
  private func texts(of article: PrintedArticle) -> [[String]] {
    article.pages.map { page in
      page.fragments.flatMap { fragment in
        article.printedLines(of: fragment).map { line in
          line.parts.compactMap { part in
            guard case .text(let line, let layout, _) = part.content else { return nil }
            return layout.use { layout in
              let start = Int(line.pointee.start_index)
              let bytes = UnsafeRawBufferPointer(
                start: pango_layout_get_text(layout) + start, count: Int(line.pointee.length))
              return String(decoding: bytes, as: UTF8.self)
            }
          }.joined(separator: "|")
        }
      }
    }
  }

  @Test func shortArticlesHaveOnePage() {
    let article = printed("<h2>Head</h2><p>Text<ul><li>one<li>two</ul>")
    expect(texts(of: article), equals: [["The title", "Head", "Text", "one|•", "two|•"]])
  }

  @Test func cellsAreAlignedAsDeclared() throws {
    func places(_ attributes: String) -> [Double] {
      let article = printed(
        "<table><tr><td>a long text in the first column<td>b<tr><td \(attributes)>x<td>c</table>")
      return article.pages[0].fragments.flatMap { article.printedLines(of: $0) }.last?.parts.map(\.x) ?? []
    }
    let (left, center, right) = (places(""), places("align=center"), places("style='text-align:right'"))
    try require(left.count == 2 && center.count == 2 && right.count == 2)
    expect(left[0] + 20 < center[0] && center[0] + 20 < right[0] && right[0] < right[1])
    expect(left[1] == center[1] && center[1] == right[1])
  }

  /// Words that can be told apart.
  private func words(_ count: Int) -> [String] { (0..<count).map { "w\($0)" } }

  private func expectEveryWordOnce(
    _ words: [String], in html: String, _ place: SourceLocation = #_sourceLocation
  ) {
    let article = printed(html)
    var found: [String] = []
    for line in texts(of: article).joined().dropFirst() {
      for word in line.split(whereSeparator: { $0 == " " || $0 == "|" }) where word.hasPrefix("w") {
        found.append(String(word))
      }
    }
    expect(found, equals: words, sourceLocation: place)
    expect(article.pages.count > 10, sourceLocation: place)
  }

  @Test func everyWordIsPrintedOnce() {
    // One long paragraph, which the document divides.
    let many = words(6_000)
    expectEveryWordOnce(many, in: "<p>" + many.joined(separator: " "))
    let some = words(900)
    expectEveryWordOnce(some, in: some.map { "<p>\($0)" }.joined())
    expectEveryWordOnce(some, in: "<pre>" + some.joined(separator: "\n"))
    let rows = some.map { "<tr><td>\($0)<td>x" }.joined()
    expectEveryWordOnce(some, in: "<table>\(rows)</table>")
  }

  @Test func partsOfALongParagraphEndWithFullLines() {
    let article = printed("<p>" + (0..<6_000).map { "w\($0)" }.joined(separator: " "))
    let lines = texts(of: article).flatMap { $0 }.dropFirst().dropLast()
    // All lines but the last one are full.
    expect(lines.allSatisfy { $0.utf8.count > 45 })
    expect(article.blocks.count, equals: 2)
  }

  @Test func linesOfCodeAreNotDividedBetweenPages() {
    for count in 1...6 {
      let line = (0..<count * 9).map { "word\($0)" }.joined(separator: " ")
      let lineCount = 40 + 200 / count
      let lines = (0..<lineCount).map { "L\($0) \(line)" }.joined(separator: "\n")
      let text = String(repeating: "before ", count: count * 40)
      let pages = texts(of: printed("<p>\(text)<pre>\(lines)"))
      expect(pages.count > 4)
      for (number, page) in pages.enumerated().dropFirst() {
        expect(page.first?.hasPrefix("L"), equals: true, "page \(number) of \(count): \(page.first ?? "")")
      }
      expect(pages.flatMap { $0 }.count { $0.hasPrefix("L") }, equals: lineCount)
    }
  }

  @Test func linksAreFootnotesOfTheirPages() {
    let text = (0..<300).map {
      $0 % 100 == 0 ? "<p>See <a href=\"https://l.example/\($0)\">it</a>." : "<p>Paragraph \($0)."
    }.joined()
    let article = printed(text)
    let lines = texts(of: article)
    for note in 0..<3 {
      let page = lines.firstIndex { $0.contains("See it\u{2060}\(note + 1).") }
      expect(page != nil && article.pages[page!].notes == [note])
    }
    expect(article.notes.texts == ["https://l.example/0", "https://l.example/100", "https://l.example/200"])
  }

  @Test func headersOfTablesAreRepeated() {
    let rows = (0..<120).map { "<tr><td>\($0)<td>b" }.joined()
    let article = printed("<table><tr><th>A<th>B</tr>\(rows)</table>")
    expect(article.pages.count > 1)
    expect(article.pages.dropFirst().allSatisfy { $0.header == 1 })
  }

  @Test func disclosuresAreOpenOnPaper() {
    let article = printed("<details><summary>More</summary><p>hidden</details>")
    expect(texts(of: article).flatMap { $0 }.contains("hidden"))
  }

  @Test func tablesFitTheColumn() throws {
    var columns = TableColumns(count: 3)
    columns.fit(0..<1, preferred: 900) { 500 }
    columns.fit(1..<2, preferred: 40) { 20 }
    columns.fit(2..<3, preferred: 40) { 20 }
    let narrow = try require(RowTypesetter.widths(of: columns, in: 400))
    expect(abs(narrow.reduce(0, +) - 400) < 0.01)
    // The wide column gives, not the narrow ones.
    expect(narrow[1] > 29)
    let wide = try require(RowTypesetter.widths(of: columns, in: 2_000))
    expect(abs(wide.reduce(0, +) - 1_010) < 0.01)
    expect(RowTypesetter.widths(of: TableColumns(count: 100), in: 400) == nil)
  }

  @Test func smallPaperHasSmallMargins() {
    let small = PrintGeometry(paper: Size(width: 298, height: 420))
    expect(small.column.size.width > 220 && small.column.size.height > 300)
    expect(Self.paper.column.size.width, equals: 400)
    expect(PrintGeometry(paper: Size(width: 298, height: 420), leastMargin: 60).column.minX, equals: 60)
    let article = printed("<p>" + String(repeating: "word ", count: 500), on: small)
    expect(article.pages.count > 1)
  }
}

extension PrintedArticle {
  /// The lines that a page shows of a block.
  fileprivate func printedLines(of fragment: Page.Fragment) -> [PrintedRow.Line] {
    let first = firstSegments[fragment.block]
    let end = fragment.block + 1 < firstSegments.count ? firstSegments[fragment.block + 1] : segments.count
    let lines = segments[first..<end].flatMap { segment in
      (printedRow(at: segment.row, segment.piece)?.printed.lines ?? []).prefix(segment.lineCount)
    }
    return Array(lines[fragment.lines])
  }
}
