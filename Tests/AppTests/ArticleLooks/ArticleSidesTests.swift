import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// On which side the viewer's own words stand: where the lines of the article begin, in each direction of the interface.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleSidesTests {
  private let view: ArticleView
  private let window: WidgetPointer
  private var list: ListView { view.list }

  init() throws {
    try require(TestDisplay.isReady)
    view = ArticleView()
    window = gtk_window_new()!
    gtk_window_set_child(window.cast(), view.scroller)
    gtk_window_set_default_size(window.cast(), 700, 500)
  }

  private func show(_ rows: [ArticleRow], _ isInterfaceRightToLeft: Bool) async throws {
    for widget in [view.scroller, list.widget.pointer] {
      gtk_widget_set_direction(widget, isInterfaceRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    }
    var document = ArticleDocument()
    for row in rows { document.append(row) }
    view.show(document)
    gtk_window_present(window.cast())
    try await expect(MainLoop.settle { view.isComplete && list.isLaidOutAtItsOffset })
  }

  private func row(_ kind: ArticleRow.Kind, _ text: String, _ isRightToLeft: Bool) -> ArticleRow {
    var row = ArticleRow(kind, text)
    row.isRightToLeft = isRightToLeft
    return row
  }

  /// How far one thing is from another in the direction in which rows run, in logical pixels.
  private func distance(from one: Rect, to other: Rect, _ isRightToLeft: Bool) -> Double {
    isRightToLeft ? one.minX - other.maxX : other.minX - one.maxX
  }

  @Test(arguments: [false, true], [false, true])
  func ownWordsStandWhereLinesBegin(isInterfaceRightToLeft: Bool, isRightToLeft: Bool) async throws {
    defer { gtk_window_destroy(window.cast()) }
    let kinds: [ArticleRow.Kind] = [.action, .aside, .byline, .note, .placeholder]
    let rows = kinds.flatMap { kind in
      ["Open in Browser", "مرحبا بالعالم"].map { text in
        var row = row(kind, text, isRightToLeft)
        if kind == .placeholder { row.icon = "image-missing-symbolic" }
        return row
      }
    }
    try await show(rows, isInterfaceRightToLeft)
    for (index, row) in rows.enumerated() {
      let path = RowIndexPath(section: 0, row: index)
      let words = try require(list.textRectangles(of: path, bytes: 0..<row.text.utf8.count).first)
      let isPlaceholder = row.kind == .placeholder
      let before = try require(list.frame(of: isPlaceholder ? .articleIcon : .articleColumn, in: path))
      let found =
        isPlaceholder
        ? distance(from: before, to: words, isRightToLeft)
        : isRightToLeft ? before.maxX - words.maxX : words.minX - before.minX
      let gap = found - (isPlaceholder ? 12 : 0)
      // Frames of texts are whole pixels wide: GTK 4.16 and later do not round the widths of glyphs, so that less than one
      // pixel remains.
      expect(
        (-0.5...(gtk_get_minor_version() >= 16 ? 1 : 0.5)).contains(gap), "\(row.kind) \(row.text): \(found)")
    }
  }

  @Test(arguments: [false, true], [false, true])
  func markersStandBeforeTheirItems(isInterfaceRightToLeft: Bool, isRightToLeft: Bool) async throws {
    defer { gtk_window_destroy(window.cast()) }
    let text = isRightToLeft ? "بند" : "item"
    let rows = ["9.", "•"].map { marker in
      var row = row(.item, text, isRightToLeft)
      row.marker = marker
      row.markerLengths = [2]
      return row
    }
    var summary = row(.summary, text, isRightToLeft)
    summary.disclosure = (0, true)
    try await show(rows + [summary], isInterfaceRightToLeft)
    for (index, row) in rows.enumerated() {
      let path = RowIndexPath(section: 0, row: index)
      let item = try require(list.textRectangles(of: path, text: 0, bytes: 0..<text.utf8.count).first)
      let marker = try require(list.frame(of: .articleMarker, in: path))
      let found = distance(from: marker, to: item, isRightToLeft)
      expect(abs(found - ArticleTypography.markerGap) < 1, "\(row.marker!): \(found)")
    }
    let first = RowIndexPath(section: 0, row: 0)
    let digit = try require(list.textRectangles(of: first, text: 1, bytes: 0..<1).first)
    let dot = try require(list.textRectangles(of: first, text: 1, bytes: 1..<2).first)
    expect(dot.minX > digit.minX, equals: !isRightToLeft)
    let path = RowIndexPath(section: 0, row: 2)
    let sign = try require(list.frame(of: .articleOpenSign, in: path))
    let words = try require(list.textRectangles(of: path, bytes: 0..<text.utf8.count).first)
    expect(abs(distance(from: sign, to: words, isRightToLeft) - ArticleTypography.markerGap) < 1)
  }

  /// At large sizes of text, too, by zoom or by the desktop's font.
  @Test func symbolsGrowWithTheText() async throws {
    defer { gtk_window_destroy(window.cast()) }
    var placeholder = row(.placeholder, "Not found: x.png", false)
    placeholder.icon = "image-missing-symbolic"
    try await show([placeholder], false)
    let path = RowIndexPath(section: 0, row: 0)
    let side = try require(list.frame(of: .articleIcon, in: path)).size.height
    view.zoom = 2
    try await expect(MainLoop.settle { view.isComplete && list.isLaidOutAtItsOffset })
    let frame = try require(list.frame(of: .articleIcon, in: path))
    expect(abs(frame.size.height - 2 * side) <= 1 && frame.size.width == frame.size.height)
  }

  /// Numbers run as their row does.
  @Test(arguments: [false, true], [false, true])
  func numbersStandWhereLinesBegin(isInterfaceRightToLeft: Bool, isRightToLeft: Bool) async throws {
    defer { gtk_window_destroy(window.cast()) }
    var cells = row(.tableRow(isHeader: false), "", isRightToLeft)
    cells.cells = [ArticleTableCell("12 %"), ArticleTableCell("34")]
    let rows = [row(.paragraph, "12 %", isRightToLeft), cells]
    try await show(rows, isInterfaceRightToLeft)
    for index in rows.indices {
      let path = RowIndexPath(section: 0, row: index)
      let column = try require(list.frame(of: .articleColumn, in: path))
      let parts = list.textRectangles(of: path, bytes: 0..<4)
      let (left, right) = (try require(parts.map(\.minX).min()), try require(parts.map(\.maxX).max()))
      let found = isRightToLeft ? column.maxX - right : left - column.minX
      expect((-0.5...8.5).contains(found), "\(found)")
    }
  }
}
