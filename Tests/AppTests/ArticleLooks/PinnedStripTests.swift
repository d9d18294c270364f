import CGtk
import Expectations
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import FeedViewer
@testable import VirtualList

/// The strip above an article whose entry has left the list, in windows of several widths.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct PinnedStripTests {
  @Test(arguments: [(1_000, false), (1_600, false), (1_600, true)])
  func itsWordsBeginWhereTheTextOfTheArticleDoes(width: Int, isMirrored: Bool) async throws {
    let style = try TestStyleSheet()
    defer { style.remove() }
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setRightToLeft(isMirrored)
    let fixture = try await WindowFixture(
      size: WindowSize(width: width, height: 500), [(0..<20).map { "entry \($0)" }])
    defer { fixture.close() }
    let window = fixture.window
    window.list.select(RowIndexPath(section: 0, row: 3))
    try await expect(fixture.settle { window.article.isShown && window.article.isComplete })
    window.beginSearch()
    window.searchBar.field.text = "\"entry 12\""
    try await expect(fixture.settle { window.article.pinned.reason == .search })
    for lineLength in [LineLength.normal, .narrow] {
      window.article.view.lineLength = lineLength
      try await expect(
        fixture.settle { isAligned(window.article, isMirrored) }, "\(lineLength) in \(width) pixels")
    }
  }

  private func isAligned(_ article: ArticlePage, _ isMirrored: Bool) -> Bool {
    var words = graphene_rect_t()
    let page = article.view.list.widget.pointer
    guard gtk_widget_compute_bounds(article.pinned.words, page, &words) != 0,
      let column = article.view.list.frame(of: .articleColumn, in: RowIndexPath(section: 0, row: 0))
    else { return false }
    let distance =
      isMirrored
      ? column.maxX - Double(words.origin.x + words.size.width) : Double(words.origin.x) - column.minX
    return abs(distance) <= 1
  }
}
