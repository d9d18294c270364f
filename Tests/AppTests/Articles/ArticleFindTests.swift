import Expectations
import FeedViewerFeeds
import FeedViewerSearch
import LayoutCore
import RandomNumbers
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// Finding text in an article, without widgets.
@Suite struct ArticleFindTests {
  private func document(_ texts: [String]) -> ArticleDocument {
    var document = ArticleDocument()
    document.append(Article(blocks: texts.map { ArticleBlock(text: $0) }))
    return document
  }

  private func matches(_ query: String, in document: ArticleDocument) -> [ArticleMatch] {
    var finder = MatchFinder(query)
    return finder?.find(in: 0..<document.count, of: document) ?? []
  }

  /// The matched texts; those of a match that goes on in the next row are joined by "|".
  private func words(_ query: String, in texts: [String]) -> [String] {
    let document = document(texts)
    return matches(query, in: document).map { match in
      (match.range.lowerBound.row.row...match.range.upperBound.row.row).map { row in
        let string = document.row(at: row).text
        let place = RowIndexPath(section: 0, row: row)
        guard let part = match.part(of: place, text: 0, length: string.utf8.count) else { return "" }
        return String(decoding: Array(string.utf8)[part], as: UTF8.self)
      }.joined(separator: "|")
    }
  }

  @Test func matchesAreWholeCharactersAndGoOnInTheNextPartOfAParagraph() {
    // Matches do not overlap and cover whole characters.
    expect(words("aa", in: ["aaaaa"]), equals: ["aa", "aa"])
    expect(words("s", in: ["ßs"]), equals: ["ß", "s"])
    expect(words("e", in: ["e\u{301}\u{302}e"]), equals: ["e\u{301}\u{302}", "e"])
    expect(words("aab", in: ["aaab"]), equals: ["aab"])
    // Matches go on in the next part of a paragraph but not in the next paragraph.
    let text = String(repeating: "word and ", count: 2_000)
    let document = document([text])
    expect(document.count > 1)
    expect(matches("word and word", in: document).count, equals: 1_000)
    expect(words("and word", in: [text]).contains { $0.contains("|") })
    expect(words("ab", in: ["a", "b"]), equals: [])
  }

  @Test func cellsAreSearchedOneByOne() {
    var document = ArticleDocument()
    document.append(Article(blocks: [ArticleBlock(kind: .tableRow(isHeader: false), text: "one\ttwo\tone")]))
    expect(matches("one", in: document).map(\.range.lowerBound.text), equals: [0, 2])
    expect(matches("e t", in: document).isEmpty)
  }

  // MARK: One folding

  /// The matches in an article, and whether a row is found by its beginning, compared with what the search in the list marks.
  private func expectSearch(_ query: String, in text: String, location: SourceLocation = #_sourceLocation) {
    let marked = SearchQuery("\"\(query)\"").ranges(in: text, field: .body)
    let found = matches(query, in: document([text])).map {
      $0.range.lowerBound.offset..<$0.range.upperBound.offset
    }
    expect(
      found, equals: marked, "\(query.debugDescription) in \(text.debugDescription)", sourceLocation: location
    )
    if TypeaheadText(query).isPrefix(of: text), let last = query.unicodeScalars.last,
      !last.properties.isWhitespace
    {
      let before = marked.first.map { Array(text.utf8)[..<$0.lowerBound] }
      expect(
        before.map { TypeaheadText(String(decoding: $0, as: UTF8.self)).bytes.allSatisfy { $0 == 0x20 } },
        equals: true,
        "\(query.debugDescription) begins \(text.debugDescription)", sourceLocation: location)
    }
  }

  @Test(arguments: [
    ("oresund", "Øresund"), ("dont", "Don’t"), ("STRASSE", "Straße"), ("οδοσ", "Ὁδός"), ("елка", "Ёлка"),
    ("istanbul", "İstanbul"), ("محمد", "مُحَمَّد"), ("שלום", "שָׁלוֹם"), ("क़लम", "क\u{93C}लम"), ("ไม่", "ไม่เป็นไร"),
    ("がく", "か\u{3099}く"), ("ガク", "ｶﾞｸ"), ("한국", "\u{1112}\u{1161}\u{11AB}국"), ("东京", "东京"), ("kg", "㎏"),
    ("нұр", "Нұр"), ("xin chao", "Xin chào"), ("👩‍👩‍👧", "👩‍👩‍👧 x"), ("oʻzbek", "O‘zbek"), ("ꮳꮃꭹ", "ᏣᎳᎩ"),
  ])
  func textsInManyScriptsAreFoundAsInTheList(query: String, text: String) {
    expect(!SearchQuery("\"\(query)\"").ranges(in: text, field: .body).isEmpty)
    expect(TypeaheadText(query).isPrefix(of: text))
    expectSearch(query, in: text)
    expectSearch(query, in: "x \(text), “\(text)”\n\(text)")
  }

  /// Texts over alphabets with all that is folded.
  @Test func randomTextsAreFoundAsInTheList() {
    let alphabet = [
      "a", "A", "b", "ß", "s", "S", "á", "\u{301}", "\u{AD}", " ", "\n", "が", "か", "\u{3099}", "ﬁ", "f", "i",
      "'",
      "’", "👩", "\u{200D}", "🇩", "क", "\u{93C}", "\u{94D}", "한", "하", "\u{11AB}",
    ]
    var random = SplitMix64(seed: 7)
    var count = 0
    for _ in 0..<6_000 {
      func text(_ lengths: ClosedRange<Int>) -> String {
        (0..<Int.random(in: lengths, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
          .joined()
      }
      let (query, text) = (text(1...3), text(1...14))
      count += matches(query, in: document([text])).count
      expectSearch(query, in: text)
    }
    expect(count > 1_000)
  }

  /// A paragraph of several rows, whose joined texts are searched as one.
  @Test func dividedParagraphsAreFoundAsInTheList() {
    let text = String(repeating: "Don’t  eat ﬁsh ‘raw’\tin Łódź, ", count: 1_000)
    let document = document([text])
    expect(document.count > 1)
    for query in ["raw in", "dont eat", "lodz, don't", "fish 'raw"] {
      let marked = SearchQuery("\"\(query)\"").ranges(in: text, field: .body)
      expect(matches(query, in: document).count, equals: marked.count, "\(query)")
      expect(!marked.isEmpty)
    }
  }

  @Test func slicesFindWhatOneSearchFinds() {
    let texts = (0..<40).map { "\($0) " + String(repeating: "abc ab ", count: $0 * 20) }
    let document = document(texts)
    let whole = matches("ab abc", in: document)
    expect(whole.count > 1_000)
    for size in [1, 3, 17] {
      var finder = MatchFinder("ab abc")
      var found: [ArticleMatch] = []
      for start in stride(from: 0, to: document.count, by: size) {
        let end = min(start + size, document.count)
        found += finder?.find(in: start..<end, of: document) ?? []
      }
      expect(found, equals: whole)
    }
  }

  // MARK: The current match

  private func match(_ row: Int, _ offset: Int) -> ArticleMatch {
    func place(_ offset: Int) -> ListTextPosition {
      ListTextPosition(row: RowIndexPath(section: 0, row: row), offset: offset)
    }
    return ArticleMatch(place(offset)..<place(offset + 1))
  }

  @Test func theFirstMatchFromWhereOneReadsIsTheCurrentOne() {
    var find = ArticleFind(from: match(2, 5).range.lowerBound)
    find.append([match(0, 0), match(2, 4)], isEnd: false)
    expect(find.current == nil && !find.isComplete)
    find.append([match(2, 5), match(3, 0)], isEnd: true)
    expect(find.current == 2 && find.currentMatch == match(2, 5))
    var last = ArticleFind(from: match(9, 0).range.lowerBound)
    last.append([match(0, 0)], isEnd: true)
    expect(last.current, equals: 0)
  }

  @Test func nextAndPreviousGoRound() {
    var find = ArticleFind(from: match(0, 0).range.lowerBound)
    find.advance(forward: true)
    expect(find.current == nil)
    find.append([match(0, 0), match(0, 1), match(2, 0)], isEnd: true)
    var seen: [Int?] = []
    for forward in [true, true, true, false, false] {
      find.advance(forward: forward)
      seen.append(find.current)
    }
    expect(seen, equals: [1, 2, 0, 2, 1])
  }

  @Test func theMatchesOfARowAreFoundByItsIndex() {
    var find = ArticleFind(from: match(0, 0).range.lowerBound)
    let long = ArticleMatch(match(3, 0).range.lowerBound..<match(5, 0).range.upperBound)
    find.append([match(0, 0), match(0, 1), match(2, 0), long, match(5, 4)], isEnd: true)
    let rows = (0..<7).map { find.matches(in: RowIndexPath(section: 0, row: $0)) }
    expect(rows, equals: [0..<2, 2..<2, 2..<3, 3..<4, 3..<4, 3..<5, 5..<5])
  }

  @Test func moreMatchesThanTheLimitAreCut() {
    var find = ArticleFind(from: match(0, 0).range.lowerBound)
    find.append(Array(repeating: match(0, 0), count: ArticleFind.limit), isEnd: false)
    expect(!find.isCut && !find.isComplete)
    find.append([match(1, 0)], isEnd: false)
    expect(find.isCut && find.isComplete && find.matches.count == ArticleFind.limit)
  }
}
