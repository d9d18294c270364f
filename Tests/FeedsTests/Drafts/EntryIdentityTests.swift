import Expectations
import Foundation
import Testing

@testable import FeedViewerFeeds

/// The keys and checks of entries, which databases of marks hold.
struct EntryIdentityTests {
  /// A thousand entries of eight kinds. The stored file is never written again: what does not equal it loses marks.
  @Test func keysAndChecksOfAThousandEntriesAreWhatTheyEverWere() throws {
    let lines = try WrittenEntry.Kind.allCases.flatMap { kind in
      let entries = try kind.entries((0..<125).map { WrittenEntry(number: $0) })
      expect(entries.count, equals: 125)
      return entries.map { hexadecimal($0.identity) }
    }
    let folder = try require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    let stored = try String(contentsOf: folder.appendingPathComponent("identities.txt"), encoding: .utf8)
    let expected = stored.split(separator: "\n").map(String.init)
    expect(expected.count, equals: 1_000)
    let changed = zip(lines, expected).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    expect(changed == [] && lines.count == expected.count)
  }

  private func hexadecimal(_ identity: EntryIdentity) -> String {
    func digits(_ text: String, _ count: Int) -> String {
      String(repeating: "0", count: count - text.count) + text
    }
    return digits(String(identity.key, radix: 16), 32) + " " + digits(String(identity.check, radix: 16), 8)
  }

  /// As earlier versions of the program stored the keys of entries with identifiers.
  @Test func theKeyOfAnEntryWithAnIdentifierIsTheHashOfThat() throws {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in "tag:é,1".utf8 { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
    let entries = try rss("<item><guid> tag:&#233;,1\n</guid><title>A</title></item>")
    expect(entries[0].identity.key, equals: hash)
    expect(entries[0].identifier, equals: "tag:é,1")
  }

  /// Each change of an entry, and whether its key and its check stay.
  @Test(
    arguments: WrittenEntry.Kind.allCases,
    [
      (WrittenEntry.Change.title, true, false), (.body, true, true), (.link, true, false),
      (.date, true, false),
      (.updated, true, true), (.author, true, true), (.identifier, false, true),
    ] as [(WrittenEntry.Change, Bool, Bool)])
  func theKeyDependsOnTheIdentifierAlone(
    kind: WrittenEntry.Kind, change: (change: WrittenEntry.Change, keepsKey: Bool, keepsCheck: Bool)
  ) throws {
    guard kind.has(change.change), kind.has(.identifier) else { return }
    let (before, after) = try kind.versions(WrittenEntry.full, change.change)
    expect(before.key == after.key, equals: change.keepsKey)
    expect(before.check == after.check, equals: change.keepsCheck)
  }

  @Test(
    arguments: WrittenEntry.Kind.allCases,
    [
      (WrittenEntry.Change.title, true, false), (.body, true, true), (.link, false, false),
      (.date, true, false),
      (.updated, true, true), (.author, true, true),
    ] as [(WrittenEntry.Change, Bool, Bool)])
  func withoutAnIdentifierTheKeyDependsOnTheLinkAlone(
    kind: WrittenEntry.Kind, change: (change: WrittenEntry.Change, keepsKey: Bool, keepsCheck: Bool)
  ) throws {
    guard kind.has(change.change), kind.has(.link) else { return }
    var entry = WrittenEntry.full
    entry.identifier = kind.has(.identifier) ? "  " : nil
    let (before, after) = try kind.versions(entry, change.change)
    expect(before.key == after.key, equals: change.keepsKey)
    expect(before.check == after.check, equals: change.keepsCheck)
  }

  @Test(arguments: WrittenEntry.Kind.allCases)
  func withoutBothTheKeyDependsOnTitleAndDate(kind: WrittenEntry.Kind) throws {
    var entry = WrittenEntry.full
    (entry.identifier, entry.link) = (nil, nil)
    for change in [WrittenEntry.Change.title, .date] where kind.has(change) {
      let (before, after) = try kind.versions(entry, change)
      expect(before.key != after.key && before.check != after.check)
    }
    let (before, after) = try kind.versions(entry, .body)
    expect(before, equals: after)
    // Without a title, the beginning of the body stands for it.
    entry.title = nil
    entry.body = String(repeating: "é", count: 200)
    let whole = try kind.entries([entry])[0].identity
    entry.body += " and more"
    try expect(kind.entries([entry])[0].identity, equals: whole)
    entry.body = "e" + entry.body
    try expect(kind.entries([entry])[0].identity.key != whole.key)
  }

  /// What stands around an entry, or how a text is written in the file, does not count.
  @Test func theSameTextsHaveTheSameIdentityHoweverTheyAreWritten() throws {
    func identity(_ item: String, before: String = "", attributes: String = "") throws -> EntryIdentity {
      try rss(before + "<item>\(item)</item>", attributes: attributes).last!.identity
    }
    let plain = try identity("<title>A &amp; B</title><link>a b?c=1&amp;d</link><pubDate>soon</pubDate>")
    let same = [
      try identity("<link>a b?c=1&#38;d</link><pubDate> soon\n</pubDate><title><![CDATA[A & B]]></title>"),
      try identity(
        "<title>A &amp; B</title><link>a b?c=1&amp;d</link><pubDate>soon</pubDate><description>x</description>",
        attributes: "xml:base='https://example.org/'"),
      try identity(
        "<title>A &amp; B</title><link>a b?c=1&amp;d</link><pubDate>soon</pubDate>",
        before: "<item><title>A &amp; B</title><link>a b?c=1&amp;d</link><pubDate>soon</pubDate></item>"),
    ]
    expect(same, equals: [plain, plain, plain])
    // Addresses are neither cleaned nor resolved, texts not repaired, dates not read.
    let others = [
      try identity("<title>A &amp; B</title><link>a%20b?c=1&amp;d</link><pubDate>soon</pubDate>"),
      try identity("<title>A &amp;amp; B</title><link>a b?c=1&amp;d</link><pubDate>soon</pubDate>"),
      try identity("<title>A  &amp; B</title><link>a b?c=1&amp;d</link><pubDate>soon</pubDate>"),
      try identity("<title>A &amp; B</title><link>a b?c=1&amp;d</link><pubDate>later</pubDate>"),
      try identity("<title>A &amp; B</title><link>a b?c=1&amp;d</link>"),
    ]
    expect(Set(others.map(\.check) + [plain.check]).count, equals: 6)
  }

  /// Values that are no texts say nothing, whatever was read before them.
  @Test func otherJSONValuesAreNoTexts() throws {
    func identity(_ item: String) throws -> EntryIdentity {
      try parse("{\"version\": \"https://jsonfeed.org/version/1\", \"items\": [{\(item)}]}").entries[0]
        .identity
    }
    try expect(
      identity("\"summary\": \"s\", \"title\": 7, \"url\": null, \"date_published\": []"),
      equals: identity("\"summary\": \"s\""))
    try expect(identity("\"id\": 7, \"title\": \"a\"").key, equals: identity("\"id\": \"7\"").key)
  }

  @Test func inspectionPrintsKeyAndCheck() throws {
    let feed = try parse(
      "<rss><channel><item><guid>a</guid></item><item><guid>a</guid></item></channel></rss>")
    let line = FeedInspection.jsonLine(for: feed)
    // The hash of "a", as its authors publish it.
    let key = "d228cb696f1a8caf78912b704e4a8964"
    let check = hexadecimal(feed.entries[0].identity).split(separator: " ")[1]
    expect(line.contains("{\"key\":\"\(key)\",\"check\":\"\(check)\",\"name\":\"a\",\"id\":\"a\""))
    expect(line.contains("{\"key\":\"\(key)\",\"check\":\"\(check)\",\"name\":\"a#2\",\"id\":\"a\""))
  }
}

/// The texts of an entry, to be written in each format.
struct WrittenEntry: Sendable {
  enum Change: Sendable { case title, body, link, date, updated, author, identifier }

  var identifier: String?
  var link: String?
  var title: String?
  var date: String?
  var body: String
  var author = "Ann"
  var updated = "2020-01-01T00:00:00Z"

  static let full = WrittenEntry(
    identifier: "id 1", link: "https://example.org/a b?x=1&y=é", title: "T <b>& more</b>",
    date: "2026-01-02T03:04:05Z", body: "The body.")

  init(identifier: String?, link: String?, title: String?, date: String?, body: String) {
    (self.identifier, self.link, self.title, self.date, self.body) = (identifier, link, title, date, body)
  }

  /// All combinations of texts that are there, shared, odd, or missing.
  init(number: Int) {
    let texts = [
      "Title \(number)", "  <i>Title</i>  \(number)\n", "A &amp; B", "Ä\u{301} 漢字 \u{1F600} \(number % 7)",
      nil, "shared",
    ]
    identifier = ["id \(number)", "shared", nil, "  ", "tag:x,\(number)&y=<z>"][number % 5]
    link =
      [
        "https://example.org/\(number)", "https://example.org/shared", "../a b/\(number)?q=1&r=%zz", nil,
      ][number % 4]
    title = texts[number % 6]
    date = ["2026-01-02T03:04:\(10 + number % 50)Z", "2 hours ago", nil][number % 3]
    body = number % 2 == 0 ? "Body \(number)" : String(repeating: "Größe & <b>\(number)</b> ", count: 20)
  }

  func with(_ change: Change) -> WrittenEntry {
    var new = self
    switch change {
    case .title: new.title = "New"
    case .body: new.body = "Another body."
    case .link: new.link = "https://example.org/new"
    case .date: new.date = "2026-02-03T04:05:06Z"
    case .updated: new.updated = "2021-01-01T00:00:00Z"
    case .author: new.author = "Ben"
    case .identifier: new.identifier = "id 2"
    }
    return new
  }

  enum Kind: String, CaseIterable, Sendable {
    case rss, rssWithCDATA, rdf, atom, atomWithBase, jsonFeed, demo, channelDefinition

    /// Whether entries of this kind have what a change changes.
    func has(_ change: Change) -> Bool {
      switch self {
      case .rss, .rssWithCDATA, .atom, .atomWithBase: true
      case .rdf: change != .date && change != .identifier
      case .jsonFeed: true
      case .demo: [.title, .body, .date, .author].contains(change)
      case .channelDefinition: [.title, .body, .link, .updated].contains(change)
      }
    }

    func versions(_ entry: WrittenEntry, _ change: Change) throws -> (EntryIdentity, EntryIdentity) {
      let other = WrittenEntry(number: 0)
      // Beside another one, and in another order.
      return (
        try entries([entry])[0].identity, try entries([other, entry.with(change), other])[1].identity
      )
    }

    func entries(_ entries: [WrittenEntry]) throws -> [FeedEntry] {
      let items = entries.map(item).joined(separator: isJSON ? "," : "\n")
      let text =
        switch self {
        case .rss, .rssWithCDATA: "<rss version='2.0'><channel>\(items)</channel></rss>"
        case .rdf:
          """
          <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/' \
          xmlns:dc='http://purl.org/dc/elements/1.1/'>\(items)</rdf:RDF>
          """
        case .atom: "<feed xmlns='http://www.w3.org/2005/Atom'>\(items)</feed>"
        case .atomWithBase:
          "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://example.com/'>\(items)</feed>"
        case .jsonFeed: "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [\(items)]}"
        case .demo: "{\"feed\": [\(items)]}"
        case .channelDefinition: "<CHANNEL HREF='https://example.org/'>\(items)</CHANNEL>"
        }
      return try FeedReader.parse(Array(text.utf8), named: "test").sections.flatMap(\.entries)
    }

    private var isJSON: Bool { self == .jsonFeed || self == .demo }

    private func item(_ entry: WrittenEntry) -> String {
      func element(_ name: String, _ text: String?, _ attributes: String = "") -> String {
        guard let text else { return "" }
        let written = self == .rssWithCDATA ? "<![CDATA[\(text)]]>" : Self.escaped(text)
        return "<\(name)\(attributes)>\(written)</\(name)>"
      }
      switch self {
      case .rss, .rssWithCDATA:
        return "<item>" + element("title", entry.title) + element("link", entry.link)
          + element("guid", entry.identifier, " isPermaLink='false'") + element("pubDate", entry.date)
          + element("dc:date", entry.updated, " xmlns:dc='http://purl.org/dc/elements/1.1/'")
          + element("author", entry.author) + element("description", entry.body) + "</item>"
      case .rdf:
        return "<item>" + element("title", entry.title) + element("link", entry.link)
          + element("dc:date", entry.updated) + element("dc:creator", entry.author)
          + element("description", entry.body) + "</item>"
      case .atom, .atomWithBase:
        let link = entry.link.map { "<link href=\"\(Self.escaped($0))\"/>" } ?? ""
        return "<entry>" + element("id", entry.identifier) + link
          + element("title", entry.title, " type='html'")
          + element("published", entry.date) + element("updated", entry.updated)
          + "<author>\(element("name", entry.author))</author>"
          + element("content", entry.body, " type='html'")
          + "</entry>"
      case .jsonFeed:
        return Self.object([
          ("id", entry.identifier), ("url", entry.link), ("title", entry.title),
          ("date_published", entry.date),
          ("date_modified", entry.updated), ("content_html", entry.body), ("language", entry.author),
        ])
      case .demo:
        return Self.object([
          ("content", entry.body), ("title", entry.title), ("time", entry.date), ("username", entry.author),
        ])
      case .channelDefinition:
        let link = entry.link.map { " HREF=\"\(Self.escaped($0))\"" } ?? ""
        return "<ITEM\(link) LASTMOD='\(entry.updated)'>" + element("TITLE", entry.title)
          + element("ABSTRACT", entry.body) + "</ITEM>"
      }
    }

    private static func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    private static func object(_ members: [(String, String?)]) -> String {
      let written = members.compactMap { name, text in
        text.map {
          let value = $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
            "\n", with: "\\n")
          return "\"\(name)\": \"\(value)\""
        }
      }
      return "{\(written.joined(separator: ","))}"
    }
  }
}
