import Expectations
import FeedViewerFeeds
import FuzzInputs
import TestRuns
import Testing

@testable import FeedViewerSearch

struct SearchPassageTests {
  private func passage(
    _ query: String, of body: String, _ length: Int = 30, seen: Int? = nil
  ) -> String? {
    SearchQuery(query).passage(of: body, maximumLength: length, seenLength: seen ?? length).map { passage in
      // What is marked stands in brackets.
      var utf8 = Array(passage.text.utf8)
      for range in passage.ranges.reversed() {
        utf8.insert(UInt8(ascii: "]"), at: range.upperBound)
        utf8.insert(UInt8(ascii: "["), at: range.lowerBound)
      }
      return String(decoding: utf8, as: UTF8.self)
    }
  }

  private static let filler = String(repeating: "one two three four ", count: 20)

  @Test func shortBodyIsShownWhole() {
    expect(passage("über", of: "Ein Text\n\nüber alles"), equals: "Ein Text [über] alles")
  }

  @Test func beginningIsShownIfItHasTheMatch() {
    expect(passage("two", of: Self.filler), equals: "one [two] three four one [two]…")
    expect(passage("two", of: Self.filler)?.hasPrefix(String(Self.preview.prefix(3))), equals: true)
  }

  private static let preview = FeedEntry(key: "", content: filler).preview(maximumLength: 30)

  @Test func passageBeginsAndEndsWithWordsAroundTheMatch() {
    expect(
      passage("ﬁlm", of: Self.filler + "ein  FILM\nüber " + Self.filler),
      equals: "…ein [FILM] über one two three…")
    expect(passage("end", of: Self.filler + "end"), equals: "…four [end]")
  }

  @Test func aMatchBeyondWhatIsSeenBeginsThePassage() {
    let body = "one two three four one two three red four one two three"
    expect(passage("two", of: body, 60, seen: 10), equals: body.replacing("two", with: "[two]"))
    expect(passage("red", of: body, 60, seen: 40), equals: body.replacing("red", with: "[red]"))
    expect(passage("red", of: body, 60, seen: 20), equals: "…three [red] four one two three")
    expect(passage("red", of: Self.filler + body, 60, seen: 20)?.hasPrefix("…three [red] four"), equals: true)
  }

  @Test func passageWithTheMostWordsIsChosen() {
    let body =
      Self.filler + "red " + Self.filler + "red green " + Self.filler + "green blue red " + Self.filler
    expect(passage("red blue green", of: body), equals: "…four [green] [blue] [red] one two…")
    expect(passage("red green", of: body), equals: "…four [red] [green] one two three…")
  }

  @Test func textWithoutSpacesIsCutBetweenCharacters() {
    let body = String(repeating: "東京の夜を歩く。", count: 30) + "探す言葉" + String(repeating: "東京の夜を歩く。", count: 30)
    expect(passage("探す言葉", of: body, 20), equals: "…夜を歩く。[探す言葉]東京の夜を歩く。東…")
    let word = String(repeating: "x", count: 1_000) + "y" + String(repeating: "x", count: 1_000)
    expect(passage("y", of: word, 12), equals: "…xxx[y]xxxxxx…")
  }

  @Test func bodyWithoutMatchHasNoPassage() {
    expect(passage("missing", of: Self.filler) == nil)
    expect(passage("title:one", of: Self.filler) == nil)
    expect(passage("", of: Self.filler) == nil)
    expect(passage("one", of: "") == nil)
  }

  @Test func onlyTheBeginningOfAHugeBodyIsLookedAt() {
    let filler = String(repeating: "word ", count: SearchQuery.passageLimit / 5 - 100)
    expect(passage("found", of: filler + "found " + filler), equals: "…word [found] word word word…")
    expect(passage("found", of: filler + filler + "found") == nil)
  }

  /// A passage is no longer than allowed, its marks are those of its text, and there is one if and only if the body has
  /// the word.
  @Test func passagesOfRandomBodiesHoldTheMatch() {
    for seed in 0..<UInt64(TestRun.count(150, full: 300)) {
      var random = RandomEntries(seed: seed)
      var body = ""
      for _ in 0..<1 + random.choices.below(40) {
        body += HostileText.string(limit: 40, &random.choices) + (random.choices.onceIn(3) ? "\n" : "")
      }
      if random.choices.onceIn(5) {
        body += String(repeating: "word ", count: 3_000) + HostileText.string(limit: 20, &random.choices)
      }
      let value = String(
        String.UnicodeScalarView(
          random.needle(in: [FeedEntry(key: "", content: body)]).unicodeScalars.filter { $0 != "\"" }))
      let query = SearchQuery("\"\(value)\"")
      let length = 40 + random.choices.below(200)
      let found = query.passage(of: body, maximumLength: length, seenLength: length)
      let places = NaiveSearch.places(of: FoldingRules.fold(value), in: FoldingRules.fold(body))
      expect(found == nil, equals: places.isEmpty, "seed \(seed)")
      guard let found else { continue }
      expect(found.text.count <= length, "seed \(seed): \(found.text)")
      expect(found.ranges, equals: query.ranges(in: found.text, field: .body), "seed \(seed)")
      // Longer needles may be cut, and a preview loses marks on white space.
      let losesMarks = body.contains { $0.isWhitespace && $0.unicodeScalars.count > 1 && $0 != "\r\n" }
      if !losesMarks, value.count < length / 4 {
        expect(
          !found.ranges.isEmpty, "seed \(seed): \(value.debugDescription), \(found.text.debugDescription)")
      }
    }
  }
}
