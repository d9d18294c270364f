import Testing

@testable import FeedViewer

/// Where panes are in windows of different widths.
struct PaneArrangementTests {
  private typealias Span = PaneArrangement.Span

  @Test func narrowWindowsShowOnePage() {
    let list = PaneArrangement(width: 899)
    #expect(
      list.list == Span(start: 0, width: 899) && list.article == nil && list.feeds == nil && !list.isSplit)
    let article = PaneArrangement(width: 360, front: .article)
    #expect(article.list == nil && article.article == Span(start: 0, width: 360))
  }

  @Test func wideWindowsShowListAndArticleAndWiderOnesTheFeeds() {
    for front in [ReadingPane.list, .article] {
      let split = PaneArrangement(width: 900, front: front)
      #expect(split.isSplit && split.feeds == nil && !split.hasRoomForSidebar)
      #expect(split.list == Span(start: 0, width: 324) && split.article == Span(start: 324, width: 576))
      let wide = PaneArrangement(width: 1_250, front: front)
      #expect(wide.feeds == Span(start: 0, width: 240) && !wide.sidebarIsOver)
      #expect(wide.list?.start == 240 && wide.article?.end == 1_250)
      #expect(PaneArrangement(width: 1_250, front: front, showsSidebar: false).feeds == nil)
    }
  }

  @Test func panesAlwaysFillTheWidth() {
    for width in stride(from: 200, through: 3_000, by: 37) {
      for listWidth in [nil, 1, 280, 700, 5_000] {
        let panes = PaneArrangement(width: width, listWidth: listWidth)
        let spans = [panes.feeds, panes.list, panes.article].compactMap(\.self)
        #expect(spans.first?.start == 0 && spans.last?.end == width)
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end == $1.start })
        guard panes.isSplit else { continue }
        #expect(spans.suffix(2).first!.width >= PaneArrangement.minimumListWidth)
        #expect(spans.last!.width >= PaneArrangement.minimumArticleWidth)
      }
    }
  }

  @Test func largeTextNeedsAWiderWindow() {
    #expect(!PaneArrangement(width: 1_600, textScale: 2).isSplit)
    let split = PaneArrangement(width: 1_800, textScale: 2)
    #expect(split.isSplit && split.list?.width == 648 && !split.hasRoomForSidebar)
  }

  @Test func windowWithoutFeedsHasOnePage() {
    for width in [360, 1_000, 1_600] {
      let empty = PaneArrangement(width: width, front: .article, isEmpty: true)
      #expect(empty.list == Span(start: 0, width: width) && empty.article == nil && empty.feeds == nil)
    }
  }

  @Test func feedsLieOverTheOtherPanesWithoutRoomBesideThem() {
    let over = PaneArrangement(width: 400, showsSidebarOver: true)
    #expect(over.sidebarIsOver && over.feeds == Span(start: 0, width: 240))
    #expect(over.list == Span(start: 0, width: 400))
    #expect(!PaneArrangement(width: 1_300, showsSidebarOver: true).sidebarIsOver)
  }
}
