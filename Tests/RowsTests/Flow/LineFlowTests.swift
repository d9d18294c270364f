import CGtk
import Expectations
import FeedViewerFeeds
import LayoutCore
import PangoText
import RandomNumbers
import TestRuns
import Testing
import WidgetTesting

@testable import FeedViewerRows

/// The lines of the pieces of a long text are those of one PangoLayout of the whole text.
@Suite(.serialized) struct LineFlowTests {
  private static let system = TextSystem()
  private let typography = ArticleTypography()

  /// Small pieces: few lines each.
  private static func limits(_ scalars: Int) -> ArticlePiece.Limits {
    var limits = ArticlePiece.Limits()
    limits.scalars = scalars
    limits.scalarsWithoutSpace = scalars
    limits.scalarsOfWord = max(scalars / 2, 2)
    limits.runs = 4
    return limits
  }

  private func document(_ block: ArticleBlock, _ scalars: Int) -> ArticleDocument {
    var document = ArticleDocument(limits: Self.limits(scalars))
    document.append(Article(blocks: [block]))
    return document
  }

  private func lineStarts(of row: ArticleRow, width: PangoUnits) -> [Int] {
    Self.system.linesByPango(
      of: ArticleTemplate.text(of: row, typography), in: LineConstraint(width: width)
    ).map(\.bytes.lowerBound)
  }

  /// Where the lines of the whole block start.
  private func truth(_ block: ArticleBlock, width: PangoUnits) -> [Int] {
    var document = ArticleDocument()
    document.append(Article(blocks: [block]))
    let whole = ArticlePiece(block: 0, range: 0..<block.text.utf8.count, separator: nil)
    return lineStarts(of: document.row(of: whole, at: 0), width: width)
  }

  /// Divides the long texts of a document at a width.
  ///
  /// - Returns: Whether all lines are those of the whole text, and the longest part that was laid out, in bytes.
  private func divide(_ document: inout ArticleDocument, width: PangoUnits) -> (isExact: Bool, longest: Int) {
    var isExact = true
    var longest = 0
    for text in document.longTexts {
      let before = document
      let first = document.piece(at: text.rows.lowerBound)?.separator
      var flow = LineFlow(text, of: document.text(ofBlock: text.block), separator: first)
      while !flow.isDone {
        let piece = flow.advance { part in
          longest = max(longest, part.count)
          let isFirst = part.lowerBound == text.bytes.lowerBound
          let row = before.row(
            of: ArticlePiece(
              block: text.block, range: part,
              separator: isFirst ? first : ArticleText.Separator.none), at: text.rows.lowerBound)
          return lineStarts(of: row, width: width).map { $0 + part.lowerBound }
        }
        _ = document.divide(text, into: [piece], next: flow.next)
      }
      isExact = isExact && flow.isExact
    }
    return (isExact, longest)
  }

  /// Where the lines of all rows start, in bytes of the block.
  private func shown(_ document: ArticleDocument, width: PangoUnits) -> [Int] {
    (0..<document.count).flatMap { row -> [Int] in
      guard let piece = document.piece(at: row), document.textLength(at: row) > 0 else { return [] }
      return lineStarts(of: document.row(at: row), width: width).map { $0 + piece.range.lowerBound }
    }
  }

  /// Checks that no byte is lost or repeated.
  private func expectWhole(_ document: ArticleDocument, _ text: String) {
    expect(Array(ArticleSelection.all.text(of: document).utf8), equals: Array(text.utf8))
  }

  /// Checks that rows begin a few lines from where they began without knowing the lines.
  private func expectNearby(
    _ document: ArticleDocument, _ truth: [Int], _ sourceLocation: SourceLocation
  ) {
    for text in document.longTexts {
      for (row, initial) in zip(text.rows, text.starts) where document.textLength(at: row) > 0 {
        let start = document.piece(at: row)?.range.lowerBound ?? 0
        let between = min(start, Int(initial))..<max(start, Int(initial))
        expect(truth.count { between.contains($0) } <= 9, "\(row)", sourceLocation: sourceLocation)
      }
    }
  }

  private func expectExact(
    _ block: ArticleBlock, scalars: Int, widths: [Int], _ sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var document = document(block, scalars)
    expect(document.longTexts.count > 0, sourceLocation: sourceLocation)
    for pixels in widths {
      let width = pixels * 1_024
      let found = divide(&document, width: width)
      expect(found.isExact, "\(pixels) px", sourceLocation: sourceLocation)
      let (lines, truth) = (shown(document, width: width), truth(block, width: width))
      expect(
        lines, equals: truth,
        "\(pixels) px: \(difference(lines, truth, of: block.text))",
        sourceLocation: sourceLocation)
      expectWhole(document, block.text)
      expectNearby(document, truth, sourceLocation)
    }
  }

  private func difference(_ lines: [Int], _ truth: [Int], of text: String) -> String {
    guard let index = Array(zip(lines, truth)).firstIndex(where: { $0 != $1 }), index > 0 else { return "" }
    return "after \(text.part(bytes: lines[index - 1]..<truth[index])) | \(lines[index])"
  }

  // MARK: Every script

  nonisolated static let scripts = TextCorpus.samples.filter { $0.utf8.count > 60 }

  @Test(arguments: scripts)
  func linesOfPiecesAreThoseOfTheWholeText(_ sample: String) {
    // Longer than what is looked at for a piece.
    let text = (0..<4_000 / sample.utf8.count).map { "\(sample) \($0)" }.joined(separator: " ")
    expectExact(ArticleBlock(text: text), scalars: 40, widths: TestRun.isFull ? [300, 171] : [171])
    expectExact(ArticleBlock(text: text), scalars: 250, widths: TestRun.isFull ? [620, 90, 420] : [620, 90])
  }

  @Test func wordsLongerThanPiecesAreBrokenBetweenTheirLetters() {
    for unit in ["a", "fi", "漢", "ไทย", "e\u{301}", "👨‍👩‍👧", "é-", "\u{FDFA}"] {
      let text = String(repeating: unit, count: 400 / unit.unicodeScalars.count)
      expectExact(ArticleBlock(text: text), scalars: 40, widths: [200, 90, 333])
    }
  }

  /// Pango shapes the rest of such a word again at each line.
  @Test func wordsOfManyLinesAreLaidOutAFewLinesAtATime() {
    for unit in ["&", "a", "-", "AV", "x=1;", "/path"] {
      let text = String(repeating: unit, count: 4_500 / unit.utf8.count)
      var document = document(ArticleBlock(text: text), 1_000)
      expect(divide(&document, width: 300 * 1_024).longest < 800, "\(unit)")
      expectExact(
        ArticleBlock(text: text), scalars: 1_000, widths: TestRun.isFull ? [300, 97, 1_200] : [300])
    }
  }

  @Test(arguments: 0..<TestRun.count(2, full: 6)) func longWordsAmongOthersHaveTheLinesOfTheWhole(_ seed: Int)
  {
    var random = SplitMix64(seed: UInt64(seed))
    let letters = Array("abcdefghijklmnopqrstuvwxyzAVWTo0123456789&-/.,_=?%(){}'\"!:;~")
    var words: [String] = []
    while words.joined(separator: " ").utf8.count < 6_000 {
      switch random.next() % 4 {
      case 0:
        words.append(
          String(
            (0..<Int.random(in: 200...1_800, using: &random)).map { _ in
              letters.randomElement(using: &random)!
            }))
      case 1: words.append(String(repeating: letters.randomElement(using: &random)!, count: 700))
      default: words.append(Self.scripts.randomElement(using: &random)!)
      }
    }
    let text = words.joined(separator: " ")
    expectExact(
      ArticleBlock(text: text), scalars: 400, widths: [300, Int.random(in: 60...900, using: &random)])
  }

  /// Lines of a wide window hold several pieces: the rows after the first one of them are empty.
  @Test func linesLongerThanPiecesLeaveRowsEmpty() {
    let text = (0..<40).map { "word\($0)" }.joined(separator: " ")
    let block = ArticleBlock(text: text)
    expectExact(block, scalars: 12, widths: [620, 60, 900, 100])
    var document = document(block, 12)
    _ = divide(&document, width: 620 * 1_024)
    let lengths = (0..<document.count).map { document.textLength(at: $0) }
    expect(lengths.first != 0 && lengths.count { $0 == 0 } > lengths.count / 2)
  }

  @Test func lineFeedsAndManySpacesStayWhereTheyAre() {
    for text in [
      "aaaa bbbb  cccc   dddd aaaa bbbb  cccc   dddd\n\neeee ffff\n gggg    hhhh iiii\njjjj",
      "a\u{3000}b\u{3000}\u{3000}c d\u{2003}e",
      "one\r\ntwo three\u{2028}four five\u{2029}six seven\ttabs\tand more words without line breaks",
    ] {
      let whole = Array(repeating: text, count: 12).joined(separator: " ")
      expectExact(ArticleBlock(text: whole), scalars: 30, widths: [120, 75, 260])
    }
  }

  // MARK: Attributes

  @Test func styledTextsHaveTheLinesOfTheWhole() {
    var random = SplitMix64(seed: 11)
    let samples = Self.scripts
    for _ in 0..<12 {
      let text = (0..<6).map { _ in samples[Int(random.next() % UInt64(samples.count))] }.joined(
        separator: " ")
      var places = [0]
      for character in text { places.append(places[places.count - 1] + character.utf8.count) }
      var runs: [ArticleRun] = []
      var index = 0
      let styles: [ArticleStyle] = [.strong, .emphasis, .code, .superscript, .small, .mark]
      while index < places.count - 1 {
        let end = min(index + 1 + Int(random.next() % 23), places.count - 1)
        if random.chance(0.4) {
          runs.append(
            ArticleRun(
              range: places[index]..<places[end], style: styles[Int(random.next() % UInt64(styles.count))],
              link: random.chance(0.3) ? "https://x.example/\(index)" : nil))
        }
        index = end
      }
      let width = 80 + Int(random.next() % 400)
      expectExact(ArticleBlock(text: text, runs: runs), scalars: 90, widths: [width, width + 37])
    }
  }

  // MARK: Directions

  /// The paragraph runs from right to left, but most of its pieces begin with a Latin word.
  @Test func piecesHaveTheDirectionOfTheWholeParagraph() {
    let text = "שלום " + (0..<60).map { "word\($0) (in Latin), אבג" }.joined(separator: " ")
    let block = ArticleBlock(text: text)
    expectExact(block, scalars: 60, widths: [240, 130])
    var document = document(block, 60)
    _ = divide(&document, width: 240 * 1_024)
    let directions = (0..<document.count).map { row -> [Bool] in
      Self.system.makeLayout(
        ArticleTemplate.text(of: document.row(at: row), typography), in: LineConstraint(width: 240 * 1_024)
      ).use { layout in
        (0..<pango_layout_get_line_count(layout)).map {
          pango_layout_get_line_readonly(layout, $0).pointee.resolved_dir == PANGO_DIRECTION_RTL.rawValue
        }
      }
    }
    expect(directions.joined().allSatisfy { $0 } && directions.joined().count > 30)
  }
}
