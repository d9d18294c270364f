import Expectations
import Testing

@testable import FeedViewerFeeds

/// Files that a feed names outside of its texts, and texts that are files.
@Suite struct DeclaredMediaTests {
  private func read(_ text: String) throws -> (article: Article?, entry: FeedEntry?) {
    let request = ArticleRequest(ordinal: 0)
    _ = try FeedReader.parse(Array(text.utf8), named: "t", EntryCollector(nil, request: request))
    return (request.source?.article(), request.entry)
  }

  private func item(_ content: String) throws -> (article: Article?, entry: FeedEntry?) {
    try read(
      "<rss xmlns:media='http://search.yahoo.com/mrss/'><channel><item><link>https://h/p/</link>\(content)</item></channel></rss>"
    )
  }

  private func pictures(_ content: String) throws -> [String] {
    try item(content).article?.images.map { $0.sources[0].address } ?? []
  }

  /// RFC 4287, section 4.1.3.3: such content is Base64, and no text.
  @Test(arguments: ["audio/ogg", "VIDEO/mp4; codecs=x", "font/woff2", "application/pdf"])
  func contentThatIsAFileHasNoWords(type: String) throws {
    func feed(_ content: String) -> String {
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id><content type='\(type)'>\(content)</content>"
        + "<summary>the words</summary></entry></feed>"
    }
    let file = try read(feed("T2dnUwACAAAA\n//8="))
    expect(file.article?.blocks.map(\.text), equals: ["the words"])
    expect(file.entry?.content ?? file.entry?.summary, equals: "the words")
    expect(file.entry?.enclosures.isEmpty == true)
  }

  @Test func textOfAnUnknownTypeIsShown() throws {
    let start =
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id><content type='application/x-notes'>"
    try expect(
      read(start + "the words!</content></entry></feed>").article?.blocks[0].text, equals: "the words!")
    try expect(
      read(start + "dGhlIHdvcmRz</content></entry></feed>").article?.blocks[0].text, equals: "the words")
  }

  @Test func aPictureThatTheTextShowsInAnotherSizeIsShownOnce() throws {
    let media = "<media:content url='http://h/a.PNG' medium='image'/>"
    try expect(
      pictures("<description>&lt;img src='/a.PNG?w=300&amp;amp;h=9'&gt;</description>\(media)")
        == ["https://h/a.PNG?w=300&h=9"])
    try expect(
      pictures(
        "<description>&lt;a href='/a.PNG'&gt;&lt;img src='a-9x9.png'&gt;&lt;/a&gt;</description>\(media)")
        == ["https://h/p/a-9x9.png"])
    // The query says which picture it is.
    let other = "<media:content url='https://h/i?n=2' medium='image'/>"
    try expect(pictures("<description>&lt;img src='/i?n=1'&gt;</description>\(other)").count, equals: 2)
  }

  @Test func filesThatTheTextPlaysAreKnown() throws {
    let found = try item(
      """
      <description>&lt;audio src='e.mp3?_=1'&gt;&lt;/audio&gt;&lt;video&gt;&lt;source src='//h/v.webm'&gt;&lt;/video&gt;</description>
      <enclosure url='https://h/p/e.mp3' type='audio/mpeg'/><enclosure url='http://h/v.webm' type='video/webm'/><enclosure url='f.mp3'/>
      """)
    let shown = try require(found.article).fileIdentities
    let enclosures = try require(found.entry).enclosures
    expect(enclosures.map { $0.identities.contains(where: shown.contains) }, equals: [true, true, false])
  }

  @Test func filesWithoutATypeThatAreNamedAsPicturesArePictures() throws {
    try expect(pictures("<enclosure url='https://h/a.jpeg?x=1'/>"), equals: ["https://h/a.jpeg?x=1"])
    try expect(pictures("<media:content url='https://h/b.webp'/>"), equals: ["https://h/b.webp"])
    try expect(pictures("<media:content url='https://h/c.png' type='video/mp4'/>").isEmpty)
    try expect(pictures("<enclosure url='https://h/d.png/e'/>").isEmpty)
    try expect(
      pictures("<image><title>x</title><url>https://h/f.gif</url></image>"), equals: ["https://h/f.gif"])
    let json = try read(
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","attachments":{"url":"https://h/g","mime_type":"image/png"},"tags":["a",2]}]}"#
    )
    expect(json.article?.images.map { $0.sources[0].address } == ["https://h/g"])
    expect(json.entry?.enclosures.map(\.url) == ["https://h/g"])
    expect(json.entry?.tags == ["a", "2"])
  }

  @Test func titlesOfMediaAreThoseOfTheirFiles() throws {
    let files =
      "<media:content url='https://h/a.mp4'/><media:content url='https://h/b.mp4'><media:title>B</media:title></media:content>"
    for group in ["<media:title>G</media:title>\(files)", "\(files)<media:title>G</media:title>"] {
      let entry = try require(
        item("<media:group>\(group)</media:group><media:content url='https://h/c.mp4'/>").entry)
      expect(entry.enclosures.map(\.title), equals: ["G", "B", nil])
      // An entry without a title has that of its media.
      expect(entry.title, equals: "G")
    }
    let picture = try item(
      "<title>T</title><media:content url='https://h/a.png' medium='image'><media:title>P</media:title></media:content>"
    )
    expect(picture.article?.images.map(\.title) == ["P"])
    expect(picture.entry?.title, equals: "T")
    let group = try item(
      "<title>T</title><media:group><media:title>G</media:title><media:content url='https://h/a.png' medium='image'/></media:group>"
    )
    expect(group.article?.images.map(\.title) == ["G"])
  }

  private func texts(_ content: String) throws -> [String] {
    try item(content).article?.blocks.map(\.text).filter { !$0.isEmpty } ?? []
  }

  @Test(arguments: [
    (
      "<description>Body.</description><media:description>Other words.</media:description>",
      ["Body.", "Other words."]
    ),
    ("<title>T</title><media:title>T</media:title><description>Body.</description>", ["Body."]),
    (
      "<title>T</title><media:title>Another</media:title><description>Body.</description>",
      ["Body.", "Another"]
    ),
    // The body says the same, or goes on.
    (
      "<description>&lt;p>Some&amp;nbsp;&lt;b>words&lt;/b> here&lt;/p></description><media:description>Some words\n here</media:description>",
      ["Some\u{A0}words here"]
    ),
    (
      "<description>Some words here and there.</description><media:description type='html'>&lt;i>Some words here&lt;/i> [...]</media:description>",
      ["Some words here and there."]
    ),
    ("<description>Nothing.</description><media:text>No</media:text>", ["Nothing.", "No"]),
    // A transcript in parts, alone and with a body, in a group and in a file.
    (
      "<media:text start='0:01'>One &amp;amp; two</media:text><media:text start='0:02'>three</media:text>",
      ["One & two", "three"]
    ),
    (
      "<media:group><media:content url='https://h/v.mp4'><media:text>said</media:text><media:description>D</media:description></media:content><media:text>said</media:text></media:group><description>B</description>",
      ["B", "said", "D"]
    ),
    (
      "<media:description>&lt;p>a&lt;/p>&lt;ul>&lt;li>b&lt;/li>&lt;/ul></media:description><description>c</description>",
      ["c", "a", "b"]
    ),
  ])
  func textsAboutMediaAreShownOnce(content: String, expected: [String]) throws {
    try expect(texts(content), equals: expected)
  }

  @Test func textsAboutMediaAreNotRepeatedByTitlesOfFilesAndPictures() throws {
    let file = "<media:content url='https://h/a.mp3'><media:title>A file</media:title></media:content>"
    try expect(texts("<title>T</title><description>b</description>\(file)"), equals: ["b"])
    let picture =
      "<media:content url='https://h/a.png' medium='image'><media:title>P</media:title></media:content>"
    let shown = try item(
      "<title>T</title>\(picture)<description>&lt;img src='https://h/a.png'></description>")
    expect(shown.article?.images.map(\.title) == ["P"])
    expect(shown.article?.blocks.map(\.text) == [""])
  }

  @Test func descriptionsOfPicturesAreTheirCaptions() throws {
    func picture(_ name: String) -> String {
      "<media:content url='https://h/\(name).png' medium='image'><media:description>about \(name)</media:description></media:content>"
    }
    let found = try require(item("<description>b</description>\(picture("x"))\(picture("y"))").article)
    expect(found.blocks.map(\.text), equals: ["b", "", "about x", "", "about y"])
    expect(found.blocks.map { $0.kind == .caption }, equals: [false, false, true, false, true])
    // Not what is about a player, or a picture that is not shown.
    let others = try require(
      item(
        "<title>T</title>\(picture("x"))<media:content><media:player url='https://h/v'/><media:title>v</media:title></media:content>"
          + "<media:content url='https://h/t.gif' medium='image' width='1'><media:description>t</media:description></media:content>"
      ).article)
    expect(others.blocks.map(\.text), equals: ["about x", "", "", "v", "t"])
    expect(others.images.map(\.title) == [nil])
    // Below a text that shows the picture itself.
    let inText = try require(
      item("<description>&lt;img src='https://h/x.png'>&lt;p>b</description>\(picture("x"))").article)
    expect(inText.blocks.map(\.text), equals: ["", "b", "about x"])
  }

  @Test func aTranscriptIsTheTextOfAnEntryWithoutAnother() throws {
    let alone = try require(item("<title>T</title><media:text>said</media:text>").entry)
    expect(alone.body, equals: "said")
    let beside = try require(
      item("<title>T</title><media:text>said</media:text><media:description>D</media:description>").entry)
    expect(beside.body, equals: "D")
    // It is none of the texts that identify an entry.
    let untitled = try item("<media:text>said</media:text>").entry?.identity
    try expect(untitled == item("").entry?.identity)
  }

  @Test func categoriesOfMediaAreNamedByTheirLabels() throws {
    let entry = try item(
      "<media:category label='Ships &amp; sails' scheme='s'>x/1</media:category><media:category>plain</media:category>"
        + "<media:category label=''>b</media:category><media:category label='alone'/>"
    ).entry
    expect(entry?.tags == ["Ships & sails", "plain", "b", "alone"])
  }

  @Test func theLanguageOfATextDecidesItsQuotationMarks() throws {
    func text(_ entry: String) throws -> String? {
      try read(
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en'><entry><id>1</id>\(entry)</entry></feed>"
      ).article?
      .blocks[0].text
    }
    try expect(text("<content type='html' xml:lang='de'>&lt;q>a&lt;/q></content>"), equals: "„a“")
    try expect(text("<content type='html'>&lt;q>a&lt;/q></content>"), equals: "“a”")
    try expect(
      text(
        "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml' xml:lang='de'><p><q>a</q></p></div></content>"
      )
        == "„a“")
  }

  @Test func trackingPixelsOfAFeedAreNotShown() throws {
    for sides in ["width='1' height='1'", "height='0'", "width=' 2px '"] {
      try expect(
        pictures(
          "<description>a</description><media:content url='https://h/t.gif' type='image/gif' \(sides)/>"
        )
        .isEmpty, "\(sides)")
    }
    try expect(
      pictures(
        "<description>a</description><media:content url='https://h/t.gif' medium='image' width='20' height='10'/>"
      )
        == ["https://h/t.gif"])
  }
}
