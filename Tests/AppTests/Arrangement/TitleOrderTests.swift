import Testing

@testable import FeedViewer

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
}
