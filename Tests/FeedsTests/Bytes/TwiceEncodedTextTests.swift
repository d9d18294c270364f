import Expectations
import Testing

@testable import FeedViewerFeeds

@Suite struct TwiceEncodedTextTests {
  /// A text whose UTF-8 was taken for windows-1252.
  private func twice(_ text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.compactMap { Unicode.Scalar(Windows1252.scalar(of: $0)) }))
  }

  private func decoded(_ text: String) -> String? {
    var text = text
    var buffer = ByteBuffer(capacity: 0)
    let isTwice = text.withUTF8 { TwiceEncodedText.decode($0, isHTML: false, into: &buffer) }
    return isTwice ? buffer.view.string : nil
  }

  @Test(arguments: [
    "ordenó", "é", "Ελλάδα 日本", "“quoted” – and 👩‍💻", "Žluťoučký kůň", "a line\nà\tb", "señor & <b>niño</b>",
    String(repeating: "x", count: 1_000) + "ü",
  ])
  func textEncodedTwiceIsDecodedAgain(text: String) {
    expect(decoded(twice(text)), equals: text)
    // Latin-1 has other characters for 80 to 9F.
    let latin1 = String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    expect(decoded(latin1), equals: text)
  }

  @Test(arguments: [
    "", "plain", "ordenó", "é", "Ã", "Ã ", "Ã©té é", "Ã³ and 日本", "naïve Ã³", "â€", "Ã³\u{FFFD}", "Â", "ÿþ",
    "Ã³ €",
    "ï¿¾", "Ã³ ï¿¿", "Ã€Ã", "áé", "Ķ³",
  ])
  func otherTextsStayAsTheyAre(text: String) {
    expect(decoded(text) == nil)
  }

  @Test(arguments: [
    ("<p>orden&Atilde;&sup3;</p>", "<p>ordenó</p>"), ("&#195;&#179; &amp; &lt;", "ó &amp; &lt;"),
    ("&#xE2;&#8364;&trade;", "’"), ("a Ã&#xB3; b", "a ó b"), ("&Atilde&sup3", "ó"),
  ])
  func charactersOfTheSecondEncodingMayBeReferences(html: String, text: String) {
    var html = html
    var buffer = ByteBuffer(capacity: 0)
    expect(html.withUTF8 { TwiceEncodedText.decode($0, isHTML: true, into: &buffer) })
    expect(buffer.view.string, equals: text)
  }

  @Test(arguments: [
    "&nbsp;", "&Atilde;&sup3; &nbsp;", "&eacute;", "&Atilde; &sup3;", "&amp;&lt;", "&hellip;Ã³", "&", "a",
  ])
  func otherReferencesStayAsTheyAre(html: String) {
    var html = html
    var buffer = ByteBuffer(capacity: 0)
    expect(!html.withUTF8 { TwiceEncodedText.decode($0, isHTML: true, into: &buffer) })
  }

  @Test func onlyTitlesAndBodiesAreDecodedAgainAndCounted() throws {
    let items = """
      <item><guid>1</guid><title>\(twice("Él"))</title><description>\(twice("un café"))</description>
      <category>\(twice("ñ"))</category><author>\(twice("José"))</author></item>
      <item><guid>2</guid><title>Él</title><description>&lt;p&gt;\(twice("día"))&lt;/p&gt;</description></item>
      <item><guid>3</guid><title>Él \(twice("ñ"))</title></item>
      """
    let feed = try parse(
      "<rss><channel><title>\(twice("Año"))</title><link>http://h/</link>\(items)</channel></rss>")
    expect(feed.title, equals: "Año")
    expect(feed.entries.map(\.title), equals: ["Él", "Él", "Él \(twice("ñ"))"])
    expect(feed.entries.map(\.body), equals: ["un café", "día", nil])
    expect(feed.entries[0].tags == [twice("ñ")] && feed.entries[0].author == twice("José"))
    expect(
      feed.warnings.map(\.description),
      equals: ["line 1, column \(feed.warnings[0].column): 4 texts that were encoded twice; decoded again"])
    expect(feed.repairCount, equals: 1)
    // What identifies the feed is what is written.
    expect(feed.key(path: "p") == "http://h/|\(twice("Año"))")
  }

  @Test func keysAreMadeOfTheTextAsWritten() throws {
    let item = try rss("<item><title>\(twice("ó"))</title><link>http://h/1</link></item>")[0]
    let text = twice("ó")
    expect(item.identity == EntryIdentity(identifier: nil, link: "http://h/1", title: text, published: nil))
    expect(item.title, equals: "ó")
  }

  @Test func textsInJSONAreDecodedAgain() throws {
    let feed = try parse(
      """
      {"version":"https://jsonfeed.org/version/1","title":"\(twice("Año"))","items":[
      {"id":"1","title":"\(twice("Él"))","content_text":"\(twice("día"))","tags":["\(twice("ñ"))"]},
      {"id":"2","title":"Él","content_html":"<p>\\u00c3\\u00b3</p>","summary":"\(twice("ü"))"}]}
      """)
    expect(feed.title, equals: "Año")
    expect(feed.entries.map(\.title), equals: ["Él", "Él"])
    expect(feed.entries.map(\.content), equals: ["día", "ó"])
    expect(feed.entries[1].summary == "ü" && feed.entries[0].tags == [twice("ñ")])
    expect(feed.warnings.map(\.found.description), equals: ["5 texts that were encoded twice"])
  }

  @Test func textsInEntriesThatThreadsReadAreCounted() throws {
    let items = (0..<4_000).map {
      "<item><guid>\($0)</guid><title>\($0 % 7 == 0 ? twice("é") : "plain")</title><description>x</description></item>"
    }
    let bytes = Array("<rss><channel>\(items.joined(separator: "\n"))</channel></rss>".utf8)
    let one = try FeedReader.parse(bytes, named: "t", EntryCollector(nil))
    let many = try FeedReader.parse(
      bytes, named: "t", EntryCollector(nil, pieces: PieceReader(threads: 3, pieceSize: 4_096)))
    expect(one.warnings == many.warnings && one.warnings[0].found.description.hasPrefix("572 texts"))
    expect(one.entries.map(\.title), equals: many.entries.map(\.title))
  }
}
