import Expectations
import Testing

@testable import FeedViewerFeeds

/// `<details>` and `<summary>`, `<figure>` and `<figcaption>`: blocks that belong together.
@Suite struct ArticleDisclosureTests {
  private func article(_ html: String) -> Article { ArticleReader.article(html: html) }

  @Test func summariesPrecedeTheBlocksTheyHide() {
    let found = article(
      "x<details><summary>S</summary><p>a<p>b</details>y<details open><summary>T</summary>c</details>")
    expect(found.blocks.map(\.text), equals: ["x", "S", "a", "b", "y", "T", "c"])
    expect(found.blocks[1].kind, equals: .summary(disclosure: 0))
    expect(found.blocks[5].kind, equals: .summary(disclosure: 1))
    expect(found.blocks.map(\.disclosure), equals: [nil, nil, 0, 0, nil, nil, 1])
    expect(
      found.disclosures, equals: [ArticleDisclosure(summary: 1), ArticleDisclosure(summary: 5, isOpen: true)])
  }

  @Test func disclosuresNest() {
    let found = article(
      "<details><summary>S</summary>a<details><summary>T</summary>b</details>c</details>")
    expect(found.blocks.map(\.text), equals: ["S", "a", "T", "b", "c"])
    expect(found.blocks.map(\.disclosure), equals: [nil, 0, 0, 1, 0])
    expect(
      found.disclosures, equals: [ArticleDisclosure(summary: 0), ArticleDisclosure(summary: 2, parent: 0)])
  }

  @Test func aMissingSummaryIsAnEmptyOne() {
    for html in [
      "<details>a<div><summary>b</summary></div></details>", "<details><img src=i>a", "<details><hr>",
    ] {
      let found = article(html)
      expect(found.blocks[0].kind, equals: .summary(disclosure: 0))
      expect(found.blocks[0].text.isEmpty)
      expect(found.blocks[0].disclosure == nil)
      expect(found.blocks.dropFirst().allSatisfy { $0.disclosure == 0 })
      expect(found.disclosures, equals: [ArticleDisclosure(summary: 0)])
    }
    expect(article("a<details></details>b").disclosures.isEmpty)
  }

  @Test func aSummaryIsShownFirstWhereverItStands() {
    let found = article("<details>a<p>b</p><summary>S <i>t</i></summary>c</details>d")
    expect(found.blocks.map(\.text), equals: ["S t", "a", "b", "c", "d"])
    expect(found.blocks[0].kind, equals: .summary(disclosure: 0))
    expect(found.blocks[0].runs, equals: [ArticleRun(range: 2..<3, style: .emphasis)])
    expect(found.blocks.map(\.disclosure), equals: [nil, 0, 0, 0, nil])
    expect(found.disclosures, equals: [ArticleDisclosure(summary: 0)])
    let nested = article(
      "<details><summary>S</summary><details open><ul><li>a</ul><summary>T</summary></details>b</details>")
    expect(nested.blocks.map(\.text), equals: ["S", "T", "a", "b"])
    expect(nested.blocks.map(\.disclosure), equals: [nil, 0, 1, 0])
    expect(
      nested.disclosures,
      equals: [ArticleDisclosure(summary: 0), ArticleDisclosure(summary: 1, isOpen: true, parent: 0)])
  }

  @Test func aSummaryMayBeginWithAPicture() {
    let found = article("<details><summary><img src=i>S</summary>x</details>")
    expect(found.blocks.map(\.text), equals: ["S", "", "x"])
    expect(found.blocks.map(\.disclosure), equals: [nil, nil, 0])
    expect(found.disclosures, equals: [ArticleDisclosure(summary: 0)])
  }

  @Test func onlyTheFirstSummaryOfADisclosureIsItsSummary() {
    let found = article(
      "<details><img src=i><summary id=n>S</summary><summary>T</summary></details><a href=#n>x</a>")
    expect(found.blocks.map(\.text), equals: ["S", "", "T", "x"])
    expect(found.blocks.map(\.isSummary), equals: [true, false, false, false])
    expect(found.anchors["n"], equals: ArticleAnchor(block: 0))
    let inner = article("<details>a<summary><details>b</details></summary></details>").blocks
    expect(inner.map(\.text), equals: ["", "a", "", "b"])
  }

  @Test func unclosedDisclosuresHideTheRest() {
    let found = article("<details><summary>S<p>a<p>b").blocks
    expect(found.map(\.text), equals: ["S", "a", "b"])
    expect(found[0].kind, equals: .summary(disclosure: 0))
  }

  @Test func headingsInASummaryAreTheSummary() {
    let found = article("<details><summary><h3>S</h3></summary><h3>T</h3></details>").blocks
    expect(found.map(\.kind), equals: [.summary(disclosure: 0), .heading(level: 3)])
  }

  @Test func disclosuresInACellAreLaidOut() {
    let found = article("<table><tr><td>a<details><summary>S</summary>b</details><td>c</table>")
    expect(found.blocks.map(\.text), equals: ["a", "S", "b", "c"])
    expect(found.blocks.map(\.disclosure), equals: [nil, nil, 0, nil])
  }

  @Test func figuresHoldTheirImageAndCaption() {
    let found = article(
      "<figure><img src=a><figcaption>A</figcaption></figure>x<figure><figcaption><p>B</p></figcaption><img src=b></figure>"
    ).blocks
    expect(found.map(\.figure), equals: [0, 0, nil, 1, 1])
    expect(found.map(\.text), equals: ["", "A", "x", "B", ""])
    expect(found[1].kind == .caption && found[3].kind == .caption)
  }
}
