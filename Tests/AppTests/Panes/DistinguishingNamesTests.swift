import Expectations
import FeedViewerBase
import Testing

@testable import FeedViewer

struct DistinguishingNamesTests {
  private func names(_ feeds: [(FilePath, String)]) -> [FilePath: String] {
    DistinguishingNames.names(of: feeds.map { (path: $0.0, title: $0.1) })
  }

  @Test func equalTitlesAreToldApartByTheShortestEndsOfTheirPaths() {
    // Only equal titles are told apart.
    expect(names([("/a/x.xml", "News"), ("/a/y.xml", "Letters")]).isEmpty)
    expect(
      names([("/a/x.xml", "News"), ("/a/y.xml", "News"), ("/a/z.xml", "Letters")]),
      equals: ["/a/x.xml": "x.xml", "/a/y.xml": "y.xml"])
    // Equal file names get the shortest end of their paths that differs.
    expect(
      names([
        ("/home/blog/feed.xml", "News"), ("/home/shop/feed.xml", "News"), ("/home/shop/other.xml", "News"),
      ]),
      equals: [
        "/home/blog/feed.xml": "blog/feed.xml", "/home/shop/feed.xml": "shop/feed.xml",
        "/home/shop/other.xml": "other.xml",
      ])
    expect(
      names([("/one/blog/feed.xml", "News"), ("/two/blog/feed.xml", "News"), ("/feed.xml", "News")]),
      equals: [
        "/one/blog/feed.xml": "one/blog/feed.xml", "/two/blog/feed.xml": "two/blog/feed.xml",
        "/feed.xml": "feed.xml",
      ])
  }
}
