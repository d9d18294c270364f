import Expectations
import Foundation
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

@Suite struct EntryTests {
  private func preview(_ text: String, _ length: Int) -> String {
    FeedEntry(key: "k", content: text).preview(maximumLength: length)
  }

  /// RSS 2.0 has items of nothing but a picture, a file or a link.
  @Test(arguments: [
    ("<description>&lt;img src='http://x/a%20b.jpg' alt=' Grey heron '></description>", "Grey heron"),
    ("<description>&lt;p>&lt;img src='a.jpg' alt=''>&lt;img src='b.jpg' title='Owl'></description>", "Owl"),
    ("<description>&lt;img src='http://x/a%20b.jpg?w=1'>&amp;nbsp;</description>", "a b.jpg"),
    ("<description>&lt;iframe src='http://v/1' title='A film'>&lt;/iframe></description>", "A film"),
    ("<enclosure url='http://x/f/rec.mp3' type='audio/mpeg'/>", "rec.mp3"),
    ("<enclosure url='http://x/f/rec.mp3' title='The recording'/><link>http://x/1</link>", "The recording"),
    ("<link>http://x/only/link</link>", "http://x/only/link"),
    ("<media:player url='http://v/watch?n=1'/>", "http://v/watch?n=1"),
    (
      "<media:group><media:content><media:player url='http://v/1'/></media:content></media:group>",
      "http://v/1"
    ),
    ("<media:player url='http://v/1'/><media:thumbnail url='http://x/owl.jpg'/>", "owl.jpg"),
    ("<media:player url='http://v/1'/><media:title>Film</media:title>", ""),
    ("<title>t</title><link>http://x/1</link>", ""),
    ("<description>text</description><link>http://x/1</link>", "text"),
    ("<description>&lt;img src='a.jpg' alt='Heron'> flies</description>", "flies"), ("", ""),
  ])
  func anEntryWithoutTextShowsWhatItConsistsOf(item: String, preview: String) throws {
    let media = "xmlns:media='http://search.yahoo.com/mrss/'"
    try expect(rss("<item>\(item)</item>", attributes: media)[0].preview(maximumLength: 100), equals: preview)
  }

  @Test func previewsAreOneLineCutAtAWord() {
    expect(preview("a\n\nb  c", 10), equals: "a b c")
    expect(preview("hello wide world", 16), equals: "hello wide world")
    expect(preview("hello wide world", 12), equals: "hello wide…")
    expect(preview("hello wide world", 11), equals: "hello wide…")
    expect(preview("hello wide world", 10), equals: "hello…")
    expect(preview("unbreakable", 5), equals: "unbr…")
    expect(preview("word ", 4), equals: "word")
    expect(preview("The end. More words", 12), equals: "The end…")
    expect(preview("終わり。 次の文が続く", 6), equals: "終わり…")
    expect(preview("one, – two", 8), equals: "one…")
    expect(preview("why? because", 8), equals: "why?…")
    expect(preview("..... .....", 8), equals: ".....…")
    expect(FeedEntry(key: "k").preview(maximumLength: 5), equals: "")
    for length in 1...20 { expect(preview("hello wide, wide world", length).count <= length) }
  }

  @Test func everyShownFieldChangesTheRevision() {
    func revision(_ content: String, published: FeedDate? = nil) -> UInt64 {
      FeedEntry(key: "k", title: "t", published: published, content: content).contentRevision
    }
    expect(revision("c"), equals: revision("c"))
    expect(revision("c") != revision("d"))
    expect(revision("c") != revision("c", published: FeedDate(secondsSinceEpoch: 0)))
    expect(
      FeedEntry(key: "k", title: "ab").contentRevision != FeedEntry(key: "k", content: "ab").contentRevision)
  }

  @Test func batchesTogetherHoldAllEntries() throws {
    let items = (0..<2_500).map { "<item><guid>\($0)</guid></item>" }.joined()
    var sizes: [Int] = []
    var keys: [String] = []
    var fractions: [Double] = []
    let bytes = Array("<rss><channel><title>F</title>\(items)</channel></rss>".utf8)
    let rest = try FeedReader.stream(bytes, named: "t") { batch in
      sizes.append(batch.sections.reduce(0) { $0 + $1.entries.count })
      keys += batch.sections.flatMap(\.entries).map(\.key)
      fractions.append(batch.fractionDone)
      expect(batch.feed.title, equals: "F")
      return true
    }
    expect(sizes, equals: [50, 1_000, 1_000, 450])
    expect(rest.title, equals: "F")
    expect(rest.entryCount, equals: 0)
    try expect(FeedReader.parse(bytes, named: "t").entries.map(\.key), equals: keys)
    expect(fractions, equals: fractions.sorted())
    expect(fractions.last, equals: 1)
  }

  @Test func aBatchHandlerCanStopReading() {
    let items = String(repeating: "<item><title>x</title></item>", count: 200)
    var calls = 0
    do {
      _ = try FeedReader.stream(Array("<rss><channel>\(items)</channel></rss>".utf8), named: "t") { _ in
        calls += 1
        return false
      }
      Issue.record("went on")
    } catch {
      expect(error.reason, equals: .cancelled)
      expect(calls, equals: 1)
    }
  }

  @Test func localImagesAreFoundBesideTheFile() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("feeds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a b.png", "demo.jpg"] { try Data([1]).write(to: folder.appendingPathComponent(name)) }
    let feed = folder.appendingPathComponent("feed.xml").path
    func find(_ references: String...) -> String? {
      (try? LocalImage.path(for: FeedEntry(key: "k", imageReferences: references), relativeTo: feed))
        .map { String($0.dropFirst(folder.path.count + 1)) }
    }
    expect(find("http://x/a.png", "missing.png", "a%20b.png") == "a b.png")
    expect(find("demo"), equals: "demo.jpg")
    expect(find("demo.jpg?v=1"), equals: "demo.jpg")
    expect(find("file://\(folder.path)/demo.jpg") == "demo.jpg")
    expect(find("file://host\(folder.path)/demo.jpg") == nil)
    expect(find("//host/demo.jpg", "data:image/png;base64,x", "javascript:demo.jpg", "a%00", "", ".") == nil)
  }

  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
    ("?y", "http://a/b/c/d?y"), ("#s", "http://a/b/c/d?q#s"), ("..", "http://a/b/"),
    ("../../../g", "http://a/g"),
    ("x:y", "x:y"), ("", "http://a/b/c/d?q"),
  ])
  func referencesAreResolvedAsInRFC3986(reference: String, joined: String) {
    expect(Reference.resolve(reference, against: "http://a/b/c/d?q") == joined)
    // The fragment of a base, and the space before it, are not part of the base.
    expect(Reference.resolve(reference, against: "http://a/b/c/d?q #f") == joined)
  }
}

@Suite struct PreviewTests {
  /// The definition of a preview, in terms of Swift's characters.
  private func reference(_ text: String, _ limit: Int) -> String {
    let words = text.split { $0.isWhitespace && $0 != "\u{A0}" }
    let line = words.joined(separator: " ")
    if line.count <= limit { return line }
    var kept = Substring(line.prefix(limit - 1))
    let isInsideWord = line[line.index(line.startIndex, offsetBy: limit - 1)] != " "
    if isInsideWord, let space = kept.lastIndex(of: " ") { kept = kept[..<space] }
    while kept.last == " " { kept.removeLast() }
    var end = kept
    while let last = end.last, ".,;:-–—…。、，．；：،؛۔। ".contains(last) { end.removeLast() }
    return (end.isEmpty ? kept : end) + "…"
  }

  private static let pieces = [
    "a", "word", " ", "  ", "\n", "\r\n", "\t", "é", "e\u{301}", "\u{A0}", "日本", "한글", "\u{1112}\u{1161}",
    "x\u{94D}",
    "👩‍👩‍👧", "🇩🇪🇫🇷", "שָׁלוֹם", "سَلام", "\u{600}b", "\u{3000}", "…", "©\u{FE0F}", "a\u{200D}", "か\u{3099}", "ｶﾞ",
    "\u{85}",
    "x\u{AD}", ".", "word, ", "– ", "。", "،", "เก้าอี้ที่นำ", "हिन्दी", "क्ष्य", "ड़्क", "कि्क", "क्\u{200D}ष", "\u{1F}",
    "Привет", "\u{2028}", "\u{2003}", "\u{2013}", "\u{202F}", "\u{205F}", "\u{1680}", "\u{7F}", "\u{2060}",
  ]

  @Test func previewsCountGraphemesInAllScripts() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random)!
      }.joined()
      let limit = Int.random(in: 1...14, using: &random)
      let preview = FeedEntry(key: "k", content: text).preview(maximumLength: limit)
      expect(preview, equals: reference(text, limit), "\(text.debugDescription) \(limit)")
    }
  }

  /// All short texts of one scalar of each kind, before more text. Marks after white space, which form one character with
  /// it for Swift, are left out.
  @Test func shortPreviewsCountGraphemesInEachOrderOfScalars() {
    let scalars = [" ", "\n", "a", "क", "ा", "़", "्", "ก", "ำ", "→", "日", "\u{301}"]
    var texts = [""]
    for _ in 0..<4 { texts = texts.flatMap { text in scalars.map { text + $0 } } }
    for text in texts where !text.replacing("\n", with: " ").contains(where: { $0 != " " && $0.isWhitespace })
    {
      let whole = text + " word क"
      for limit in [4, 6] {
        let preview = FeedEntry(key: "k", content: whole).preview(maximumLength: limit)
        expect(preview, equals: reference(whole, limit), "\(whole.debugDescription) \(limit)")
      }
    }
  }

  /// Texts that are lines already are returned as they are: most pieces are words, so that many of them are.
  @Test func textsThatFitAreCollapsedOnly() {
    var random = SplitMix64(seed: 4)
    var unchanged = 0
    for _ in 0..<40_000 {
      let text = (0..<Int.random(in: 3...16, using: &random)).map { _ in
        Int.random(in: 0..<12, using: &random) == 0
          ? Self.pieces.randomElement(using: &random)!
          : ["word ", "слово ", "言葉", "a—b", "“it’s” "].randomElement(using: &random)!
      }.joined()
      let preview = FeedEntry(key: "k", content: text).preview(maximumLength: text.utf8.count + 1)
      expect(preview, equals: reference(text, 1_000), "\(text.debugDescription)")
      if Array(preview.utf8) == Array(text.utf8) { unchanged += 1 }
    }
    expect((8_000...32_000).contains(unchanged))
  }

  /// Long enough for blocks of bytes, which are counted at once.
  @Test func longPreviewsCountGraphemesInAllScripts() {
    var random = SplitMix64(seed: 5)
    let words = [
      "word ", "слово ", "言葉", "ことば", "λέξη ", "מילה ", "كلمة ", "단어 ", "mot “été” ", "d’ours – ", "。",
    ]
    for _ in 0..<TestRun.count(5_000, full: 20_000) {
      let word = words.randomElement(using: &random)!
      let text = (0..<Int.random(in: 4...60, using: &random)).map { _ in
        switch Int.random(in: 0..<20, using: &random) {
        case 0: Self.pieces.randomElement(using: &random)!
        case 1...3: words.randomElement(using: &random)!
        default: word
        }
      }.joined()
      let limit = Int.random(in: 15...150, using: &random)
      let preview = FeedEntry(key: "k", content: text).preview(maximumLength: limit)
      expect(preview, equals: reference(text, limit), "\(text.debugDescription) \(limit)")
    }
  }

  /// Wherever the rules for plain scalars apply, they agree with Swift.
  @Test func plainScalarRulesAgreeWithGraphemeBreaking() {
    for first in UInt32(0x21)...0xFFFF {
      guard let scalar = Unicode.Scalar(first) else { continue }
      var text = String(scalar)
      let kind = text.withUTF8 { $0.baseAddress.map { PlainScalar.read($0).kind } }
      guard kind != .other, kind != .space else { continue }
      let belongs = ("a" + String(scalar)).count == 1
      expect(
        belongs, equals: kind == .mark || kind == .nukta || kind == .linker, "U+\(String(first, radix: 16))")
      expect((String(scalar) + "a").count, equals: 2, "U+\(String(first, radix: 16))")
      expect(kind != .base && kind != .mark || ("क्" + String(scalar)).count == (kind == .mark ? 1 : 2))
      guard kind == .base || kind == .consonant else { continue }
      expect(
        kind == .consonant, equals: ("क्" + String(scalar) + "्क").count == 1, "U+\(String(first, radix: 16))")
    }
  }
}
