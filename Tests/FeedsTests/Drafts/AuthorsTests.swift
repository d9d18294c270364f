import Expectations
import Foundation
import Testing

@testable import FeedViewerFeeds

@Suite struct AuthorsTests {
  /// The authors of the first item of an export, and of the feed.
  private func exported(_ feed: Feed) throws -> (item: [[String: String]], feed: [[String: String]]) {
    let object = try require(
      JSONSerialization.jsonObject(with: Data(JSONFeedExport.json(for: feed).utf8)) as? [String: Any])
    let items = object["items"] as? [[String: Any]]
    return (
      items?.first?["authors"] as? [[String: String]] ?? [], object["authors"] as? [[String: String]] ?? []
    )
  }

  @Test(arguments: [
    "<feed><entry><author><name>Ann</name></author><author><name>Ben, Jr.</name></author></entry></feed>",
    "<rss><channel><item><dc:creator>Ann</dc:creator><dc:creator>Ben, Jr.</dc:creator></item></channel></rss>",
    "<rss><channel><item><author>a@b (Ann)</author><author>Ben, Jr.</author></item></channel></rss>",
    #"{"items":[{"authors":[{"name":"Ann"},{"name":"Ben, Jr."}]}]}"#,
    #"{"items":[{"authors":["Ann",{"name":"Ben, Jr."},3,""]}]}"#,
    #"{"items":[{"author":["Ann","Ben, Jr.","Ann"]}]}"#,
  ])
  func allAuthorsAreExported(text: String) throws {
    let feed = try parse(text)
    expect(feed.entries[0].byline, equals: "Ann, Ben, Jr.")
    try expect(exported(feed).item, equals: [["name": "Ann"], ["name": "Ben, Jr."]])
    let copy = try parse(JSONFeedExport.json(for: feed))
    expect(copy.entries[0].byline == "Ann, Ben, Jr." && copy.entries[0].author == feed.entries[0].author)
    expect(copy.entries[0].details, equals: feed.entries[0].details)
  }

  @Test func anAuthorWithoutANameIsNamedByTheAddress() throws {
    for text in [
      #"{"items":[{"authors":[{"url":"http://p/~a","avatar":"x"}]}]}"#,
      "<feed><entry><author><uri>http://p/~a</uri></author></entry></feed>",
    ] {
      let feed = try parse(text)
      expect(feed.entries[0].author == "http://p/~a")
      try expect(exported(feed).item == [["url": "http://p/~a"]])
    }
    try expect(parse(#"{"items":[{"author":{"url":"javascript:x"}}]}"#).entries[0].author == nil)
    try expect(
      atom("<entry><author><uri>u</uri><email>e@x</email><name> </name></author></entry>")[0].author,
      equals: "e@x")
  }

  @Test func allAuthorsOfAFeedAreExported() throws {
    let feed = try parse(
      "<feed><author><name>A, B</name></author><author><name>C</name></author><entry/></feed>")
    expect(feed.author, equals: "A, B, C")
    try expect(exported(feed).feed, equals: [["name": "A, B"], ["name": "C"]])
    try expect(parse(#"{"author":"Desk","items":[]}"#).author, equals: "Desk")
  }
}
