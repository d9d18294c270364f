import Expectations
import Foundation
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

@Suite struct JSONStreamTests {
  /// The same string, escaped scalar by scalar (RFC 8259, section 7), with what terminals obey.
  private func escaped(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
          "\\u" + String(format: "%04x", scalar.value)
        default: String(scalar)
        }
      }.joined() + "\""
  }

  private func string(_ text: String) -> String {
    JSONStream.text {
      var stream = JSONStream(isPretty: false, to: $0)
      stream.member("a", text)
      stream.finish()
    }
  }

  @Test func stringsAreEscapedAtAnyPlace() {
    var random = SplitMix64(seed: 4)
    for code in Array(0..<0xC0) + Array(0x1FFE..<0x2070) + [0x2169, 0x302A, 0xFFFD] {
      let scalar = UnicodeScalar(code).map { String($0) } ?? ""
      for length in 0..<20 {
        let text =
          String(repeating: "é", count: length % 3) + String(repeating: "x", count: length) + scalar + "é z"
        expect(string(text), equals: "{\"a\":" + escaped(text) + "}")
      }
    }
    let letters: [UnicodeScalar] = [
      "a", "\"", "\\", "\n", "\u{1F}", "é", "日", "🚲", " ", "\u{7F}", "\u{9B}", "«", "…", "\u{202E}",
    ]
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        text.unicodeScalars.append(letters[Int.random(in: 0..<letters.count, using: &random)])
      }
      expect(string(text), equals: "{\"a\":" + escaped(text) + "}")
    }
  }

  @Test func objectsAndArraysAreIndented() {
    let first = FeedEntry(key: "", title: "x")
    let both = FeedEntry(key: "", title: "x", summary: "\n")
    let text = JSONStream.text {
      var stream = JSONStream(isPretty: true, to: $0)
      stream.beginArray("none")
      stream.endArray()
      stream.member("a") { _ in }
      stream.member("b") {
        $0.member("a") { _ in }
        $0.beginArray("c")
        $0.element(-7)
        $0.beginObject()
        $0.endObject()
        $0.endArray()
        $0.member("d", true)
        $0.member("e", orNull: nil as Int64?)
        $0.member("f", ifAny: nil as Int64?)
      }
      stream.beginArray("list")
      stream.beginObject()
      stream.members("e", .title, "f", .summary, lastOf: "g", of: first)
      stream.members("h", .title, "i", .summary, lastOf: "j", of: both)
      stream.endObject()
      stream.element("z")
      stream.endArray()
      stream.finish()
    }
    expect(
      text,
      equals: """
        {
          "none": [],
          "b": {
            "c": [
              -7,
              {}
            ],
            "d": true,
            "e": null
          },
          "list": [
            {
              "e": "x",
              "f": null,
              "g": "x",
              "h": "x",
              "i": "\\n",
              "j": "\\n"
            },
            "z"
          ]
        }

        """)
  }

  @Test func theOutputComesInPiecesOfBoundedSize() {
    let feed = Feed(
      format: .rss,
      sections: [
        FeedSection(
          entries: (0..<2_000).map {
            FeedEntry(key: "k\($0)", content: String(repeating: "text ", count: 40))
          })
      ])
    var pieces: [Int] = []
    FeedInspection.write(feed) { pieces.append($0.count) }
    expect(pieces.count > 5)
    expect(pieces.allSatisfy { $0 < 70_000 })
  }

  /// The expected texts were written by an earlier version.
  @Test func feedsAreWrittenAsBefore() throws {
    let folder = try require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    let inputs = try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent("Fuzz"), includingPropertiesForKeys: nil)
    var count = 0
    for file in inputs {
      guard let feed = try? FeedReader.read(contentsOf: file.path) else { continue }
      func expected(_ kind: String) throws -> String {
        try String(
          contentsOf: folder.appendingPathComponent("Written/\(file.lastPathComponent).\(kind).json"),
          encoding: .utf8)
      }
      try expect(FeedInspection.jsonLine(for: feed) + "\n", equals: expected("inspect"))
      try expect(JSONFeedExport.json(for: feed), equals: expected("export"))
      count += 1
    }
    expect(count >= 9)
  }
}
