import Foundation
import Testing

@testable import Feeds

@Suite struct EntryTests {
  private func preview(_ text: String, _ length: Int) -> String {
    FeedEntry(key: "k", content: text).preview(maximumLength: length)
  }

  @Test func previewsAreOneLineCutAtAWord() {
    #expect(preview("a\n\nb  c", 10) == "a b c")
    #expect(preview("hello wide world", 16) == "hello wide world")
    #expect(preview("hello wide world", 12) == "hello wide…")
    #expect(preview("hello wide world", 11) == "hello wide…")
    #expect(preview("hello wide world", 10) == "hello…")
    #expect(preview("unbreakable", 5) == "unbr…")
    #expect(preview("word ", 4) == "word")
    #expect(FeedEntry(key: "k").preview(maximumLength: 5) == "")
    for length in 1...20 { #expect(preview("hello wide, wide world", length).count <= length) }
  }

  @Test func theRevisionChangesWithWhatIsShown() {
    let entry = FeedEntry(key: "k", title: "t", content: "c")
    var other = entry
    #expect(entry.contentRevision == other.contentRevision)
    other.content = "d"
    #expect(entry.contentRevision != other.contentRevision)
    other = entry
    other.published = FeedDate(secondsSinceEpoch: 0, sourceText: "")
    #expect(entry.contentRevision != other.contentRevision)
    #expect(
      FeedEntry(key: "k", title: "ab").contentRevision != FeedEntry(key: "k", content: "ab").contentRevision)
  }

  @Test func entriesArriveInBatchesThatMakeUpTheFeed() throws {
    let items = (0..<2_500).map { "<item><guid>\($0)</guid></item>" }.joined()
    var sizes: [Int] = []
    var keys: [String] = []
    var fractions: [Double] = []
    let bytes = Array("<rss><channel><title>F</title>\(items)</channel></rss>".utf8)
    let rest = try FeedReader.stream(bytes, named: "t") { batch in
      sizes.append(batch.sections.reduce(0) { $0 + $1.entries.count })
      keys += batch.sections.flatMap(\.entries).map(\.key)
      fractions.append(batch.fractionDone)
      #expect(batch.feed.title == "F")
      return true
    }
    #expect(sizes == [50, 1_000, 1_000, 450])
    #expect(rest.title == "F")
    #expect(rest.entryCount == 0)
    #expect(try FeedReader.parse(bytes, named: "t").entries.map(\.key) == keys)
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1)
  }

  @Test func aBatchHandlerCanStopTheReading() {
    let items = String(repeating: "<item><title>x</title></item>", count: 200)
    var calls = 0
    do {
      _ = try FeedReader.stream(Array("<rss><channel>\(items)</channel></rss>".utf8), named: "t") { _ in
        calls += 1
        return false
      }
      Issue.record("went on")
    } catch {
      #expect(error.reason == .cancelled)
      #expect(calls == 1)
    }
  }

  @Test func localPicturesAreFoundBesideTheFile() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("feeds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a b.png", "demo.jpg"] { try Data([1]).write(to: folder.appendingPathComponent(name)) }
    let feed = folder.appendingPathComponent("feed.xml").path
    func find(_ references: String...) -> String? {
      LocalImage.path(for: FeedEntry(key: "k", imageReferences: references), relativeTo: feed)
        .map { String($0.dropFirst(folder.path.count + 1)) }
    }
    #expect(find("http://x/a.png", "missing.png", "a%20b.png") == "a b.png")
    #expect(find("demo") == "demo.jpg")
    #expect(find("demo.jpg?v=1") == "demo.jpg")
    #expect(find("file://\(folder.path)/demo.jpg") == "demo.jpg")
    #expect(find("file://host\(folder.path)/demo.jpg") == nil)
    #expect(find("//host/demo.jpg", "data:image/png;base64,x", "javascript:demo.jpg", "a%00", "", ".") == nil)
  }

  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
    ("?y", "http://a/b/c/d?y"), ("#s", "http://a/b/c/d?q#s"), ("..", "http://a/b/"),
    ("../../../g", "http://a/g"),
    ("x:y", "x:y"), ("", "http://a/b/c/d?q"),
  ])
  func referencesAreJoinedAsRFC3986Says(reference: String, joined: String) {
    #expect(Reference.resolve(reference, against: "http://a/b/c/d?q") == joined)
  }
}

@Suite struct PreviewTests {
  /// The short way and Swift's own characters, over words, marks, emoji and white space of all kinds.
  @Test func bothWaysAgree() {
    var random = SeededGenerator(state: 3)
    let pieces = [
      "a", "word", " ", "  ", "\n", "\r\n", "\t", "é", "e\u{301}", "\u{A0}", "日本", "한글", "\u{1112}\u{1161}",
      "👩‍👩‍👧", "🇩🇪",
      "שלום", "سلام", "\u{64B}", "\u{3000}", "…", "©", "\u{200D}", "\u{FE0F}", "か\u{3099}", "ｶﾞ", "\u{85}",
      "\u{AD}",
    ]
    var simple = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random) / Int.random(in: 1...3, using: &random)]
      }.joined()
      let limit = Int.random(in: 1...14, using: &random)
      var copy = text
      let quick = copy.withUTF8 { SimplePreview.text(of: $0, maximumLength: limit) }
      if quick != nil { simple += 1 }
      #expect(
        quick == nil || quick == FeedEntry.preview(of: text, maximumLength: limit),
        "\(text.debugDescription) \(limit)")
    }
    #expect(simple > 5_000)
  }
}
