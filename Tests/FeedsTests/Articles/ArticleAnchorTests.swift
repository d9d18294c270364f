import Expectations
import Testing

@testable import FeedViewerFeeds

/// Links that go to places inside the article.
@Suite struct ArticleAnchorTests {
  private func article(_ html: String, link: String? = "https://h/p?q") -> Article {
    ArticleReader.article(html: html, base: link, link: link)
  }

  private func links(_ article: Article) -> [String?] { article.blocks.flatMap { $0.runs.map(\.link) } }

  @Test func footnotesAreReachedAndLeadBack() {
    let found = article("<p>a<a id=r1 href='#f1'>1</a><p>b<ol><li id=f1>note <a href=#r1>back</a></ol>")
    expect(links(found), equals: ["#f1", "#r1"])
    expect(found.anchors, equals: ["f1": ArticleAnchor(block: 2), "r1": ArticleAnchor(block: 0, offset: 1)])
    expect(found.target(of: "#f1"), equals: ArticleAnchor(block: 2))
    expect(found.target(of: "f1") == nil)
  }

  @Test func placesNoLinkGoesToAreNotKept() {
    expect(article("<p id=a>x<p id=b>y").anchors.isEmpty)
  }

  @Test func anchorsAreInTheTextThatFollows() {
    let ids = ["a", "b", "c", "d", "e", "f", "g"]
    let found = article(
      ids.map { "<a href=#\($0)>\($0)</a>" }.joined()
        + "<p>éx <a name=a></a>y<span id=b></span></p><div id=c><img src=i id=d></div><hr id=e><h2 id=f><i>z</i></h2>"
        + "<table><tr><td>1<td id=g>2</table>")
    expect(found.anchors["a"], equals: ArticleAnchor(block: 1, offset: 4))
    expect(found.anchors["b"], equals: ArticleAnchor(block: 1, offset: 5))
    expect(found.anchors["c"], equals: ArticleAnchor(block: 2))
    expect(found.anchors["d"], equals: ArticleAnchor(block: 2))
    expect(found.anchors["e"], equals: ArticleAnchor(block: 3))
    expect(found.anchors["f"], equals: ArticleAnchor(block: 4))
    expect(found.anchors["g"], equals: ArticleAnchor(block: 5, offset: 2))
  }

  @Test func anchorsInLayoutTablesArePlacedInTheirBlocks() {
    let found = article("<a href=#x>l</a><table><tr><td><p>a</p><p>b <b id=x>c</b></p></td></tr></table>")
    expect(found.blocks.map(\.text), equals: ["l", "a", "b c"])
    expect(found.anchors["x"], equals: ArticleAnchor(block: 2, offset: 2))
  }

  @Test func linksToTheEntryItselfStayInside() {
    let found = article(
      "<p id=x>a <a href='https://h/p?q#x'>1</a><a href='http://h/p?q#x'>2</a><a href='/p?q#x'>3</a><a href='/p#x'>4</a>"
    )
    expect(links(found) == ["#x", "#x", "#x", "https://h/p#x"].reduced)
    expect(found.anchors, equals: ["x": ArticleAnchor(block: 0)])
  }

  /// The comments are on the entry's page only.
  @Test func linksToOtherPlacesOfTheEntryGoOutside() {
    let found = article(
      "<a href='https://h/p?q#comments'>1</a> <a href='https://h/p?q#comments'><img src=i></a>")
    expect(links(found) == ["https://h/p?q#comments"])
    expect(found.images.map(\.link) == ["https://h/p?q#comments"])
    expect(links(article("<a href='#nowhere'>1</a>")) == ["https://h/p?q#nowhere"])
    expect(links(article("<a href='#nowhere'>1</a>", link: nil)), equals: ["#nowhere"])
  }

  @Test func anEmptyReferenceIsTheEntrysPage() {
    expect(links(article("<a href>1</a>")), equals: ["https://h/p?q"])
    expect(links(article("<b xml:base='https://o/x'><a href=' '>1</a></b>")), equals: ["https://o/x"])
    expect(links(article("<a href=''>1</a>", link: nil)).isEmpty)
  }

  @Test func encodedFragmentsAndTheTopAreFound() {
    let found = article("<p>x<p id='é'>a <a href='#%C3%A9'>b</a> <a href='#top'>c</a> <a href='#'>d</a>")
    expect(found.anchors["%C3%A9"], equals: ArticleAnchor(block: 1))
    expect(found.anchors["top"], equals: ArticleAnchor(block: 0))
    expect(found.anchors[""], equals: ArticleAnchor(block: 0))
  }

  @Test func theFirstOfEqualNamesCounts() {
    expect(article("<a href=#x>l</a><p id=x>a<p id=x>b").anchors["x"], equals: ArticleAnchor(block: 1))
  }

  @Test func aNameAtTheEndIsTheEnd() {
    expect(
      article("<p><a href=#x>l</a></p><p id=x></p>").anchors["x"], equals: ArticleAnchor(block: 0, offset: 1))
    expect(article("<p id=x></p>").anchors.isEmpty)
  }
}

extension [String?] {
  /// Without the second of two equal neighbours, whose runs are one.
  fileprivate var reduced: [String?] {
    enumerated().filter { $0.offset == 0 || self[$0.offset - 1] != $0.element }.map(\.element)
  }
}
