import Expectations
import FeedViewerFeeds
import FuzzInputs
import Testing

@testable import FeedViewerSearch

struct SearchQueryTests {
  private static let utc = LocalClock(secondsFromUTC: 0)

  private func query(_ text: String) -> SearchQuery { SearchQuery(text, clock: Self.utc) }

  private func texts(_ text: String) -> [String] {
    query(text).terms.map { term in
      let minus = term.isExcluded ? "-" : ""
      switch term.condition {
      case .text(let needle, let field):
        let prefix = field.map { "\($0):" } ?? ""
        return minus + prefix + String(decoding: needle.bytes, as: UTF8.self)
      case .state(let state): return minus + "is:\(state)"
      case .before(let date): return minus + "before:\(date.iso8601UTC)"
      case .after(let date): return minus + "after:\(date.iso8601UTC)"
      }
    }
  }

  @Test(arguments: [
    ("One  two\u{3000}three", ["one", "two", "three"]),
    ("\"one two\" three", ["one two", "three"]),
    ("\"one\"two", ["one", "two"]),
    ("o\"ne two\"", ["o\"ne", "two\""]),
    ("title:\"a b\" Author:x TAG:y", ["title:a b", "authors:x", "tags:y"]),
    ("-word -\"a b\" -title:c", ["-word", "-a b", "-title:c"]),
    ("a-b --c", ["a-b", "--c"]),
    ("http://a.b body:x 12:30", ["http://a.b", "body:x", "12:30"]),
    ("is:unread -is:starred IS:Read", ["is:unread", "-is:starred", "is:read"]),
    ("title:title:x", ["title:title:x"]),
    ("before:2024", ["before:2024-01-01T00:00:00Z"]),
    ("after:2024-05 -before:2024/5/3", ["after:2024-05-01T00:00:00Z", "-before:2024-05-03T00:00:00Z"]),
  ])
  func termsAreRead(text: String, expected: [String]) {
    expect(texts(text), equals: expected)
    expect(query(text).notes.isEmpty)
  }

  @Test(arguments: [
    ("\"open phrase", ["open phrase"], [SearchNote.openQuote(phrase: "open phrase")]),
    ("word \"", ["word"], [.nothingToFind(term: "\"")]),
    ("title:", [], [.nothingToFind(term: "title:")]),
    ("title: x", ["x"], [.nothingToFind(term: "title:")]),
    ("-", [], [.nothingToFind(term: "-")]),
    ("author:\"", [], [.nothingToFind(term: "author:\"")]),
    ("\u{301} x", ["x"], [.nothingToFind(term: "\u{301}")]),
    ("is: x", ["x"], [.unknownState(term: "is:")]),
    ("is:unre", [], [.unknownState(term: "is:unre")]),
    ("before:20 x", ["x"], [.unknownDate(term: "before:20")]),
    ("before:20245", [], [.unknownDate(term: "before:20245")]),
    (
      "before:2024-", ["before:2024-01-01T00:00:00Z"],
      [.incompleteDate(term: "before:2024-", understood: "2024")]
    ),
    ("before:2024-1", ["before:2024-01-01T00:00:00Z"], []),
    (
      "before:2024-0", ["before:2024-01-01T00:00:00Z"],
      [.incompleteDate(term: "before:2024-0", understood: "2024")]
    ),
    (
      "after:2024-13", ["after:2024-01-01T00:00:00Z"],
      [.incompleteDate(term: "after:2024-13", understood: "2024")]
    ),
    (
      "after:2023-02-29", ["after:2023-02-01T00:00:00Z"],
      [.incompleteDate(term: "after:2023-02-29", understood: "2023-02")]
    ),
    ("after:tomorrow", [], [.unknownDate(term: "after:tomorrow")]),
  ])
  func unfinishedQueryIsUnderstoodAsFarAsPossible(text: String, expected: [String], notes: [SearchNote]) {
    expect(texts(text), equals: expected)
    expect(query(text).notes, equals: notes)
    // By scalars: a combining mark may follow the quotation mark.
    for note in notes {
      expect(note.description.unicodeScalars.contains("“") && note.description.unicodeScalars.contains("”"))
    }
  }

  @Test func everyTextIsAQuery() {
    for seed in 0..<UInt64(500) {
      var choices = Choices(seed: seed)
      var text = ""
      for _ in 0..<choices.below(6) {
        text += choices.one(of: ["\"", "-", "title:", "is:", "before:", "2024-0", " ", "a", "é"])
        text += choices.onceIn(3) ? HostileText.string(limit: 8, &choices) : ""
      }
      let query = query(text)
      expect(SearchText([FeedEntry(key: "")]).search(query) != nil, "seed \(seed)")
      // Scalars are folded as in texts.
      expect(
        query.terms.count + query.notes.count >= (text.allSatisfy(\.isWhitespace) ? 0 : 1), "seed \(seed)")
    }
  }

  @Test func onlyTheBeginningOfALongTextCounts() {
    let words = (0..<50_000).map { "w\($0)" }.joined(separator: " ")
    let cut = query(words)
    expect(cut.notes, equals: [.cut])
    expect((100..<500).contains(cut.terms.count))
    expect(cut.narrowsTextAndDates(of: query("w0 w1 w99")))
    expect(query("\"" + words).notes, equals: [.cut])
    let short = String(repeating: "\u{1F600}", count: 1_000)
    expect(query(short).notes.isEmpty)
    expect(query(short + "a").notes, equals: [.cut])
  }

  @Test func aWordThatIsThereTwiceIsOneTerm() {
    expect(texts("a b a -a title:a A"), equals: ["a", "b", "-a", "title:a"])
    expect(query("a a"), equals: query("a  a"))
  }

  @Test func daysBeginAtMidnightOfTheReader() {
    let east = SearchQuery("after:2024-05-03", clock: LocalClock(secondsFromUTC: 7_200))
    let expected = FeedDate(startOfDay: 3, month: 5, year: 2024, clock: Self.utc).secondsSinceEpoch - 7_200
    expect(
      east.terms,
      equals: [SearchTerm(condition: .after(FeedDate(secondsSinceEpoch: expected)), isExcluded: false)])
  }

  // MARK: Narrowing

  @Test(arguments: [
    ("word", "wor"), ("word", ""), ("title:word", "word"), ("title:word", "title:or"), ("a b", "b"),
    ("a -bc", "a"),
    ("-b", "-bc"), ("-b", "-title:b"), ("\"a b\"", "a"), ("before:2024", "before:2024-02"),
    ("after:2024", "after:2023"),
    ("-before:2024", "-before:2023"), ("a is:unread", "is:unread"), ("before:20", "before:2"), ("がx", "が"),
  ])
  func narrowerQueryIsRecognized(narrow: String, wide: String) {
    expect(query(narrow).narrowsTextAndDates(of: query(wide)))
    if narrow != wide, !query(wide).isEmpty { expect(!query(wide).narrowsTextAndDates(of: query(narrow))) }
  }

  @Test(arguments: [
    ("wor", "word"), ("word", "title:word"), ("title:a", "author:a"), ("-bc", "-b"), ("a", "-a"),
    ("before:2024", "after:2024"),
    ("\u{958}", "क"),
  ])
  func otherQueryIsNotNarrower(query text: String, other: String) {
    expect(!query(text).narrowsTextAndDates(of: query(other)))
  }

  @Test func textsToMarkAreThoseOfTheField() {
    let query = query("One -two title:\"Three four\" tag:five is:read")
    func needles(_ texts: String...) -> [Needle] { texts.compactMap { Needle($0) } }
    expect(query.needles(in: .title) == needles("One", "Three four"))
    expect(query.needles(in: .body) == needles("One"))
    expect(query.needles(in: .tags) == needles("One", "five"))
  }
}
