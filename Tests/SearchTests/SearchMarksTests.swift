import Expectations
import FeedViewerFeeds
import FuzzInputs
import TestRuns
import Testing

@testable import FeedViewerSearch

struct SearchMarksTests {
  private func marked(_ query: String, in text: String, field: SearchField = .body) -> [String] {
    let utf8 = Array(text.utf8)
    return SearchQuery(query).ranges(in: text, field: field).map { String(decoding: utf8[$0], as: UTF8.self) }
  }

  @Test(arguments: [
    ("e", "é e\u{301} E x", ["é", "e\u{301}", "E"]),
    ("f", "ﬁlm of", ["ﬁ", "f"]),
    ("film", "ein ﬁlm", ["ﬁlm"]),
    ("ss", "Straße", ["ß"]),
    ("kg", "5㎏", ["㎏"]),
    ("ha", "HAHAHA", ["HA", "HA", "HA"]),
    ("ab bc", "abcd", ["abc"]),
    ("a b", "a b", ["a", "b"]),
    ("\"a b\"", "a \n b", ["a \n b"]),
    ("softhyphen", "a soft\u{AD}hyphen\u{AD} b", ["soft\u{AD}hyphen\u{AD}"]),
    ("dont", "don’t 'dont' DON'T", ["don’t", "dont", "DON'T"]),
    ("don't", "don’t dont", ["don’t", "dont"]),
    ("jobs", "‘Jobs’ Jobs’", ["Jobs", "Jobs"]),
    ("か", "がか", ["か"]),
    ("한", "\u{1112}\u{1161}\u{11AB}국", ["\u{1112}\u{1161}\u{11AB}"]),
    ("👩", "👩‍👩‍👧 👩", ["👩‍👩‍👧", "👩"]),
    ("🇩", "🇩🇪🇫🇷", ["🇩🇪"]),
    ("क", "की क", ["की", "क"]),
    ("-a b", "a b", ["b"]),
    ("title:a b", "a b", ["b"]),
    ("x", "a b", []),
    ("", "a b", []),
    ("x", "", []),
  ])
  func matchesAreMarkedByWholeCharacters(query: String, text: String, expected: [String]) {
    expect(marked(query, in: text), equals: expected)
  }

  @Test func fieldTermsAreMarkedInTheirFields() {
    expect(marked("title:a tag:b", in: "a b", field: .title), equals: ["a"])
    expect(marked("title:a tag:b", in: "a b", field: .tags), equals: ["b"])
    expect(marked("title:a tag:b", in: "a b", field: .body), equals: [])
  }

  /// Marks are at boundaries of characters, do not overlap, hold what was found, and there are some if and only if the
  /// text has a match.
  @Test func marksEqualThoseOfTheModel() {
    var marks = 0
    let texts = TestRun.count(1_500, full: 3_000)
    for seed in 0..<UInt64(texts) {
      var random = RandomEntries(seed: seed)
      var text = HostileText.string(limit: 150, &random.choices)
      if random.choices.onceIn(3) { text += " " + text }
      let value = String(
        String.UnicodeScalarView(
          random.needle(in: [FeedEntry(key: "", content: text)]).unicodeScalars.filter { $0 != "\"" }))
      let needle = FoldingRules.fold(value)
      let ranges = SearchQuery("\"\(value)\"").ranges(in: text, field: .body)
      let folded = FoldingRules.fold(text)
      expect(ranges.isEmpty, equals: NaiveSearch.places(of: needle, in: folded).isEmpty, "seed \(seed)")
      var boundaries: Set<Int> = [0]
      for character in text { boundaries.insert((boundaries.max() ?? 0) + String(character).utf8.count) }
      let utf8 = Array(text.utf8)
      var end = 0
      for range in ranges {
        marks += 1
        expect(range.lowerBound >= end && !range.isEmpty, "seed \(seed)")
        expect(boundaries.contains(range.lowerBound) && boundaries.contains(range.upperBound), "seed \(seed)")
        let part = FoldingRules.fold(String(decoding: utf8[range], as: UTF8.self))
        expect(!NaiveSearch.places(of: needle, in: part).isEmpty, "seed \(seed): \(part.debugDescription)")
        end = range.upperBound
      }
      // Nothing is left between the marks.
      for (index, start) in ([0] + ranges.map(\.upperBound)).enumerated() {
        let stop = index < ranges.count ? ranges[index].lowerBound : utf8.count
        let rest = FoldingRules.fold(String(decoding: utf8[start..<stop], as: UTF8.self))
        expect(NaiveSearch.places(of: needle, in: rest).isEmpty, "seed \(seed): \(rest.debugDescription)")
      }
    }
    expect(marks > texts * 4 / 3)
  }

  @Test(arguments: ["🇩🇪", "e\u{301}", "\u{301}", "👩\u{200D}", "क\u{94D}", "\u{AD}", "a"])
  func workOfMarksIsLinear(piece: String) {
    func seconds(_ count: Int) -> Double {
      let text = String(repeating: piece, count: count)
      let query = SearchQuery(String(piece.unicodeScalars.prefix(1)) + " 🇪")
      return (0..<3).map { _ in ProcessorTime.seconds { _ = query.ranges(in: text, field: .body) } }.min()
        ?? 0
    }
    let small = seconds(5_000)
    // Quadratic work would take 64 times as long.
    expect(seconds(40_000) < 22 * small + 0.02)
  }
}
