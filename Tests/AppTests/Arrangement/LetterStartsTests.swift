import Expectations
import FeedViewerSearch
import RandomNumbers
import Testing

@testable import FeedViewer

/// Where titles begin with another letter.
struct LetterStartsTests {
  private func starts(_ titles: [String]) -> [String] {
    var keys = TitleKeys()
    for index in TitleOrder(titles).order { keys.append(titles[Int(index)]) }
    let found = LetterStarts(count: keys.count, letter: keys.firstLetter)
    return found?.starts.map { "\($0.entry) \($0.letter.map(String.init) ?? "nil")" } ?? []
  }

  @Test func startsAreThoseOfAllLettersUnlessThereAreTooMany() {
    // Every letter is found once.
    expect(starts([]), equals: [])
    expect(starts(["Only"]), equals: ["0 o"])
    expect(
      starts([
        "Élan", "“Echo”", "2 apples", "", "zoo", "Apple", "10 pears", "日本", "ярмарка", "가방", "고래", "😀 smile",
      ]), equals: ["0 nil", "3 a", "4 e", "6 s", "7 z", "8 я", "9 日", "10 가", "11 고"])
    // Starts are those of all letters.
    var random = SplitMix64(seed: 12)
    for count in [2, 3, 10, 100, 5_000] {
      let titles = (0..<count).map { _ in
        String("aAbcéz19 日本".randomElement(using: &random)!) + String(Int.random(in: 0..<99, using: &random))
      }
      var keys = TitleKeys()
      for index in TitleOrder(titles).order { keys.append(titles[Int(index)]) }
      let expected = (0..<count).filter {
        $0 == 0 || keys.firstLetter(of: $0) != keys.firstLetter(of: $0 - 1)
      }
      expect(LetterStarts(count: count, letter: keys.firstLetter)?.starts.map(\.entry), equals: expected)
    }
    // Too many letters are none.
    expect(LetterStarts(count: 5_000) { Unicode.Scalar(UInt32(0x4E00 + $0)) } == nil)
  }
}
