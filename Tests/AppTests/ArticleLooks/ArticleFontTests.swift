import CGtk
import Expectations
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList

/// An article that is open while the desktop's font changes.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleFontTests {
  private let view: ArticleView
  private let window: WidgetPointer
  private let settings: DisplaySettings
  private var list: ListView { view.list }

  init() throws {
    try require(TestDisplay.isReady)
    settings = DisplaySettings()
    settings.setFont("Sans 10")
    view = ArticleView()
    window = gtk_window_new()!
    gtk_window_set_child(window.cast(), view.scroller)
    gtk_window_set_default_size(window.cast(), 1_600, 600)
  }

  private static let words = (0..<90).map { "word\($0)" }.joined(separator: " ")

  private func show() async throws {
    var document = ArticleDocument()
    let table = ArticleBlock(kind: .tableRow(isHeader: false), text: "one\ttwo three")
    document.append(
      Article(
        blocks: (0..<40).flatMap { _ in
          [
            ArticleBlock(text: Self.words), table,
            ArticleBlock(kind: .preformatted, text: String(repeating: "let x = 1; ", count: 2_000)),
          ]
        }))
    view.show(document)
    gtk_window_present(window.cast())
    try await settle()
  }

  private func settle() async throws {
    try await expect(
      MainLoop.settle {
        view.isComplete && view.isExact && list.isLaidOutAtItsOffset && list.isPrecacheFinished
      })
  }

  private func columnWidth() throws -> Double {
    let row = try require(list.visibleRows.first)
    return try require(list.frame(of: .articleColumn, in: row)).size.width
  }

  /// The width of the longest lines.
  private var measure: Double {
    list.averageCharacterWidth(of: view.typography.style(of: .paragraph)) * LineLength.normal.averageWidths
  }

  @Test(arguments: [false, true])
  func theMeasureFollowsTheFont(byTextScale: Bool) async throws {
    defer {
      settings.restore()
      gtk_window_destroy(window.cast())
    }
    try await show()
    let before = try columnWidth()
    expect(abs(before - measure) <= 1)
    list.scroll(to: .row(RowIndexPath(section: 0, row: 33)), alignment: .top)
    try await settle()
    let top = list.textPosition(at: Point(x: 800, y: 30))?.position.row
    if byTextScale { settings.setTextScale(1.5) } else { settings.setFont("Sans 15") }
    try await expect(MainLoop.settle { abs(view.typography.fontScale - 1.5) < 0.01 })
    try await settle()
    let after = try columnWidth()
    expect(abs(after - before * 1.5) < 12 && abs(after - measure) <= 1)
    // What is read stays, and all rows have the heights of their new layouts.
    expect(list.textPosition(at: Point(x: 800, y: 30))?.position.row, equals: top)
    expect(list.geometry.unmeasuredCount, equals: 0)
    settings.restore()
    settings.setFont("Sans 10")
    try await expect(MainLoop.settle { abs(view.typography.fontScale - 1) < 0.01 })
    try await settle()
    expect(abs(try columnWidth() - before) <= 1)
  }
}
