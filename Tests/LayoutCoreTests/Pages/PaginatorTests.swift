import Expectations
import LayoutCore
import RandomNumbers
import TestRuns
import Testing

/// How lines, headings, tables and footnotes are divided into pages.
@Suite struct PaginatorTests {
  private func paragraph(_ lines: Int, height: Int = 10, space: Int = 0) -> PageBlock {
    PageBlock(lines: Array(repeating: PageLine(height: height), count: lines), spaceAbove: space)
  }

  private func heading(_ lines: Int = 1) -> PageBlock {
    PageBlock(
      lines: Array(repeating: PageLine(height: 10), count: lines), keepsWithNext: true, keepsTogether: true)
  }

  /// The lines of each page as `block:first-last`.
  private func described(_ pages: [Page]) -> [String] {
    pages.map { page in
      page.fragments.map { "\($0.block):\($0.lines.lowerBound)-\($0.lines.upperBound - 1)" }
        .joined(separator: " ")
    }
  }

  @Test func linesFillPages() {
    let pages = Paginator(pageHeight: 40).pages(of: [paragraph(2), paragraph(2), paragraph(4)])
    expect(described(pages), equals: ["0:0-1 1:0-1", "2:0-3"])
    expect(Paginator(pageHeight: 40).pages(of: []).isEmpty)
  }

  @Test func spaceAboveIsDroppedAtTheTopOfAPage() {
    let pages = Paginator(pageHeight: 45).pages(of: [paragraph(2, space: 9), paragraph(4, space: 5)])
    expect(described(pages), equals: ["0:0-1 1:0-1", "1:2-3"])
    expect(pages.map { $0.fragments.map(\.top) }, equals: [[0, 25], [0]])
  }

  @Test func dividedParagraphsHaveTwoLinesOnEachSide() {
    // Three lines fit below the first paragraph, but would leave one of four alone.
    expect(
      described(Paginator(pageHeight: 50).pages(of: [paragraph(2), paragraph(4)])),
      equals: ["0:0-1 1:0-1", "1:2-3"])
    // One line of the second would be alone at the end of the page.
    expect(
      described(Paginator(pageHeight: 30).pages(of: [paragraph(2), paragraph(4)])),
      equals: ["0:0-1", "1:0-1", "1:2-3"])
    expect(
      described(Paginator(pageHeight: 40).pages(of: [paragraph(2), paragraph(3)])),
      equals: ["0:0-1", "1:0-2"])
  }

  @Test func headingsNeverEndAPage() {
    expect(
      described(Paginator(pageHeight: 40).pages(of: [paragraph(3), heading(), paragraph(2)])),
      equals: ["0:0-2", "1:0-0 2:0-1"])
    // Nor does a heading below a heading.
    expect(
      described(Paginator(pageHeight: 40).pages(of: [paragraph(2), heading(), heading(), paragraph(2)])),
      equals: ["0:0-1", "1:0-0 2:0-0 3:0-1"])
    // Two lines of the text are enough.
    expect(
      described(Paginator(pageHeight: 40).pages(of: [heading(), paragraph(5)])),
      equals: ["0:0-0 1:0-2", "1:3-4"])
  }

  @Test func rulesGiveWayWhereNothingElseFits() {
    // Headings that are higher than a page.
    expect(
      described(Paginator(pageHeight: 20).pages(of: [heading(), heading(), heading(), paragraph(1)])),
      equals: ["0:0-0 1:0-0", "2:0-0 3:0-0"])
    var table = paragraph(6)
    table.keepsTogether = true
    expect(
      described(Paginator(pageHeight: 60).pages(of: [paragraph(1), table])), equals: ["0:0-0", "1:0-5"])
    // A block that no page can hold begins at once.
    expect(
      described(Paginator(pageHeight: 50).pages(of: [paragraph(1), table])), equals: ["0:0-0 1:0-3", "1:4-5"])
    // A line that is higher than a page has one for itself.
    expect(
      described(Paginator(pageHeight: 20).pages(of: [paragraph(1), paragraph(1, height: 99), paragraph(1)])),
      equals: ["0:0-0", "1:0-0", "2:0-0"])
  }

  @Test func linesThatGoOnAreNotDivided() {
    // Four lines of code, of which the second takes three rows.
    var code = paragraph(6)
    for row in [2, 3] { code.lines[row].continuesLine = true }
    expect(described(Paginator(pageHeight: 60).pages(of: [paragraph(3), code])), equals: ["0:0-2", "1:0-5"])
    expect(
      described(Paginator(pageHeight: 70).pages(of: [paragraph(3), code])), equals: ["0:0-2 1:0-3", "1:4-5"])
    // Higher than a page.
    for row in code.lines.indices.dropFirst() { code.lines[row].continuesLine = true }
    expect(described(Paginator(pageHeight: 30).pages(of: [code])), equals: ["0:0-2", "0:3-5"])
  }

  @Test func headersAreRepeated() {
    var rows = (0..<5).map { _ in paragraph(1) }
    rows[0].keepsWithNext = true
    for row in 1..<5 { rows[row].header = 0 }
    let pages = Paginator(pageHeight: 30).pages(of: rows)
    expect(described(pages), equals: ["0:0-0 1:0-0 2:0-0", "3:0-0 4:0-0"])
    expect(pages.map(\.header), equals: [nil, 0])
    expect(pages[1].fragments.map(\.top), equals: [10, 20])
    // Not where it would take half of the page.
    expect(Paginator(pageHeight: 20).pages(of: rows).allSatisfy { $0.header == nil })
  }

  @Test func footnotesAreOnThePageOfTheirLines() {
    var text = paragraph(8)
    text.lines[1].notes = [0]
    text.lines[2].notes = [1, 0]
    text.lines[7].notes = [0]
    let paginator = Paginator(pageHeight: 60, noteHeights: [10, 10], spaceAboveNotes: 5)
    let pages = paginator.pages(of: [text])
    // A third line would fit without the second footnote.
    expect(described(pages), equals: ["0:0-2", "0:3-5", "0:6-7"])
    expect(pages.map(\.notes), equals: [[0, 1], [], [0]])
    expect(paginator.height(ofNotes: [0, 1]), equals: 25)
  }

  @Test func footnotesThatDoNotFitComeFirstOnTheNextPage() {
    var text = paragraph(3)
    text.lines[0].notes = [0, 1, 2]
    let pages = Paginator(pageHeight: 30, noteHeights: [10, 10, 10], spaceAboveNotes: 5).pages(of: [text])
    expect(pages.map(\.notes), equals: [[0], [1, 2], []])
    expect(described(pages), equals: ["0:0-0", "", "0:1-2"])
  }

  // MARK: Random texts

  /// Blocks of all kinds, some with footnotes, and heights of footnotes.
  private static func randomText(
    _ random: inout SplitMix64
  ) -> (blocks: [PageBlock], paginator: Paginator) {
    let noteHeights = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      Int.random(in: 0...25, using: &random)
    }
    var header: Int?
    let blocks = (0..<Int.random(in: 1...40, using: &random)).map { index in
      let lines = (0..<Int.random(in: 1...(random.chance(0.1) ? 40 : 6), using: &random)).map { _ in
        PageLine(
          height: random.chance(0.03)
            ? Int.random(in: 0...300, using: &random) : Int.random(in: 8...15, using: &random),
          notes: noteHeights.isEmpty || !random.chance(0.1)
            ? []
            : (0..<Int.random(in: 1...5, using: &random)).map { _ in
              noteHeights.indices.randomElement(using: &random)!
            },
          continuesLine: random.chance(0.15))
      }
      if random.chance(0.1) { header = index > 0 ? index - 1 : nil }
      if random.chance(0.2) { header = nil }
      return PageBlock(
        lines: lines, spaceAbove: Int.random(in: 0...20, using: &random), keepsWithNext: random.chance(0.2),
        keepsTogether: random.chance(0.2), header: header)
    }
    return (
      blocks,
      Paginator(
        pageHeight: Int.random(in: 60...200, using: &random), noteHeights: noteHeights,
        spaceAboveNotes: Int.random(in: 0...10, using: &random))
    )
  }

  @Test(arguments: 0..<8) func everyRandomTextKeepsTheRules(_ part: Int) {
    for seed in 0..<TestRun.count(200, full: 500) {
      var random = SplitMix64(seed: UInt64(part * 500 + seed))
      let (blocks, paginator) = Self.randomText(&random)
      let check = PageCheck(blocks, paginator)
      expect(check.violations, equals: [], "seed \(part * 500 + seed)")
    }
  }
}
