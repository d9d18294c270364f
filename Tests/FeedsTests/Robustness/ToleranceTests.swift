import Expectations
import Testing

@testable import FeedViewerFeeds

/// The table of formats.md, section 4.
@Suite struct ToleranceTests {
  @Test(arguments: [
    ("Fish & Chips", "Fish & Chips"), ("a < b", "a < b"), ("a&nbsp;b&eacute;", "a\u{A0}bé"),
    ("&foo;", "&foo;"),
    ("&#0;&#xD800;&#11111111;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&#150;", "–"), ("&#x41;", "A"),
    ("a]]>b", "a]]>b"), ("<![CDATA[a & b]]> &amp; <![CDATA[c]]>", "a & b & c"), ("a<!-- -- -->b", "ab"),
    ("one\r\ntwo", "one two"), ("a\u{8}b", "ab"), ("&copy=3", "&copy=3"),
  ])
  func malformedMarkupLosesNoText(source: String, title: String) throws {
    try expect(rss("<item><title>\(source)</title></item><item/>").map(\.title), equals: [title, nil])
  }

  @Test func ampersandsInAddressesAreKept() throws {
    try expect(
      rss("<item><link>http://x/?a=1&b=2&copy=3</link></item>")[0].link == "http://x/?a=1&b=2&copy=3")
  }

  @Test func repairsNameLineAndColumn() throws {
    let feed = try parse("<rss><channel>\n<title>é & b</title></channel></rss>")
    expect(
      feed.warnings, equals: [FeedWarning(line: 2, column: 10, found: "a bare “&”", repair: "kept as text")])
    expect(feed.warnings[0].description, equals: "line 2, column 10: a bare “&”; kept as text")
  }

  @Test func positionsAreCorrectForRepairsNotedOutOfOrder() {
    let bytes = Array("é\nab\n\ncd".utf8)
    bytes.withUnsafeBytes { input in
      var text = SourceText(ByteSource(input))
      var places: [[Int]] = []
      for offset in [8, 0, 4, 2, 7, 3, 99] {
        let place = text.place(of: offset)
        places.append([place.line, place.column])
      }
      expect(places, equals: [[4, 2], [1, 1], [2, 2], [1, 2], [4, 1], [2, 1], [4, 3]])
    }
  }

  @Test func warningsAreCappedButCounted() throws {
    let feed = try parse(
      "<rss><channel><title>" + String(repeating: "& ", count: 1_200) + "</title></channel></rss>")
    expect(feed.warnings.count, equals: FeedWarning.limit)
    expect(feed.repairCount, equals: 1_200)
  }

  @Test func aWellFormedFeedHasNoWarnings() throws {
    let text =
      "<?xml version='1.0'?><rss><channel><item><title>a &amp; b</title><link>x</link></item></channel></rss>"
    try expect(parse(text).warnings.isEmpty)
  }

  @Test func missingEndTagsAndUpperCaseNamesKeepAllEntries() throws {
    try expect(
      rss("<ITEM><Title>1</Title><item><title>2<item><title>3</title></item>").map(\.title),
      equals: ["1", "2", "3"])
  }

  @Test func anItemAfterAnUnclosedForeignElementIsFound() throws {
    try expect(rss("<itunes:category text='a'><item><title>1</title></item>").map(\.title), equals: ["1"])
  }

  @Test func nestedMarkupInADescriptionIsHTML() throws {
    let items = try rss("<item><description>one<br>two <b><i>x</b></i></description><link>u</link></item>")
    expect(items[0].summary, equals: "one\ntwo x")
    expect(items[0].link, equals: "u")
  }

  /// With nested elements, text is escaped once, as in XHTML; before them it is escaped HTML.
  @Test(arguments: [
    ("<p>if a &lt;b and c&gt; d</p>", "if a <b and c> d"), ("<br/><![CDATA[<b>x</b>]]>", "<b>x</b>"),
    ("&lt;b>x&lt;/b> y &amp;amp; z", "x y & z"), ("&lt;b>x&lt;/b><i>y</i> &lt;u>z&lt;/u>", "xy <u>z</u>"),
    ("<i>R&amp;D</i> &nbsp;&copy; & &foo; &own;", "R&D \u{A0}© & &foo; <o> &"),
  ])
  func textBesideNestedMarkupIsPlain(source: String, text: String) throws {
    let head = "<!DOCTYPE rss [<!ENTITY own '&#60;o> &#38;'>]>"
    let feed = try parse(
      "\(head)<rss><channel><item><description>\(source)</description></item></channel></rss>")
    expect(feed.entries.map(\.summary), equals: [text])
  }

  @Test func textDeclaredAsHTMLIsHTMLBesideNestedMarkup() throws {
    let content = "<content type='html'><div>a &lt;b>b&lt;/b> <![CDATA[<i>c</i>]]></div></content>"
    try expect(atom("<entry>\(content)</entry>").map(\.content), equals: ["a b c"])
  }

  @Test func aTruncatedFileKeepsAnIncompleteEntryWithATitle() throws {
    let feed = try parse("<rss><channel><item><title>1</title></item><item><title>2</title><descr")
    expect(feed.entries.map(\.title), equals: ["1", "2"])
    expect(feed.warnings.last?.repair.description, equals: "cut off after 1 complete entry")
    try expect(parse("<rss><channel><item><title>1</title></item><item><li").entries.count, equals: 1)
  }

  @Test func unquotedEmptyAndRepeatedAttributesAreRead() throws {
    let text = "<item><enclosure url=http://x/a.mp3 checked length=\"1\" length=\"2\"/></item>"
    try expect(rss(text)[0].enclosures == [Enclosure(url: "http://x/a.mp3", length: 1)])
  }

  @Test func declaredEntitiesAreExpandedOnceAndNeverNested() throws {
    let head =
      "<!DOCTYPE rss [<!ENTITY a \"b\"><!ENTITY lol '&a;&a;'><!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
    let feed = try parse(head + "<rss><channel><title>&a; &lol; &x;</title></channel></rss>")
    expect(feed.title, equals: "b &a;&a; &x;")
  }

  @Test func undeclaredPrefixesKeepTheirUsualMeaning() throws {
    let item = try rss("<item><dc:creator>Ann</dc:creator><content:encoded>x</content:encoded></item>")[0]
    expect(item.author, equals: "Ann")
    expect(item.content, equals: "x")
  }

  @Test func namespacesAreIdentifiedByURI() throws {
    let item = try rss(
      "<item><c:encoded>x</c:encoded></item>", attributes: "xmlns:c='http://PURL.org/rss/1.0/modules/content'"
    )
    expect(item[0].content, equals: "x")
  }

  @Test func elementsOfOtherVocabulariesNeverBecomeTheTitle() throws {
    let item = try rss("<item><s:v xmlns:s='urn:s'><title>no</title></s:v><title>yes</title></item>")[0]
    expect(item.title, equals: "yes")
    let feed = try parse(
      "<rss><channel><image><title>no</title><url>i.png</url></image><title>yes</title></channel></rss>")
    expect(feed.title, equals: "yes")
    expect(feed.iconReference, equals: "i.png")
  }

  @Test func fiveThousandNestedTagsAreRead() throws {
    let deep = String(repeating: "<b>", count: 5_000) + "x" + String(repeating: "</b>", count: 5_000)
    let feed = try parse(
      "<rss><channel><item><description>\(deep)</description></item><item/></channel></rss>")
    expect(feed.entries.map(\.summary), equals: ["x", nil])
    expect(feed.warnings.map(\.found.description), equals: ["elements nested more than 256 deep"])
  }

  @Test func contentAfterTheRootIsIgnored() throws {
    let feed = try parse("<rss><channel><title>a</title></channel></rss><script>junk & </x>")
    expect(feed.warnings.isEmpty)
  }

  @Test func anUnclosedCDATASectionReachesToTheEnd() throws {
    try expect(parse("<rss><channel><title><![CDATA[a <b").title, equals: "a <b")
  }
}
