import Expectations
import Testing

@testable import FeedViewerFeeds

/// Google Play Podcasts repeats elements of other vocabularies.
@Suite struct GooglePodcastTests {
  private static let namespaces =
    "xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:g='http://www.google.com/schemas/play-podcasts/1.0'"

  private func entry(_ content: String) throws -> FeedEntry {
    try rss("<item><title>T</title>\(content)</item>", attributes: Self.namespaces)[0]
  }

  private func feed(_ content: String) throws -> Feed {
    try parse("<rss \(Self.namespaces)><channel><title>F</title>\(content)</channel></rss>")
  }

  @Test func itsElementsCountWhereOthersAreMissing() throws {
    let found = try entry(
      "<g:description>a &lt;b>d&lt;/b></g:description><g:author>A</g:author><g:image href='http://h/g.png'/>")
    expect(found.body == "a d" && found.author == "A" && found.imageAddresses == ["http://h/g.png"])
    let channel = try feed(
      "<g:description>D</g:description><g:author>A</g:author><g:image href='http://h/g.png'/>")
    expect(
      channel.summary == "D" && channel.author == "A" && channel.iconReference == "http://h/g.png")
  }

  @Test(arguments: [
    "<description>D</description>", "<itunes:summary>D</itunes:summary>",
    "<itunes:subtitle>D</itunes:subtitle>",
  ])
  func otherDescriptionsCountMore(other: String) throws {
    let own = "<g:description>G</g:description>"
    for content in [own + other, other + own] {
      try expect(entry(content).body == "D" && feed(content).summary == "D", "\(content)")
    }
  }

  @Test func otherAuthorsAndPicturesCountMoreWhereverTheyStand() throws {
    let own = "<g:author>G</g:author><g:image href='http://h/g.png'/>"
    let other = "<itunes:author>I</itunes:author><itunes:image href='http://h/i.png'/>"
    for content in [own + other, other + own] {
      let found = try entry(content)
      expect(found.author == "I" && found.imageAddresses == ["http://h/i.png"], "\(content)")
      let channel = try feed(content)
      expect(channel.author == "I" && channel.iconReference == "http://h/i.png", "\(content)")
    }
    try expect(entry("<author>a@b.c (N)</author><g:author>G</g:author>").author, equals: "N")
  }

  @Test func anAuthorThatSeveralElementsNameIsNamedOnce() throws {
    let channel = try feed(
      "<managingEditor>a@b.c (Jo)</managingEditor><itunes:author>Jo</itunes:author><g:author>Jo</g:author>")
    expect(channel.author, equals: "Jo")
    try expect(
      feed("<managingEditor>Jo</managingEditor><itunes:author>Al</itunes:author>").author, equals: "Jo, Al")
  }

  @Test func itsDescriptionIdentifiesNoEntry() throws {
    let entries = try rss(
      "<item><link>http://h/1</link><g:description>G</g:description></item><item><link>http://h/1</link></item>",
      attributes: Self.namespaces)
    expect(entries[0].identity == entries[1].identity)
  }
}
