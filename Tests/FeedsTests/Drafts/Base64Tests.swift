import Expectations
import Foundation
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

struct Base64Tests {
  private func decoded(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { Base64.decoded($0) }
  }

  @Test(arguments: [
    ("", ""), ("YWJj", "abc"), ("YWI=", "ab"), ("YQ==", "a"), ("Y W\r\nJ\tj", "abc"), ("YQ=\n=", "a"),
    ("YQ==YWJj", "a"), ("YWJj====", "abc"), ("é-YWJj", "abc"),
  ])
  func whatIsNotOfTheAlphabetIsSkipped(_ text: String, _ expected: String) {
    expect(decoded(text), equals: Array(expected.utf8))
  }

  @Test(arguments: ["Y", "YW", "YWI", "YWJjYQ", "Y=Q=", "YQ=", "YW=J", "====", "=YWJj", "YWJj=YWJj", "* -"])
  func incompleteGroupsAreNoBase64(_ text: String) { expect(decoded(text) == nil) }

  @Test func isThatOfFoundation() {
    var random = SplitMix64(seed: 16)
    let letters = Array("YQ9+/z===- \n*J".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        letters.randomElement(using: &random)!
      }
      let expected = Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters).map(Array.init)
      let text = String(decoding: bytes, as: UTF8.self)
      // Where nothing is of the alphabet, Foundation finds an empty text or none, depending on the length.
      if expected == [], !bytes.isEmpty { continue }
      expect(decoded(text), equals: expected, "\(text.debugDescription)")
    }
  }
}
