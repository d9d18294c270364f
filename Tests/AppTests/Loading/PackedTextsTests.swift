import Expectations
import RandomNumbers
import Testing

@testable import FeedViewer

@Suite struct PackedTextsTests {
  @Test(arguments: [
    [], [""], ["a"], ["", "a"], ["a", "a"], ["a", "ab", "abc"], ["abc", "ab", "a"],
    // Characters whose bytes begin alike.
    ["ä", "ö"], ["xä1", "xö2", "xä"], ["https://a.example/1", "https://a.example/22", "https://a.example/"],
  ])
  func textsAreAsTheyWere(texts: [String]) {
    for shares in [false, true] {
      let packed = PackedTexts(texts, sharesBeginning: shares)
      expect(texts.indices.map { packed[$0] }, equals: texts)
    }
  }

  @Test func randomTextsAreAsTheyWere() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let beginning = String("zażółć gęślą".prefix(Int.random(in: 0..<12, using: &random)))
      let texts = (0..<Int.random(in: 1..<64, using: &random)).map { _ in
        beginning
          + String(
            (0..<Int.random(in: 0..<4, using: &random)).map { _ in "äöa€".randomElement(using: &random)! })
      }
      let packed = PackedTexts(texts, sharesBeginning: true)
      expect(texts.indices.map { packed[$0] }, equals: texts)
    }
  }
}
