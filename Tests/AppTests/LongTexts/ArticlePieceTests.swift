import Expectations
import FeedViewerFeeds
import Foundation
import TestRuns
import Testing

@testable import FeedViewerRows

/// The boundaries between the pieces of long blocks, and that no text is lost there.
struct ArticlePieceTests {
  private let limits: ArticlePiece.Limits = {
    var limits = ArticlePiece.Limits()
    limits.scalars = 12
    limits.scalarsWithoutSpace = 12
    limits.scalarsOfWord = 6
    limits.lines = 3
    limits.runs = 2
    return limits
  }()

  private func texts(
    _ block: ArticleBlock, _ limits: ArticlePiece.Limits? = nil
  ) -> [(text: String, separator: ArticleText.Separator)] {
    block.pieces(number: 0, limits: limits).map { (block.part($0).text, $0.separator ?? .blankLine) }
  }

  private func pieces(_ text: String) -> [String] { texts(ArticleBlock(text: text), limits).map(\.text) }

  private func joined(_ texts: [(text: String, separator: ArticleText.Separator)]) -> String {
    let first = texts.first.map(\.text) ?? ""
    return first + texts.dropFirst().map { $0.separator.rawValue + $0.text }.joined()
  }

  @Test func piecesEndAtLinesSentencesSpacesAndGraphemes() {
    // Pieces end at lines, then sentences, then spaces.
    expect(pieces("short"), equals: ["short"])
    expect(pieces("aaaa bbb\ncccc dddd"), equals: ["aaaa bbb", "cccc dddd"])
    expect(pieces("a\nb\nc\nd"), equals: ["a\nb\nc", "d"])
    expect(pieces("aaaa bb. cccc dddd"), equals: ["aaaa bb. ", "cccc dddd"])
    expect(pieces("aaaa bbbb cccc dddd"), equals: ["aaaa bbbb ", "cccc dddd"])
    expect(pieces("潮潮潮潮潮潮潮。潮潮潮潮潮潮"), equals: ["潮潮潮潮潮潮潮。", "潮潮潮潮潮潮"])
    // A line feed at the very end starts no further piece.
    expect(pieces("aaaaaaaaaaa\n"), equals: ["aaaaaaaaaaa\n"])
    // Long words are divided between graphemes.
    // The last of the six characters may continue, so the piece has five.
    expect(pieces("aaaaaaaaaaaaaa"), equals: ["aaaaa", "aaaaaaaaa"])
    expect(pieces("eeee\u{301}\u{301}eeeeeeeee").first, equals: "eee")
    let families = pieces("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧")
    expect(families == ["👨‍👩‍👧", "👨‍👩‍👧👨‍👩‍👧"] || families == ["👨‍👩‍👧", "👨‍👩‍👧", "👨‍👩‍👧"])
    // A character with more marks than a piece may have is divided.
    expect(
      pieces("e" + String(repeating: "\u{301}", count: 20)).map(\.unicodeScalars.count), equals: [6, 6, 9])
  }

  /// Each is a single grapheme of any length, and takes time quadratic in its length.
  @Test(arguments: ["क्", "ក្", "\u{11091}\u{110B9}", "क\u{93C}\u{94D}\u{200D}"])
  func longChainsOfLettersAreDivided(_ unit: String) {
    let length = unit.unicodeScalars.count
    let chain = String(repeating: unit, count: 500)
    expect(
      pieces(of: chain).allSatisfy {
        $0.utf8.starts(with: unit.utf8) && [32 * length, 500 % 32 * length].contains($0.unicodeScalars.count)
      })
    // Consecutive shorter chains, as many as fit one piece.
    let line = Array(repeating: String(repeating: unit, count: 150), count: 20).joined(separator: " ")
    for text in [chain, line, "a" + chain, String(repeating: "a", count: 1_990) + chain] {
      let pieces = pieces(of: text)
      expect(pieces.joined(), equals: text)
      for piece in pieces {
        expect(
          piece.split(separator: " ").allSatisfy {
            $0.unicodeScalars.count { $0.properties.canonicalCombiningClass == .virama } <= 32
          })
      }
    }
    // Words of living languages are not divided.
    expect(
      pieces(of: "a" + String(repeating: unit, count: 30) + String(repeating: " word", count: 100)).count,
      equals: 1)
  }

  @Test func charactersWithManyMarksAreDivided() {
    for mark in ["\u{301}", "\u{F90}", "\u{94D}"] {
      let text = "words e" + String(repeating: mark, count: 300) + " and more"
      let pieces = pieces(of: text)
      expect(pieces.joined(), equals: text)
      expect(pieces.count == 5 && pieces.allSatisfy { $0.unicodeScalars.count <= 80 })
    }
  }

  /// A layout takes time quadratic in the tabs of a line.
  @Test func linesOfManyTabsAreDivided() {
    let text = "b" + String(repeating: "\t", count: 3_000) + "a"
    let pieces = pieces(of: text)
    expect(pieces.joined(), equals: text)
    expect(pieces.allSatisfy { $0.utf8.count { $0 == 0x09 } <= 500 })
    // Columns of a table as text stay together.
    let table = Array(repeating: "a\tb\tc\td\te\tf", count: 190).joined(separator: "\n")
    expect(self.pieces(of: table), equals: [table])
  }

  /// Without wrapping, a line of code that does not fit one piece is one row, so that its pieces have no other lines.
  @Test func longLinesOfCodeHavePiecesOfTheirOwn() {
    func pieces(_ text: String, runs: [ArticleRun] = []) -> [String] {
      texts(ArticleBlock(kind: .preformatted, text: text, runs: runs), limits).map {
        ($0.separator == .lineFeed ? "\n" : "") + $0.text
      }
    }
    expect(pieces("aa bb\ncc"), equals: ["aa bb\ncc"])
    expect(pieces("a\nbbb ccc ddd eee fff\ng\nh"), equals: ["a", "\nbbb ccc ddd ", "eee fff", "\ng\nh"])
    let word = String(repeating: "b", count: 14)
    expect(pieces("a\n\(word)\nc"), equals: ["a", "\nbbbbb", "bbbbbbbbb", "\nc"])
    // Highlighted words do not divide a line that fits.
    let runs = (0..<6).map { ArticleRun(range: 2 * $0..<2 * $0 + 1, style: .strong) }
    expect(pieces("a b\nc d\ne f", runs: runs), equals: ["a b", "\nc d", "\ne f"])
  }

  @Test func linesOfCodeAreJoined() throws {
    let line = String(repeating: "x", count: 40)
    var document = ArticleDocument(limits: limits)
    document.append(
      Article(blocks: [
        ArticleBlock(kind: .preformatted, text: "a\n\(line)\nb"),
        ArticleBlock(kind: .preformatted, text: "c\u{2028}\(line)"), ArticleBlock(text: line),
      ]))
    func texts(_ block: Int) -> [String] {
      (0..<document.count).filter { document.block(at: $0) == block && !document.row(at: $0).isHidden }
        .map { document.row(at: $0).text }
    }
    let (code, separated, prose) = (texts(0), texts(1), texts(2))
    expect(code.count > 5 && document.setJoinsCodeLines(true).count == code.count - 2)
    expect(texts(0), equals: ["a", line, "b"])
    let row = try require((0..<document.count).first { document.row(at: $0).text == line })
    expect(document.row(at: row).lineParts.map(\.lowerBound).first, equals: 0)
    expect(document.row(at: row).lineParts.last?.upperBound, equals: 40)
    // A line of two lines, and prose.
    expect(texts(1) == separated && texts(2) == prose)
    expect(document.setJoinsCodeLines(true), equals: [])
    expect(document.setJoinsCodeLines(false).count == code.count - 2 && texts(0) == code)
  }

  private func pieces(of text: String) -> [String] {
    let block = ArticleBlock(text: text)
    return block.pieces(number: 0).map { block.part($0).text }
  }

  @Test func piecesKeepStylesAndOnlyTheFirstHasTheMarker() {
    let block = ArticleBlock(
      kind: .listItem(.bullet), text: "aaaa bbbb cccc dddd",
      runs: [ArticleRun(range: 3..<13, style: .strong), ArticleRun(range: 17..<19, style: .emphasis)])
    let parts = block.pieces(number: 7, limits: limits).map(block.part)
    expect(parts.map { $0.runs.map(\.range) }, equals: [[3..<10], [0..<3, 7..<9]])
    expect(parts.map(\.kind), equals: [.listItem(.bullet), .paragraph])
    expect(block.pieces(number: 7).map(\.block), equals: [7])
  }

  @Test func manyLinksAreDivided() {
    let runs = (0..<7).map { ArticleRun(range: $0..<$0 + 1, link: "https://x.example/\($0)") }
    let block = ArticleBlock(text: "abcdefgh", runs: runs)
    let parts = block.pieces(number: 0, limits: limits).map(block.part)
    expect(parts.map(\.text), equals: ["ab", "cd", "ef", "gh"])
    expect(parts.flatMap(\.runs).map(\.link), equals: runs.map(\.link))
  }

  @Test func piecesHaveTheDirectionOfTheirBlock() {
    let block = ArticleBlock(text: "שלום " + String(repeating: "abcd ", count: 10))
    let parts = block.pieces(number: 0, limits: limits).map(block.part)
    expect(parts.count > 3 && parts.allSatisfy { $0.direction == .rightToLeft })
  }

  @Test func piecesTogetherAreTheWholeText() {
    var random = SystemRandomNumberGenerator()
    let units = [
      "a", "b ", " ", "\n", "\t", ". ", "e\u{301}", "\u{301}", "潮", "。", "👨‍👩‍👧", "🇩🇪", "\u{FDFA}", "שלום", "\r\n",
      "\u{2028}", "क्", "\u{F90}",
    ]
    for _ in 0..<300 {
      let length = Int.random(in: 0...80, using: &random)
      let text = (0..<length).map { _ in units.randomElement(using: &random)! }.joined()
      let parts = texts(ArticleBlock(text: text), limits)
      expect(Array(joined(parts).utf8), equals: Array(text.utf8), "\(text.debugDescription)")
      expect(parts.allSatisfy { $0.text.unicodeScalars.count <= 18 && !$0.text.isEmpty } || text.isEmpty)
      var document = ArticleDocument()
      document.append(Article(blocks: [ArticleBlock(text: text)]))
      expect(Array(ArticleSelection.all.text(of: document).utf8), equals: Array(text.utf8))
    }
  }

  /// Letters of ASCII are passed over many at a time; others are looked at one by one.
  @Test func wordsInASCIIAreDividedLikeOthers() {
    var random = SystemRandomNumberGenerator()
    var limits = limits
    for _ in 0..<TestRun.count(200, full: 500) {
      limits.scalars = Int.random(in: 4...40, using: &random)
      limits.scalarsWithoutSpace = Int.random(in: 2...40, using: &random)
      let words = (0..<100).map { _ in String(repeating: "a", count: Int.random(in: 0...30, using: &random)) }
      let text = words.reduce("") { $0 + [" ", "\n", "\t"].randomElement(using: &random)! + $1 }
      let others = text.replacing("a", with: "ä")
      let (one, other) = (texts(ArticleBlock(text: text), limits), texts(ArticleBlock(text: others), limits))
      expect(one.map { $0.text.replacing("a", with: "ä") }, equals: other.map(\.text))
      expect(one.map(\.separator), equals: other.map(\.separator))
    }
  }

  /// Eight times the text takes little more than eight times the work, whatever it consists of.
  @Test(arguments: ["a", "\u{301}", "👨‍👩‍👧‍👦", "\n", "some words. ", "\u{FDFA}", "🇩🇪"])
  func workGrowsLinearlyWithTheText(_ unit: String) {
    func seconds(_ count: Int) -> Double {
      let block = ArticleBlock(text: "e" + String(repeating: unit, count: count))
      return (0..<3).map { _ in
        let start = threadSeconds()
        let pieces = block.pieces(number: 0)
        let time = threadSeconds() - start
        expect(pieces.count > 5)
        return time
      }.min()!
    }
    let count = 50_000 / unit.unicodeScalars.count
    // Quadratic work would take 64 times as long.
    expect(seconds(8 * count) < 22 * seconds(count))
  }
}
