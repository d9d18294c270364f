import Expectations
import Testing

@testable import FeedViewerFeeds

@Suite struct RSSInJSONTests {
  @Test func elementsHaveTheMeaningsOfRSS() throws {
    let feed = try parse(
      """
      {"rss":{"version":"2.0","channel":{"title":"R &amp; S","link":"https://r.example/","description":"about",
       "language":"en","managingEditor":"e@r.example (Ed)","image":{"url":"https://r.example/i.png"},"item":[
       {"title":"One","link":"/1","description":"Told in <b>braces</b><img src=a.png>","pubDate":"Sat, 09 Mar 2024 21:14:33 GMT",
        "guid":{"isPermaLink":"false","#value":"g1"},"category":[{"domain":"d","#value":"a"},"b"],"author":"a@b.c (Ann)",
        "enclosure":{"url":"/f.mp3","type":"audio/mpeg","length":12},"source":{"url":"http://o/","#value":"Other"},
        "comments":"https://r.example/1#c"},
       {"guid":"https://r.example/2","content:encoded":"<p>whole</p>","description":"short","dc:creator":["Ben","Cy"]}]}}}
      """)
    expect(feed.format == .rss && feed.title == "R & S" && feed.link == "https://r.example/")
    expect(feed.summary == "about" && feed.language == "en" && feed.author == "Ed")
    expect(feed.iconReference == "https://r.example/i.png")
    let first = feed.entries[0]
    expect(first.title == "One" && first.link == "https://r.example/1" && first.identifier == "g1")
    expect(first.summary == "Told in braces" && first.published?.iso8601UTC == "2024-03-09T21:14:33Z")
    expect(first.tags == ["a", "b"] && first.author == "Ann")
    expect(first.enclosures.map(\.url) == ["https://r.example/f.mp3"] && first.enclosures[0].length == 12)
    expect(first.details.source == EntrySource(title: "Other", address: "http://o/"))
    expect(first.imageAddresses == ["https://r.example/a.png"])
    expect(first.details.comments?.address == "https://r.example/1#c")
    let second = feed.entries[1]
    expect(second.link == "https://r.example/2" && second.content == "whole" && second.summary == "short")
    expect(second.byline, equals: "Ben, Cy")
  }

  @Test func aLoneItemAndOtherWaysToWriteElementsAreRead() throws {
    let feed = try parse(
      ##"{"rss":{"@version":"2.0","channel":{"title":{"$t":"T"},"item":{"title":{"#text":"One"},"##
        + #""guid":{"@isPermaLink":false,"_":"http://h/1"},"enclosure":[{"@url":"http://h/a"},{"url":"http://h/b"}]}}}}"#
    )
    expect(feed.title == "T" && feed.entries.map(\.title) == ["One"])
    expect(feed.entries[0].link == nil && feed.entries[0].identifier == "http://h/1")
    expect(feed.entries[0].enclosures.map(\.url) == ["http://h/a", "http://h/b"])
    try expect(parse(#"{"rss":{"channel":{}}}"#).entries.isEmpty)
  }

  @Test func valuesOfOtherTypesAreSkipped() throws {
    let feed = try parse(
      #"{"rss":{"channel":{"item":[{"title":[],"link":{},"guid":null,"pubDate":true,"category":7,"enclosure":"x","#
        + #""description":{"a":["b"]},"author":[null,{"x":1}]},3,{"title":"b"}]}}}"#)
    expect(feed.entries.map(\.title), equals: [nil, "b"])
  }

  @Test func articlesAreReadAndFilesMayBeCutOff() throws {
    let text = #"{"rss":{"channel":{"item":[{"title":"a","description":"<p>x</p>"},{"title":"b"#
    let feed = try parse(text)
    expect(feed.isCutOff && feed.entries.map(\.title) == ["a"])
  }
}
