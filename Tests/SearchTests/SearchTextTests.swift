import Expectations
import FeedViewerFeeds
import TestRuns
import Testing

@testable import FeedViewerSearch

struct SearchTextTests {
  private static let utc = LocalClock(secondsFromUTC: 0)

  private func found(_ query: String, in text: SearchText) -> [Int]? {
    text.search(SearchQuery(query, clock: Self.utc)).map { Array($0.matches) }
  }

  // MARK: Examples

  private static let entries = [
    FeedEntry(
      key: "0", title: "Die Straße nach Łódź", byline: "Zoë Müller, Bo",
      published: FeedDate(startOfDay: 3, month: 5, year: 2024, clock: utc),
      content: "Ein ﬁlm über\nden Hafen.", tags: ["Reise", "zwei Wörter"]),
    FeedEntry(key: "1", title: "東京タワーへ", content: "夜の東京を歩く。ガイド付き", tags: ["reisen"]),
    FeedEntry(key: "2", title: "Ferry", byline: "Strasser", summary: "The ferry is late; ferry again"),
  ]

  @Test(arguments: [
    ("strasse", [0, 2]), ("title:strasse", [0]), ("author:strasse", [2]), ("lodz film", [0]),
    ("film lodz x", []),
    ("\"film uber den\"", [0]), ("\"uber film\"", []), ("author:\"zoe muller\"", [0]), ("京を", [1]),
    ("ｶﾞｲﾄﾞ", [1]),
    ("カイト", []), ("tag:reise", [0, 1]), ("tag:\"reise zwei\"", []), ("tag:\"zwei worter\"", [0]),
    ("reise -reisen", [0]),
    ("-ferry", [0, 1]), ("-is:starred", [0, 1, 2]), ("is:starred", []), ("is:unread", [0, 1, 2]),
    ("", [0, 1, 2]),
    ("before:2024-05-04", [0]), ("before:2024-05-03", []), ("after:2024-05", [0]), ("-after:2024", [1, 2]),
    ("after:2024-05 before:2024-06", [0]), ("https://a", []), ("hafen.2", []),
  ])
  func queryFindsEntries(query: String, expected: [Int]) {
    expect(found(query, in: SearchText(Self.entries)), equals: expected)
  }

  @Test func feedAuthorStandsForMissingAuthors() {
    expect(found("author:editor", in: SearchText(Self.entries, feedAuthor: "The Editors")), equals: [1])
  }

  @Test func contributorsAreAuthors() {
    var details = EntryDetails()
    details.contributors = ["Bob Coe", "Dan"]
    let text = SearchText([FeedEntry(key: "0", title: "x", byline: "Ann", details: details)])
    expect(found("author:\"bob coe\"", in: text), equals: [0])
    expect(found("author:\"ann bob\"", in: text), equals: [])
    expect(found("author:\"coe dan\"", in: text), equals: [])
  }

  @Test func statesDecideWithoutAnotherSearch() throws {
    let text = SearchText(Self.entries)
    let states = EntryStates(read: EntrySet([0], capacity: 3), starred: EntrySet([1], capacity: 2))
    let result = try require(text.search(SearchQuery("is:unread"), states: states))
    expect(Array(result.matches), equals: [1, 2])
    expect(Array(try require(text.search(SearchQuery("is:starred"), states: states)).matches), equals: [1])
    expect(Array(try require(text.search(SearchQuery("-is:unread"), states: states)).matches), equals: [0])
  }

  @Test func cancelledSearchHasNoResult() async {
    let text = SearchText(Self.entries)
    expect(text.search(SearchQuery("a"), isCancelled: { true }) == nil)
    let task = Task { () -> Bool in
      withUnsafeCurrentTask { $0?.cancel() }
      return await text.concurrentSearch(SearchQuery("a")) == nil
    }
    await expect(task.value)
  }

  @Test func searchOfManyChunksAsksForCancellationInEach() {
    var text = SearchText()
    for _ in 0..<10 { text.append(SearchText(Self.entries)) }
    var asked = 0
    _ = text.search(
      SearchQuery("a"),
      isCancelled: {
        asked += 1; return asked == 4
      })
    expect(asked, equals: 4)
  }

  // MARK: Model

  /// Random entries in random parts, random queries, and the same searches on other threads and after others.
  @Test(arguments: 0..<TestRun.count(7, full: 20)) func answersEqualThoseOfTheModel(seed: Int) async throws {
    var random = RandomEntries(seed: UInt64(seed))
    var entries: [FeedEntry] = []
    var model: [NaiveSearch.Entry] = []
    var text = SearchText()
    var previous: SearchResult?
    for _ in 0..<4 {
      let more = (0..<random.choices.below(60)).map { random.entry(entries.count + $0) }
      entries += more
      model += more.map(NaiveSearch.Entry.init)
      text.append(SearchText(more))
      expect(text.count, equals: entries.count)
      let states = EntryStates(
        read: EntrySet((0..<text.count).filter { $0 % 3 == 1 }, capacity: text.count),
        starred: EntrySet((0..<text.count).filter { $0 % 7 == 2 }, capacity: text.count))
      var terms: [NaiveSearch.Term] = []
      for _ in 0..<12 {
        // Terms are added, so that most searches narrow the one before.
        if random.choices.onceIn(3) { terms = [] }
        terms.append(random.term(in: entries))
        let typed = terms.map(\.text).joined(separator: " ")
        let query = SearchQuery(typed, clock: Self.utc)
        let expected = entries.indices.filter { index in
          NaiveSearch.matches(terms, model[index], .init(isRead: index % 3 == 1, isStarred: index % 7 == 2))
        }
        let result = try require(text.search(query, states: states))
        expect(Array(result.matches), equals: expected, "seed \(seed): \(typed.debugDescription)")
        let narrowed = try require(text.search(query, states: states, after: previous))
        expect(
          narrowed.matches, equals: result.matches,
          "seed \(seed): \(typed.debugDescription) after another query")
        let concurrent = try await require(text.concurrentSearch(query, states: states, after: previous))
        expect(
          concurrent.matches, equals: result.matches,
          "seed \(seed): \(typed.debugDescription) on other threads")
        previous = result
      }
    }
  }

  /// All texts of up to seven letters from "ab", and all needles of up to four.
  @Test func everyShortNeedleIsFoundInEveryShortText() throws {
    func words(_ length: Int) -> [String] {
      (0...length).flatMap { length in
        (0..<(1 << length)).map { bits in (0..<length).map { bits >> $0 & 1 == 0 ? "a" : "b" }.joined() }
      }
    }
    let texts = words(7)
    let text = SearchText(texts.map { FeedEntry(key: "", content: $0) })
    for needle in words(4) where !needle.isEmpty {
      let expected = texts.indices.filter { texts[$0].contains(needle) }
      expect(found(needle, in: text), equals: expected, "\(needle)")
    }
  }

  /// Needles at every distance from the beginning and the end of long texts, where vectors are loaded partly.
  @Test func needleIsFoundAtEveryPlace() throws {
    for length in [1, 2, 5, 17, 70] {
      let needle = String(repeating: "x", count: length - 1) + "y"
      let entries = (0..<200).map { place in
        FeedEntry(
          key: "",
          content: String(repeating: "x", count: place) + "y" + String(repeating: "x", count: 300 - place))
      }
      expect(found(needle, in: SearchText(entries)), equals: Array(length - 1..<200), "\(length)")
    }
  }

  // MARK: Work

  @Test func memoryIsThatOfTheTextAndTwelveBytesForEachEntry() {
    let entries = (0..<2_000).map {
      FeedEntry(key: "", title: "Title \($0)", content: String(repeating: "word ", count: 100))
    }
    let text = SearchText(entries)
    let length = entries.reduce(0) { $0 + ($1.title?.utf8.count ?? 0) + ($1.body?.utf8.count ?? 0) + 4 }
    expect(text.byteCount < length + 2_000 * 14 + 4_096)
  }
}
