import Expectations
import Foundation
import FuzzInputs
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

/// What is read with wide scans and remembered tags is what is read without them. On a processor without wide scans, only the
/// tags are compared.
@Suite(.serialized) struct ReaderShortcutsTests {
  /// What both ways of reading make of a file: all entries and repairs.
  private func inspections(_ bytes: [UInt8]) -> (with: [UInt8], without: [UInt8]) {
    func inspection() -> [UInt8] {
      do throws(FeedError) {
        var output: [UInt8] = []
        let feed = try FeedReader.parse(bytes, named: "a.xml")
        FeedInspection.write(feed) { output += $0 }
        for entry in feed.sections.flatMap(\.entries) {
          output += Array(entry.preview(maximumLength: 90).utf8)
        }
        return output
      } catch {
        return Array("\(error)".utf8)
      }
    }
    let with = inspection()
    ReaderShortcuts.areTaken = false
    defer { ReaderShortcuts.areTaken = true }
    return (with, inspection())
  }

  @Test func mutatedFilesAreReadInTheSameWay() throws {
    let folder = try require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
      .appendingPathComponent("Fuzz")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
    var mutator = InputMutator(corpus: try files.map { Array(try Data(contentsOf: $0)) }, seed: 16)
    for number in 0..<TestRun.count(1_000, full: 3_000) {
      // Longer files have blocks of text and tags that come again.
      let bytes = number % 3 == 0 ? mutator.nextLarge(size: 6_000) : mutator.next()
      let (with, without) = inspections(bytes)
      expect(with, equals: without, "input \(number) of seed 16")
    }
  }

  /// Tags of few letters in any order, closed and not, with attributes, cut anywhere: every one has been read before.
  @Test func tagsThatComeAgainAreReadInTheSameWay() {
    var random = SplitMix64(seed: 3)
    let tags = [
      "<title>", "<title >", "<titles>", "<title/>", "<title type=\"html\">", "<title type='html'>",
      "<title type=\"htm\">", "<title type=html>", "<title a=\"1\" b=\"2\">", "<title x", "<link>",
      "<dc:creator>", "<content:encoded>", "<content:encoded xml:lang=\"de\">",
      "<guid isPermaLink=\"false\">",
      "<guid isPermaLink=\"true\">", "<category>", "<category term=\"a\">",
      "<d:title xmlns:d=\"http://purl.org/dc/elements/1.1/\">",
      "<description>", "<pubDate>", "<item>", "<entry>", "</item>", "</title>", "</link>", "</category>",
      "</guid>",
    ]
    let texts = [
      "", "a", "x &amp; y", "&lt;b&gt;z&lt;/b&gt;", "<![CDATA[c]]>", "2004-01-01", " ", "<b>n</b>",
    ]
    for number in 0..<TestRun.count(1_300, full: 4_000) {
      var text = "<rss><channel>"
      let choice = (0..<6).map { _ in tags.randomElement(using: &random)! }
      for _ in 0..<Int.random(in: 2...6, using: &random) {
        text += "<item>"
        for tag in choice where Int.random(in: 0..<8, using: &random) > 0 {
          text += tag + texts.randomElement(using: &random)!
          if Int.random(in: 0..<5, using: &random) > 0, tag.first == "<", !tag.hasPrefix("</") {
            text += "</" + tag.dropFirst().prefix { $0.isLetter || $0 == ":" } + ">"
          }
        }
        text += "</item>"
      }
      var bytes = Array(text.utf8)
      if number % 4 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      let (with, without) = inspections(bytes)
      expect(with, equals: without, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// Tags of the same attributes in any order, with other values, which decide what an element means.
  @Test func attributesThatComeAgainAreReadInTheSameWay() {
    var random = SplitMix64(seed: 8)
    let attributes: [(name: String, values: [String])] = [
      ("href", ["https://a.example/1", "https://a.example/2", "b", "", "javascript:x", "?a&amp;b"]),
      ("HREF", ["https://c.example/1", "https://c.example/2"]),
      ("rel", ["alternate", "enclosure", "replies", "self", "ALTERNATE", ""]),
      ("type", ["html", "text", "xhtml", "text/html", "application/atom+xml", "image/png"]),
      ("title", ["a", "b"]), ("xml:lang", ["de", "en", "fr", "ja"]),
      ("xml:base", ["https://d.example/", "https://e.example/f/"]), ("length", ["1", "2"]),
    ]
    let names = ["link", "title", "content", "summary", "id", "updated", "atom:link", "category"]
    for _ in 0..<TestRun.count(1_000, full: 3_000) {
      // The same few attributes for each name, so that tags differ in their values only.
      let kinds = (0..<5).map { _ in
        (
          name: names.randomElement(using: &random)!,
          attributes: (0..<Int.random(in: 1...3, using: &random)).map { _ in
            attributes.randomElement(using: &random)!
          },
          quote: Int.random(in: 0..<5, using: &random) == 0 ? "'" : "\"",
          ending: Int.random(in: 0..<3, using: &random) == 0 ? "/>" : ">"
        )
      }
      let isAtom = Bool.random(using: &random)
      var text = isAtom ? "<feed xmlns=\"http://www.w3.org/2005/Atom\">" : "<rss><channel>"
      for _ in 0..<Int.random(in: 2...8, using: &random) {
        text += isAtom ? "<entry>" : "<item>"
        for kind in kinds where Int.random(in: 0..<6, using: &random) > 0 {
          text += "<" + kind.name
          for attribute in kind.attributes {
            let value = attribute.values.randomElement(using: &random)!
            text += " \(attribute.name)=\(kind.quote)\(value)\(kind.quote)"
          }
          text += kind.ending
          if kind.ending == ">" { text += "x &lt;i&gt;y</\(kind.name)>" }
        }
        text += isAtom ? "</entry>" : "</item>"
      }
      let (with, without) = inspections(Array(text.utf8))
      expect(with, equals: without, "\(text)")
    }
  }

  /// Places in long texts, of every length about the sizes of blocks.
  @Test func longTextsAreCopiedInTheSameWay() {
    var random = SplitMix64(seed: 5)
    let pieces = [
      "word", " ", "  ", "\n", "é", "日本語", "&amp;", "&lt;p&gt;", "&lt;/p&gt;", "&", "&x;", "\u{1F600}", ".",
      "&lt;br&gt;",
    ]
    for length in stride(from: 0, to: 400, by: TestRun.count(3, quick: 37, full: 1)) {
      var body = ""
      while body.utf8.count < length {
        body +=
          Int.random(in: 0..<4, using: &random) == 0 ? pieces.randomElement(using: &random)! : "letters "
      }
      for (open, close) in [("", ""), ("<![CDATA[", "]]>")] {
        let text =
          "<rss><channel><item><description>\(open)\(body)\(close)</description></item></channel></rss>"
        let (with, without) = inspections(Array(text.utf8))
        expect(with, equals: without, "\(body)")
      }
    }
  }
}
