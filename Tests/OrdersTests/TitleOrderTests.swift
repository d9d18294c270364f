import Orders
import RandomNumbers
import Testing

/// The alphabetical order of titles.
struct TitleOrderTests {
  private func sorted(_ titles: [String]) -> [String] { TitleOrder(titles).order.map { titles[$0] } }

  @Test func caseAccentsAndPunctuationDoNotCount() {
    #expect(
      sorted(["zebra", "\u{201C}Élan\u{201D}", "apple", "Banana", "eland"])
        == ["apple", "Banana", "\u{201C}Élan\u{201D}", "eland", "zebra"])
    #expect(sorted(["Ärger", "Arzt", "Argument"]) == ["Ärger", "Argument", "Arzt"])
  }

  @Test func numbersAreComparedByValue() {
    #expect(
      sorted(["Part 10", "Part 9", "Part 2b", "Part 2a"]) == ["Part 2a", "Part 2b", "Part 9", "Part 10"])
    #expect(sorted(["Issue 007", "Issue 8", "Issue 06"]) == ["Issue 06", "Issue 007", "Issue 8"])
  }

  @Test func spacesSeparateWords() {
    #expect(sorted(["Newton", "New York", "New"]) == ["New", "New York", "Newton"])
  }

  @Test func equalTitlesKeepTheirOrder() {
    #expect(TitleOrder(["b", "A", "a", "B", ""]).order == [4, 1, 2, 0, 3])
  }

  @Test func otherScriptsFollowLatin() {
    #expect(sorted(["日本", "Яблоко", "абрикос", "zoo"]) == ["zoo", "абрикос", "Яблоко", "日本"])
  }

  @Test func titlesOfAnyLengthAndBrokenNumbersAreOrdered() {
    let long = String(repeating: "9", count: 10_000)
    #expect(sorted([long, "8", ""]) == ["", "8", long])
    let shared = String(repeating: "same beginning ", count: 20)
    #expect(sorted([shared + "b", shared + "a", shared]) == [shared, shared + "a", shared + "b"])
  }

  /// More titles than are sorted at a time.
  @Test(arguments: [8_192, 8_193, 40_000, 65_537]) func manyTitlesAreOrdered(_ count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let titles = (0..<count).map { _ in
      String((0..<Int.random(in: 0...12, using: &random)).map { _ in "abc".randomElement(using: &random)! })
    }
    let expected = titles.indices.sorted { (titles[$0], $0) < (titles[$1], $1) }
    for isConcurrent in [true, false] {
      let found = TitleOrder(count: count, isConcurrent: isConcurrent) {
        titles[$0].utf8.withContiguousStorageIfAvailable($1)
      }
      #expect(found.order == expected)
      #expect(
        found.equalsPrevious
          == expected.indices.map { $0 > 0 && titles[expected[$0]] == titles[expected[$0 - 1]] })
    }
  }
}
