import Expectations
import Testing

@testable import FeedViewer

/// Where panes are in windows of different widths.
struct PaneArrangementTests {
  private typealias Span = PaneArrangement.Span

  @Test func onePaneOrSeveralFillTheWidth() {
    // Narrow windows show one page.
    let list = PaneArrangement(width: 679)
    expect(
      list.list == Span(start: 0, width: 679) && list.article == nil && list.sidebar == nil && !list.isSplit)
    let article = PaneArrangement(width: 360, front: .article)
    expect(article.list == nil && article.article == Span(start: 0, width: 360))
    expect(article.isNarrow && article.isArticleNarrow && !PaneArrangement(width: 480).isNarrow)
    // Wide windows show list and article, and wider ones the sidebar.
    for front in [ReadingPane.list, .article] {
      let split = PaneArrangement(width: 700, front: front)
      expect(split.isSplit && split.sidebar == nil && !split.hasRoomForSidebar)
      expect(split.list == Span(start: 0, width: 280) && split.article == Span(start: 280, width: 420))
      let wide = PaneArrangement(width: 1_100, front: front)
      expect(wide.sidebar == Span(start: 0, width: 220) && wide.hasSidebarAtSide)
      expect(wide.list == Span(start: 220, width: 316) && wide.article == Span(start: 536, width: 564))
      let wider = PaneArrangement(width: 1_600, front: front)
      expect(wider.list == Span(start: 220, width: 420) && wider.article?.end == 1_600)
      expect(PaneArrangement(width: 1_100, front: front, showsSidebar: false).sidebar == nil)
    }
    // Panes always fill the width.
    for width in stride(from: 200, through: 3_000, by: 37) {
      for listWidth in [nil, 1, 280, 700, 5_000] {
        for sidebarWidth in [nil, 1, 300, 5_000] {
          let panes = PaneArrangement(width: width, listWidth: listWidth, sidebarWidth: sidebarWidth)
          let spans = [panes.sidebar, panes.list, panes.article].compactMap(\.self)
          expect(spans.first?.start == 0 && spans.last?.end == width)
          expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end == $1.start })
          guard panes.isSplit else { continue }
          expect(spans.suffix(2).first!.width >= PaneArrangement.minimumListWidth)
          expect(spans.last!.width >= PaneArrangement.minimumArticleWidth)
          if let sidebar = panes.sidebar { expect(PaneArrangement.sidebarWidths.contains(sidebar.width)) }
        }
      }
    }
  }

  @Test func panesGiveWayWhereThereIsNoRoom() {
    // The article keeps its width before the list and the sidebar do.
    let panes = PaneArrangement(width: 960, listWidth: 420, sidebarWidth: 360)
    expect(panes.sidebar?.width == 320 && panes.list?.width == 280 && panes.article?.width == 360)
    // Large text needs a wider window.
    expect(!PaneArrangement(width: 1_359, textScale: 2).isSplit)
    let split = PaneArrangement(width: 1_600, textScale: 2)
    expect(split.isSplit && split.list?.width == 576 && !split.hasRoomForSidebar)
    // The button that opens files has an icon where its word has no room.
    expect(!PaneArrangement(width: 320, isEmpty: true).isOpenButtonNarrow)
    expect(PaneArrangement(width: 360, textScale: 2, isEmpty: true).isOpenButtonNarrow)
    expect(!PaneArrangement(width: 1_100).isOpenButtonNarrow)
    expect(PaneArrangement(width: 1_100, sidebarWidth: 180).isOpenButtonNarrow)
    // A window without feeds has one page.
    for width in [360, 1_000, 1_600] {
      let empty = PaneArrangement(width: width, front: .article, showsSidebarOver: true, isEmpty: true)
      expect(empty.list == Span(start: 0, width: width) && empty.article == nil && empty.sidebar == nil)
    }
  }

  @Test func theSidebarLiesOverTheOtherPanesWithoutRoomBesideThem() {
    let over = PaneArrangement(width: 400, showsSidebarOver: true)
    expect(over.sidebarIsOver && over.sidebar == Span(start: 0, width: 240) && !over.hasSidebarAtSide)
    expect(over.list, equals: Span(start: 0, width: 400))
    // Some of them is always seen.
    expect(PaneArrangement(width: 280, showsSidebarOver: true).sidebar?.width, equals: 224)
    expect(!PaneArrangement(width: 1_300, showsSidebarOver: true).sidebarIsOver)
  }
}
