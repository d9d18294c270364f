import Expectations
import Testing

@testable import FeedViewerFeeds

/// Addresses are one line of visible text from the moment they are read.
@Suite struct CleanAddressTests {
  @Test(arguments: [
    ("https://a.example/x?y#z", "https://a.example/x?y#z"), ("", ""), (" \n", ""), ("\u{0}\u{1F} a \t", "a"),
    ("http://a/\nfile:///b", "http://a/file:///b"), ("a\tb\r\nc", "abc"), ("a b", "a b"),
    ("a\u{0}b\u{7F}c\u{1B}[31m", "a%00b%7Fc%1B[31m"),
    ("a\u{80}\u{85}\u{9F}b\u{A0}", "a%C2%80%C2%85%C2%9Fb\u{A0}"),
    ("a\u{2028}\u{2029}b\u{2027}é", "a%E2%80%A8%E2%80%A9b\u{2027}é"), ("java\nscript:x", "javascript:x"),
    ("\u{A0}a", "\u{A0}a"), ("ÂÃâ\u{E2}", "ÂÃâ\u{E2}"),
  ])
  func controlsAreRemovedOrEncoded(address: String, clean: String) {
    expect(Array(CleanAddress.of(address).utf8), equals: Array(clean.utf8))
    expect(CleanAddress.of(clean), equals: clean)
  }

  @Test func mailsAttachNothing() {
    for (address, harmless) in [
      ("mailto:a@b.example", "mailto:a@b.example"), ("MAILTO:a?Attach=/x", "mailto:a"),
      ("mailto:a?subject=s&attach=/etc/passwd&Attachment=x&body=t", "mailto:a?subject=s&body=t"),
      ("mailto:a?at%74ach=/x&%41ttachment=y&cc=c", "mailto:a?cc=c"),
      ("mailto:a?%FF=x&X-Attach=y", "mailto:a"),
      ("mailto:?attach=/x", "mailto:"), ("https://a.example/?attach=x", "https://a.example/?attach=x"),
    ] {
      expect(MailAddress.withoutAttachments(address), equals: harmless)
    }
  }

  /// What stands inside each address, with what a browser makes of it.
  private static let dirty = "\n\t\u{7F}\u{85}\r"
  private static let clean = "%7F%C2%85"

  /// Every address of a feed, with its name.
  private func addresses(of feed: Feed) -> [(name: String, address: String)] {
    var found: [(String, String?)] = [
      ("feed", feed.link), ("icon", feed.iconReference), ("next", feed.pages.next),
      ("archive", feed.pages.previousArchive),
    ]
    for entry in feed.entries {
      found.append(("link", entry.link))
      found.append(("outline", entry.feedAddress))
      found += entry.enclosures.map { ("enclosure", $0.url) }
      found += entry.thumbnails.map { ("thumbnail", $0) }
      found += entry.imageReferences.map { ("image", $0) }
      found.append(("comments", entry.details.comments?.address))
      found.append(("feed of comments", entry.details.comments?.feedAddress))
      found.append(("source", entry.details.source?.address))
    }
    return found.compactMap { name, address in address.map { (name, $0) } }
  }

  private func expectClean(_ feed: Feed, _ names: Set<String>) {
    let found = addresses(of: feed)
    expect(Set(found.map(\.name)), equals: names)
    for (name, address) in found {
      expect(CleanAddress.of(address), equals: address, "\(name) \(address)")
      expect(address.contains(Self.clean), "\(name) \(address)")
    }
  }

  @Test func addressesOfRSSAreClean() throws {
    let x = "&#10;&#9;&#x7F;\u{85}&#13;"
    let feed = try parse(
      """
      <rss xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
       xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
      <link> http://h/\(x)</link><image><url>i\(x).png</url></image><atom:link rel="next" href="n\(x).xml"/>
      <atom:link rel="prev-archive" href="p\(x).xml"/>
      <item><link>http://a/\(x)b</link><comments>http://c/\(x)</comments><wfw:commentRss>http://w/\(x)</wfw:commentRss>
      <enclosure url="http://e/\(x)" type="audio/mpeg"/><enclosure url="e\(x).png" type="image/png"/>
      <media:thumbnail url="t\(x).png"/><media:content url="m\(x).png" medium="image"/>
      <media:content url="m\(x).mp3"/><itunes:image href="j\(x).png"/>
      <description>&lt;img src="d\(x).png"&gt;</description></item>
      <item><guid>http://g/\(x)</guid></item>
      <item xml:base="http://base/\(x)/"><link>rel\(x)</link><enclosure url="rel\(x).mp3"/></item>
      <item><atom:link href="http://l/\(x)"/></item>
      <item><title>j</title><link>java&#10;script:alert(1)</link></item>
      </channel></rss>
      """)
    expectClean(
      feed,
      [
        "feed", "icon", "next", "archive", "link", "enclosure", "thumbnail", "image", "comments",
        "feed of comments",
      ])
    expect(
      feed.entries.map(\.link).prefix(3) == [
        "http://a/\(Self.clean)b", "http://g/\(Self.clean)", "http://base/\(Self.clean)/rel\(Self.clean)",
      ])
    expect(feed.entries.last?.title == "j" && feed.entries.last?.link == nil)
  }

  @Test func addressesOfAtomAreClean() throws {
    let x = "&#10;&#9;&#x7F;\u{85}&#13;"
    let feed = try parse(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><id>http://id/\(x)</id><icon>i\(x).png</icon>
      <entry><id>http://id/\(x)1</id></entry>
      <entry><id>2</id><link href="http://a/\(x)"/><link rel="enclosure" href="e\(x)"/>
      <link rel="replies" type="text/html" href="r\(x)"/><source><link href="http://s/\(x)"/></source></entry></feed>
      """)
    expectClean(feed, ["feed", "icon", "link", "enclosure", "comments", "source"])
    // An identifier is none, whatever it looks like.
    expect(feed.entries[0].identifier == "http://id/\n\t\u{7F}\u{85}\r1")
  }

  @Test func addressesOfListsOfFeedsAreClean() throws {
    let x = "&#10;&#9;&#x7F;\u{85}&#13;"
    let feed = try parse(
      "<opml><body><outline text='a' type='rss' xmlUrl='http://x/\(x)' htmlUrl='http://h/\(x)'/></body></opml>"
    )
    expectClean(feed, ["outline", "link"])
  }

  @Test func addressesOfJSONFeedsAreClean() throws {
    let x = "\\n\\t\\u007f\\u0085\\r"
    let feed = try parse(
      """
      {"version": "https://jsonfeed.org/version/1.1", "home_page_url": "http://h/\(x)", "icon": " i\(x)",
      "next_url": "n\(x)", "items": [{"url": "http://a/\(x)", "image": "i\(x)", "banner_image": "b\(x)",
      "attachments": [{"url": "http://e/\(x)"}], "content_html": "<img src='c\(x).png'>",
      "_feed_viewer": {"thumbnails": ["t\(x)"], "images": ["j\(x)"], "feed_address": "f\(x)",
      "source": {"url": "s\(x)"}, "comments": {"url": "c\(x)", "feed": "d\(x)"}}},
      {"external_url": "http://x/\(x)"}, {"url": "java\\nscript:x"}]}
      """)
    expectClean(
      feed,
      [
        "feed", "icon", "next", "link", "enclosure", "thumbnail", "image", "outline", "source", "comments",
        "feed of comments",
      ])
    expect(feed.entries.last?.link == nil)
  }

  @Test func addressesOfArticlesAreClean() throws {
    let x = "&#10;\t&#x7F;\u{85}&#13;"
    let article = ArticleSource(
      format: .html,
      text: """
        <p><a href=" http://a/\(x)">x</a> <a href="java&#10;script:x">y</a> <a href="mailto:m\(x)">z</a>
        <img src="s\(x).png" srcset="t&#x7F;.png 2x"><picture><source srcset="u&#x7F;.png 1x">
        <img src="v\(x)"></picture>
        <video src="w\(x)" poster="p\(x)"></video><audio><source src="q\(x)"></audio><iframe src="f\(x)"></iframe>
        <a href="http://i/\(x)"><img src="i\(x)"></a>
        """, base: nil
    ).article()
    var addresses: [String] = []
    for block in article.blocks {
      addresses += block.runs.compactMap(\.link)
      switch block.kind {
      case .image(let image): addresses += image.sources.map(\.reference) + [image.link].compactMap { $0 }
      case .embed(let embed):
        addresses += embed.sources.map(\.address) + [embed.poster?.reference].compactMap { $0 }
      default: break
      }
    }
    expect(addresses.count, equals: 12, "\(addresses)")
    for address in addresses {
      expect(CleanAddress.of(address) == address && address.contains("%7F"), "\(address)")
    }
  }

  /// Marks are found again by what an entry is called, which clean addresses do not change.
  @Test func keysOfEntriesWithCleanLinksStay() throws {
    let entries = try rss(
      """
      <item><title>t</title><link> http://a/b </link></item>
      <item><title>u</title><guid>g\u{85}&#10;h</guid><link>http://a/&#10;c</link></item>
      """)
    expect(entries.map(\.ownKey) == ["http://a/b\nt", "g\u{85}\nh"])
  }
}
