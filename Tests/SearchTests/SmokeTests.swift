import Feeds
import Testing

@testable import Search

struct SmokeTests {
  @Test func works() async {
    let text = SearchText([
      FeedEntry(key: "1", title: "Straße Łódź", content: "Ein ﬁlm über がく 한국어 ﾊﾝｶｸ"),
      FeedEntry(key: "2", title: "other", tags: ["tag one"]),
    ])
    for (q, e) in [
      ("strasse", [0]), ("lodz film", [0]), ("uber", [0]), ("e", [0, 1]), ("tag:one", [1]), ("-tag:one", [0]),
      ("ハンカク", [0]), ("か", []), ("한국", [0]), ("title:film", []),
    ] {
      #expect(Array(text.search(SearchQuery(q))!.matches) == e, "\(q)")
      #expect(Array(await text.concurrentSearch(SearchQuery(q))!.matches) == e, "\(q)")
    }
    let q = SearchQuery("film straße")
    #expect(q.ranges(in: "Ein ﬁlm über", field: .body) == [4..<9])
    #expect(
      q.passage(of: String(repeating: "word ", count: 1000) + "Ein ﬁlm über alles", maximumLength: 40)
        == SearchPassage(text: "…word Ein ﬁlm über alles", ranges: [12..<17]))
  }
}
