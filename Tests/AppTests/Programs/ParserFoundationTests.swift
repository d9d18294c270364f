import Foundation
import ParserFoundation
import Testing

/// What packages give to the argument parser in the place of Foundation.
struct ParserFoundationTests {
  private struct Sample: Codable, Equatable {
    enum Kind: String, Codable { case short, long }
    enum Completion: Codable, Equatable {
      case none
      case files(extensions: [String])
    }

    var kind = Kind.long
    var text = "\"\\/\n\t\u{1}ä🎈"
    var isShown = true
    var number = -7
    var ratio = 0.5
    var missing: String?
    var names = ["a", ""]
    var none: [Int] = []
    var values = ["b": 1, "a": 2]
    var completion = Completion.files(extensions: ["xml"])
    var others = [Completion.none]
    var children: [Sample]?
  }

  @Test func valuesAreEncodedAsByFoundation() throws {
    var sample = Sample()
    sample.children = [sample, Sample(number: .max, missing: "x")]
    let encoder = ParserFoundation.JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(sample)
    #expect(try JSONDecoder().decode(Sample.self, from: Data(json)) == sample)
    let peer = Foundation.JSONEncoder()
    peer.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let expected = String(decoding: try peer.encode(sample), as: UTF8.self)
    // Foundation has a short form for tabs.
    #expect(String(decoding: json, as: UTF8.self).replacing("\\u0009", with: "\\t") == expected)
    #expect(String(decoding: try encoder.encode("a"), as: UTF8.self) == "\"a\"")
  }
}
