import Expectations
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

@Suite struct EntryRecordTests {
  private static let texts: [String?] = [
    nil, nil, "", "a", "Привет", "一二三\n四", "a text of more than fifteen bytes", "👩🏽‍🚀 é",
    String(repeating: "long ", count: 500),
  ]

  private func text(_ random: inout SplitMix64) -> String? {
    Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
  }

  @Test func packedTextsAreThoseThatWereGiven() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2_000 {
      let texts = EntryText.allCases.map { _ in text(&random) }
      func given(_ text: EntryText) -> String? { texts[text.rawValue] }
      let entry = FeedEntry(
        key: "k", identifier: given(.identifier), title: given(.title), link: given(.link),
        author: given(.author), byline: given(.byline), summary: given(.summary), content: given(.content),
        language: given(.language))
      expect(entry.identifier == given(.identifier) && entry.title == given(.title))
      expect(entry.link == given(.link) && entry.author == given(.author))
      // Without a byline, the author is the only one.
      let byline = given(.byline) ?? given(.author)
      expect(entry.byline == byline && entry.language == given(.language))
      expect(entry.summary == given(.summary) && entry.content == given(.content))
      expect(entry.body, equals: given(.content) ?? given(.summary))
      expect(entry.bylineIsAuthor, equals: byline == given(.author))
      for text in EntryText.allCases where text != .byline {
        var bytes: [UInt8]?
        expect(entry.withUTF8(of: text) { bytes = Array($0) }, equals: given(text) != nil)
        expect(bytes, equals: given(text).map { Array($0.utf8) })
      }
    }
  }

  @Test func aChangedFieldLeavesTheOthers() throws {
    let feed = try FeedReader.parse(
      Array(
        """
        <rss><channel><item><guid>one</guid><title>Title</title><link>http://a/</link>
        <author>Ada</author><description>Body</description><category>tag</category></item></channel></rss>
        """.utf8), named: "t")
    let entry = feed.entries[0]
    var changed = entry
    changed.change {
      $0.identifier = "two"
      $0.title = nil
      $0.tags.append("second")
    }
    expect(changed.identity == entry.identity && changed.identifier == "two" && changed.title == nil)
    expect(changed.link == entry.link && changed.author == "Ada" && changed.summary == "Body")
    expect(changed.tags, equals: ["tag", "second"])
    // The other copy keeps its values.
    expect(entry.identifier == "one" && entry.title == "Title" && entry.tags == ["tag"])
  }

  /// Marks are stored by these keys, so they must not change.
  @Test func anEntryWithoutIdentifierIsKnownByItsTexts() {
    let body = String(repeating: "Ä👩🏽‍🚀 word ", count: 5_000)
    let entry = FeedEntry(key: "k", title: "Title", summary: body)
    expect(entry.ownKey, equals: "Title\n\(body.prefix(200))\n")
    // A single character.
    let marks = FeedEntry(key: "k", summary: "e" + String(repeating: "\u{301}", count: 1_000_000))
    expect(marks.ownKey.utf8.count < 20_000 && marks.ownKey.unicodeScalars.contains("\u{301}"))
  }

  /// Entries share memory with those that were read before and after them.
  @Test func entriesOutliveTheOthersOfTheirFeed() throws {
    func text(_ number: Int) -> String {
      String(repeating: "\(number) ", count: number % 97 == 0 ? 20_000 : 1 + number % 60) + "."
    }
    var kept: [(number: Int, entry: FeedEntry)] = []
    for _ in 0..<3 {
      let entries = try rss(
        (0..<1_000).map { "<item><title>\($0)</title><description>\(text($0))</description></item>" }.joined()
      )
      kept += entries.enumerated().filter { $0.offset % 13 == 0 }.map { ($0.offset, $0.element) }
    }
    expect(kept.count, equals: 3 * 77)
    for (number, entry) in kept { expect(entry.title == "\(number)" && entry.summary == text(number)) }
  }

  @Test func tagsStaySeparateAndAreListedOnce() throws {
    func tags(_ tags: [String]) throws -> [String] {
      try rss("<item><title>t</title>\(tags.map { "<category>\($0)</category>" }.joined())</item>")[0].tags
    }
    try expect(tags([]), equals: [])
    try expect(tags([""]), equals: [])
    try expect(
      tags([" one ", "two words", "one", "\u{3000}three\u{3000}"]), equals: ["one", "two words", "three"])
    // Equal as strings, in other bytes.
    try expect(tags(["\u{E9}", "e\u{301}", "\u{212A}", "K"]), equals: ["\u{E9}", "\u{212A}"])
    let many = (0..<40).map { "tag \($0)" }
    try expect(tags(many + many), equals: many)
    // Given by a program, tags may be empty.
    let entry = FeedEntry(key: "k", tags: ["", "a", ""])
    expect(entry.tags == ["", "a", ""] && FeedEntry(key: "k", tags: [""]).tags == [""])
  }
}
