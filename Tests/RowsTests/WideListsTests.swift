import Expectations
import FeedViewerFeeds
import Testing

@testable import FeedViewerRows

/// Which lists have markers that need more room, so that all of their markers are aligned.
@Suite struct WideListsTests {
  private func item(_ number: Int?, depth: Int = 1) -> ArticleBlock {
    ArticleBlock(
      kind: .listItem(number.map { .number($0, .decimal) } ?? .bullet), text: "x", listDepth: depth)
  }

  private func lengths(_ blocks: [ArticleBlock], depth: Int = 1) -> [Int] {
    let lists = WideLists(of: blocks)
    return blocks.indices.map { lists.markerLength(atDepth: depth, block: $0) }
  }

  @Test func allItemsOfAListHaveTheRoomOfItsLongestMarker() {
    expect(lengths([item(99), item(100), item(1_000)]), equals: [5, 5, 5])
    expect(lengths([item(1), item(10)]), equals: [0, 0])
    let paragraph = ArticleBlock(text: "in the item", listDepth: 1)
    expect(lengths([item(100), paragraph, item(101), ArticleBlock(text: "after")]), equals: [4, 4, 4, 0])
  }

  @Test func aListThatBeginsAgainOrIsOfAnotherKindIsAnotherOne() {
    expect(lengths([item(99), item(100), item(1), item(2)]), equals: [4, 4, 0, 0])
    expect(lengths([item(100), item(nil)]), equals: [4, 0])
    expect(lengths([item(100), ArticleBlock(text: "between"), item(1)]), equals: [4, 0, 0])
  }

  @Test func nestedListsHaveTheirOwnRoom() {
    let blocks = [item(1), item(999, depth: 2), item(1_000, depth: 2), item(2)]
    expect(lengths(blocks), equals: [0, 0, 0, 0])
    expect(lengths(blocks, depth: 2), equals: [0, 5, 5, 0])
    let outer = [item(1_000), item(nil, depth: 2), item(1_001)]
    expect(lengths(outer), equals: [5, 5, 5])
    expect(lengths(outer, depth: 2), equals: [0, 0, 0])
  }
}
