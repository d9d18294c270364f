import CGtk
import Expectations
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewer
@testable import VirtualList

/// Labels have their lines at whole pixels, and rows the heights that they have without that.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct LabelMetricsTests {
  /// - Parameter scale: Physical pixels in one of the window, which fits the screen.
  private func makeFixture(scale: Int) async throws -> WindowFixture {
    try await WindowFixture(
      size: WindowSize(width: 1_200 / scale, height: 500),
      [(0..<30).map { "entry \($0)" + String(repeating: " and its words", count: $0 % 9) }])
  }

  /// The height of all rows, and of the article of the first entry if it is beside them, when both are known.
  private func heights(_ fixture: WindowFixture) async throws -> [Int] {
    let (list, article) = (fixture.window.list, fixture.window.article)
    guard fixture.window.panes.arrangement.isSplit else {
      try await expect(fixture.settle { list.isPrecacheFinished })
      return [list.geometry.totalHeight]
    }
    list.select(RowIndexPath(section: 0, row: 0))
    try await expect(
      fixture.settle {
        list.isPrecacheFinished && article.isShown && article.isComplete
          && article.view.list.isPrecacheFinished
      })
    return [list.geometry.totalHeight, article.view.list.geometry.totalHeight]
  }

  @Test(arguments: [1, 2]) func linesOfLabelsAreAtWholePixels(scale: Int) async throws {
    let style = try TestStyleSheet()
    let settings = DisplaySettings()
    defer {
      settings.restore()
      style.remove()
    }
    settings.setHintsMetrics(false)
    guard settings.setScale(scale) else { return }
    let before = try await makeFixture(scale: scale)
    let usual = try await heights(before)
    before.close()
    LabelMetrics.round()
    let fixture = try await makeFixture(scale: scale)
    defer { fixture.close() }
    try await expect(heights(fixture), equals: usual)
    let labels = WidgetTree.labels(below: fixture.window.panes.widget).filter {
      gtk_widget_get_mapped($0) != 0
        && gtk_widget_is_ancestor($0, fixture.window.article.view.list.widget.pointer) == 0
    }
    expect(labels.count > (scale == 1 ? 5 : 1))
    for label in labels {
      let text = WidgetTree.text(of: label)
      expect(pango_layout_get_baseline(gtk_label_get_layout(label.opaque)) % 1_024, equals: 0, "\(text)")
    }
  }
}
