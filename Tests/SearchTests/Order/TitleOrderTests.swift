import Expectations
import FeedViewerBase
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerSearch

/// The alphabetical order of titles.
struct TitleOrderTests {
  private func sorted(_ titles: [String]) -> [String] { TitleOrder(titles).order.map { titles[Int($0)] } }

  @Test func caseAccentsAndPunctuationDoNotCount() {
    expect(
      sorted(["zebra", "\u{201C}Élan\u{201D}", "apple", "Banana", "eland"]),
      equals: ["apple", "Banana", "\u{201C}Élan\u{201D}", "eland", "zebra"])
    expect(sorted(["Ärger", "Arzt", "Argument"]), equals: ["Ärger", "Argument", "Arzt"])
  }

  @Test func lettersAreThoseOfASearch() {
    expect(
      sorted(["Ozean", "Øre", "Zoo", "Æon", "Adel", "ﬁx", "fax"]),
      equals: ["Adel", "Æon", "fax", "ﬁx", "Øre", "Ozean", "Zoo"])
    expect(sorted(["Don’t stop", "Dont go", "don't ask"]), equals: ["don't ask", "Dont go", "Don’t stop"])
    // A voiced kana is another letter.
    expect(sorted(["がい", "かう", "が", "か"]), equals: ["か", "かう", "が", "がい"])
  }

  @Test func titlesThatBecomeLongerAreOrdered() {
    let long = String(repeating: "\u{FDFA}", count: 100_000)
    expect(sorted([long + "b", "a", long]), equals: ["a", long + "b", long])
  }

  @Test func numbersAreComparedByValue() {
    expect(
      sorted(["Part 10", "Part ９", "Part 2b", "Part 2a"]),
      equals: ["Part 2a", "Part 2b", "Part ９", "Part 10"])
    expect(sorted(["Issue 007", "Issue 8", "Issue 06"]), equals: ["Issue 06", "Issue 007", "Issue 8"])
  }

  @Test func whatOnlyLooksLikeADigitContinuesNoNumber() {
    expect(
      sorted(["T 301", "T 300½", "T 300", "T 3000", "T 4²", "T 5", "T 4"]),
      equals: ["T 4", "T 4²", "T 5", "T 300", "T 300½", "T 301", "T 3000"])
  }

  @Test func spacesSeparateWords() {
    expect(sorted(["Newton", "New York", "New"]), equals: ["New", "New York", "Newton"])
  }

  @Test func equalTitlesKeepTheirOrder() {
    expect(TitleOrder(["b", "A", "a", "B", ""]).order, equals: [4, 1, 2, 0, 3])
  }

  @Test func otherScriptsFollowLatin() {
    expect(sorted(["日本", "Яблоко", "абрикос", "zoo"]), equals: ["zoo", "абрикос", "Яблоко", "日本"])
  }

  @Test func syllablesOfHangulAreLetters() {
    expect(sorted(["나라", "고래", "가방", "가나"]), equals: ["가나", "가방", "고래", "나라"])
  }

  @Test func titlesOfAnyLengthAndBrokenNumbersAreOrdered() {
    let long = String(repeating: "9", count: 10_000)
    expect(sorted([long, "8", ""]), equals: ["", "8", long])
    let shared = String(repeating: "same beginning ", count: 20)
    expect(sorted([shared + "b", shared + "a", shared]), equals: [shared, shared + "a", shared + "b"])
  }

  /// Titles with beginnings in common that are longer than what is compared at a time, many of them equal.
  @Test(
    arguments: [0, 1, 2, 3, 300] + (TestRun.isQuick ? [] : [16_385])
      + (TestRun.isFull ? [16_384, 50_000] : []))
  func longTitlesAreOrdered(_ count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let parts = [
      "", "a", "abcdefgh", "abcdefghi", "日本", "я", "00000000", "bcdefgh", String(repeating: "x", count: 40),
    ]
    let titles = (0..<count).map { _ in
      (0..<Int.random(in: 0...4, using: &random)).map { _ in parts.randomElement(using: &random)! }.joined()
    }
    expectOrder(titles)
    expectOrder(titles.map { _ in "the same title" })
    expectOrder(titles.indices.map { "a title with a number \($0 / 2)" })
    expectOrder(titles.indices.reversed().map { String(repeating: "b", count: $0 % 200) })
  }

  /// Compares with sorting the bytes of each key.
  private func expectOrder(_ titles: [String], location: SourceLocation = #_sourceLocation) {
    let keys = titles.map { title in
      var folder = TextFolder()
      var title = title
      title.withUTF8 { TitleFolding.append($0, to: &folder) }
      return Array(folder.view).withUnsafeBufferPointer { title in
        [UInt8](unsafeUninitializedCapacity: TitleFolding.maximumLength(of: title.count)) { bytes, count in
          count = bytes.baseAddress.map { TitleFolding.fold(title, into: $0) } ?? 0
        }
      }
    }
    let expected = keys.indices.sorted { one, other in
      keys[one] == keys[other] ? one < other : keys[one].lexicographicallyPrecedes(keys[other])
    }
    expect(TitleOrder(titles).order, equals: expected.map(UInt32.init), sourceLocation: location)
  }

  /// Keys of several sources, as they are when some entries of an archive have rows.
  @Test func keysOfSeveralSourcesAreOrderedTogether() {
    var random = SplitMix64(seed: 7)
    let titles = (0..<3_000).map { _ in "Entry \(Int.random(in: 0..<2_000, using: &random)) of a feed" }
    let (mine, shared) = (titles.prefix(1_000), titles.dropFirst(1_000))
    var keys = TitleKeys(count: mine.count) { titles[$0].utf8.withContiguousStorageIfAvailable($1)! }
    var others = TitleKeys()
    for batch in stride(from: shared.startIndex, to: shared.endIndex, by: 300) {
      var next = TitleKeys()
      for title in shared[batch..<min(batch + 300, shared.endIndex)] { next.append(title) }
      others.append(next)
    }
    let distance = keys.share(others)
    let places = (0..<1_000).map { keys[$0] } + (0..<others.count).map { others[$0] + distance }
    let order = TitleOrder(places, in: keys).order
    expect(order, equals: TitleOrder(titles).order)
    // What others share is not changed by more titles.
    others.append("Zebra")
    expect(TitleOrder(places, in: keys).order, equals: order)
  }

  /// More titles than are sorted at a time.
  @Test(
    arguments: TestRun.isQuick ? [8_193] : [8_192, 8_193] + (TestRun.isFull ? [40_000, 65_537] : [40_000]))
  func manyTitlesAreOrdered(_ count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let titles = (0..<count).map { _ in
      String((0..<Int.random(in: 0...12, using: &random)).map { _ in "abc".randomElement(using: &random)! })
    }
    let expected = titles.indices.sorted { (titles[$0], $0) < (titles[$1], $1) }
    for isConcurrent in [true, false] {
      let keys = TitleKeys(count: count, isConcurrent: isConcurrent) {
        titles[$0].utf8.withContiguousStorageIfAvailable($1)!
      }
      let found = TitleOrder(keys, isConcurrent: isConcurrent, findsEqual: true)
      expect(found.order, equals: expected.map(UInt32.init))
      expect(
        found.equalsPrevious,
        equals: expected.indices.map { $0 > 0 && titles[expected[$0]] == titles[expected[$0 - 1]] })
    }
  }
}
