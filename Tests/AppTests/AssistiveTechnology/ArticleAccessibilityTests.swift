import CGtk
import Expectations
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList
import WidgetTesting

@testable import FeedViewerRows
@testable import FeedViewer

/// The widgets in the rows of an article, which assistive tools read.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleAccessibilityTests {
  private static let html = """
    <h2>A heading that is longer than a line of a narrow window, with a <a href="https://h.example/">link</a></h2>
    <p>Words and <b>bold words</b>, <code>let code = monospaced</code>, <i>italic words</i> and
    <a href="https://a.example/">a link that is long enough to be broken into two lines or three</a>, x<sup>2</sup>.</p>
    <p>日本語の文章は単語の間に空白がなく、どの文字の後でも行を変えることができます。もう少し長くします。</p>
    <p dir="rtl">نص عربي طويل بما يكفي ليمتد على أكثر من سطر واحد في نافذة ضيقة مع بعض الكلمات الأخرى هنا.</p>
    <ul><li>An item of a list that is longer than one line in the window that is shown here</ul>
    <table><tr><td>A cell with several words in it<td>Another cell that has even more words in it</table>
    <pre>some code that is kept
    in two lines</pre>
    """

  /// Lines end before marks after spaces, but Pango aborts at some of those breaks, which labels must not have.
  private static let marks = """
    <p>14159 \u{1038}\u{101E}\u{100A} affle \u{1030}\u{1015}\u{102B} =more#frag \u{E49}\u{E27} 1000,000 \u{E37}\u{E19} and words
    word \u{301}word word \u{93F} abc \u{5B8} more \u{20DD} words \u{301}</p><p>ab \u{301}</p><p>👩 \u{1F3FD}👩\u{1F3FD}\u{1F3FD}</p>
    """

  /// The labels in a row's widget that are not hidden from assistive tools.
  private func labels(in row: RowOnScreen) -> [OpaquePointer] {
    WidgetTree.labels(below: row.widget).map(\.opaque)
  }

  /// Where the lines of a layout start, in bytes.
  private func lineStarts(_ layout: OpaquePointer) -> [Int32] {
    (0..<pango_layout_get_line_count(layout)).map {
      pango_layout_get_line_readonly(layout, $0).pointee.start_index
    }
  }

  /// The line rectangles of a layout.
  private func lines(of layout: OpaquePointer, at origin: Point) -> [Rect] {
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    var lines: [Rect] = []
    repeat {
      var line = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &line)
      func pixels(_ units: Int32) -> Double { Double(units) / 1024 }
      lines.append(
        Rect(
          x: origin.x + pixels(line.x), y: origin.y + pixels(line.y), width: pixels(line.width),
          height: pixels(line.height)))
    } while pango_layout_iter_next_line(iterator) != 0
    return lines
  }

  /// Where an assistive tool finds the lines of a label must be where they are drawn.
  private func compareLines(
    of label: OpaquePointer, at origin: graphene_point_t, with drawn: RowOnScreen.Text, _ name: String
  ) {
    var (x, y): (gint, gint) = (0, 0)
    gtk_label_get_layout_offsets(label, &x, &y)
    let told = lines(
      of: gtk_label_get_layout(label)!,
      at: Point(x: Double(origin.x) + Double(x), y: Double(origin.y) + Double(y)))
    let seen = lines(of: drawn.layout, at: Point(x: drawn.frame.minX, y: drawn.frame.minY))
    expect(told.count, equals: seen.count, "\(name)")
    for (one, other) in zip(told, seen) {
      expect(
        abs(one.minX - other.minX) <= 1 && abs(one.minY - other.minY) <= 1 && abs(one.maxX - other.maxX) <= 1
          && abs(one.maxY - other.maxY) <= 1, "\(name): \(one) is drawn at \(other)")
    }
  }

  private func rows(of fixture: ArticleFixture) -> [RowOnScreen] {
    fixture.view.list.visibleRows.compactMap { fixture.view.list.rowOnScreen($0) }
  }

  private func atRest(_ fixture: ArticleFixture) async throws -> Bool {
    try await fixture.settle {
      rows(of: fixture).allSatisfy { row in
        let labels = self.labels(in: row).map { String(cString: gtk_label_get_text($0)) }
        return fixture.view.document.row(at: row.row.row).texts.map(\.string) == labels
      }
    }
  }

  /// Waits until no frame has been drawn for a while: usually for longer than the list needs to be at rest.
  private func isStill(
    _ fixture: ArticleFixture, for duration: Duration = .milliseconds(500)
  ) async throws -> Bool {
    let clock = gtk_widget_get_frame_clock(fixture.window.pointer.cast())
    var frame: gint64 = -1
    return try await MainLoop.settle(lasting: duration) {
      defer { frame = gdk_frame_clock_get_frame_counter(clock) }
      return gdk_frame_clock_get_frame_counter(clock) == frame
    }
  }

  /// Gives the window another width and the article another zoom, and waits until the labels follow. They do it when the list is at
  /// rest, which is told here as soon as nothing is drawn.
  private func resize(_ fixture: ArticleFixture, to width: Int32, zoom: Double) async throws {
    let before = gtk_widget_get_width(fixture.window.pointer.cast())
    gtk_window_set_default_size(fixture.window.pointer, width, 900)
    fixture.view.zoom = zoom
    try await expect(
      fixture.settle {
        gtk_widget_get_width(fixture.window.pointer.cast()) != before && fixture.window.isComplete
          && fixture.view.list.isLaidOutAtItsOffset
      })
    try await expect(isStill(fixture, for: .milliseconds(80)))
    // Each time for some of the rows.
    for _ in 0..<20 { fixture.view.accessibility.listIsAtRest() }
    try await expect(isStill(fixture, for: .milliseconds(80)))
    try await expect(atRest(fixture))
  }

  /// - Parameter isRounded: Whether other labels have their lines at whole pixels (`LabelMetrics`).
  @Test(arguments: [false, true]) func labelsHaveTheLinesThatAreDrawn(isRounded: Bool) async throws {
    try require(TestDisplay.isReady)
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setHintsMetrics(isRounded)
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    try await fixture.open([ArticleFixture.item("Texts", Self.html + Self.marks)])
    try await fixture.read(0)
    var compared = 0
    var widths: Set<Int32> = []
    for width: Int32 in [333, 480, 517, 760] {
      try await resize(fixture, to: width, zoom: width == 517 ? 1.25 : 1)
      widths.insert(gtk_widget_get_width(fixture.view.list.widget.pointer))
      for row in rows(of: fixture) {
        for label in labels(in: row) {
          let text = String(cString: gtk_label_get_text(label))
          let drawn = try require(row.texts.first { $0.string == text })
          let starts = lineStarts(drawn.layout)
          expect(lineStarts(gtk_label_get_layout(label)), equals: starts, "\(text) at \(width)")
          compared += starts.count
          var bounds = graphene_rect_t()
          expect(gtk_widget_compute_bounds(label.cast(), row.widget, &bounds) != 0)
          expect(abs(Double(bounds.origin.x) - drawn.frame.minX) < 0.01)
          expect(abs(Double(bounds.origin.y) - drawn.frame.minY) < 0.01)
          expect(abs(Double(bounds.size.width) - drawn.frame.size.width) < 1)
          expect(abs(Double(bounds.size.height) - drawn.frame.size.height) < 1)
          compareLines(of: label, at: bounds.origin, with: drawn, "\(text) at \(width)")
        }
      }
    }
    expect(compared > 60 && widths.count >= 3)
  }

  @Test func labelsMoveWithCodeAndTables() async throws {
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    let code = Array(repeating: "word", count: 60).joined(separator: " ")
    let cells = (0..<30).map { "<td>column\($0)" }.joined()
    try await fixture.open([
      ArticleFixture.item("Wide", "<p>Text</p><pre>\(code)</pre><table><tr>\(cells)<tr>\(cells)</table>")
    ])
    try await fixture.read(0)
    try await expect(atRest(fixture))
    func places() -> [String: (label: Double, drawn: Double)] {
      var found: [String: (Double, Double)] = [:]
      for row in rows(of: fixture) {
        for label in labels(in: row) {
          let text = String(cString: gtk_label_get_text(label))
          var bounds = graphene_rect_t()
          guard gtk_widget_compute_bounds(label.cast(), row.widget, &bounds) != 0,
            let drawn = row.texts.first(where: { $0.string == text })
          else { continue }
          found[text] = (Double(bounds.origin.x), drawn.frame.minX)
        }
      }
      return found
    }
    let before = places()
    for text in [code, "column2"] {
      expect(fixture.view.scrollSideways(at: try fixture.point(of: text, byte: 0), toRightBy: 50))
    }
    try await expect(
      fixture.settle {
        let now = places()
        return [code, "column2"].allSatisfy { text in
          guard let old = before[text], let new = now[text] else { return false }
          return abs(new.label - new.drawn) <= 1 && abs(old.label - 50 - new.label) <= 1
        }
      })
  }

  @Test func listAtRestIsNotLaidOutAgain() async throws {
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    try await fixture.open([ArticleFixture.item("Texts", Self.html)])
    try await fixture.read(0)
    try await expect(atRest(fixture))
    let clock = gtk_widget_get_frame_clock(fixture.window.pointer.cast())
    try await expect(isStill(fixture))
    let labels = rows(of: fixture).map { self.labels(in: $0) }
    let frame = gdk_frame_clock_get_frame_counter(clock)
    fixture.view.accessibility.listIsAtRest()
    try await expect(isStill(fixture))
    expect(gdk_frame_clock_get_frame_counter(clock), equals: frame)
    expect(rows(of: fixture).map { self.labels(in: $0) }, equals: labels)
  }

  @Test func rowsOfAListHaveNoWidgetsInThem() async throws {
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    try await fixture.open([
      ArticleFixture.item("One", "<p>Text</p>"), ArticleFixture.item("Two", "<p>Text</p>"),
    ])
    try await fixture.read(0)
    try await expect(atRest(fixture))
    for row in fixture.window.list.visibleRows {
      let widget = try require(fixture.window.list.rowOnScreen(row)).widget
      expect(gtk_widget_get_first_child(widget) == nil)
    }
  }

  @Test func focusedLinkHasARingAroundEachLine() async throws {
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    try await fixture.open([ArticleFixture.item("Texts", Self.html)])
    try await fixture.read(0)
    expect(fixture.view.links.moveFocus(forward: true))
    expect(fixture.view.links.moveFocus(forward: true))
    let link = try require(fixture.view.links.focused)
    expect(link.words?.hasPrefix("a link that is long"), equals: true)
    expect(fixture.view.links.rectangles(of: link).count >= 2)
    let focus = try require(gtk_root_get_focus(gtk_widget_get_root(fixture.view.list.widget.pointer)))
    expect(gtk_widget_get_parent(focus), equals: fixture.view.list.rowOnScreen(link.row)?.widget)
    expect(gtk_accessible_get_accessible_role(focus.opaque), equals: GTK_ACCESSIBLE_ROLE_LINK)
    // Before the first link there is nothing: the focus leaves.
    expect(fixture.view.links.moveFocus(forward: false))
    expect(!fixture.view.links.moveFocus(forward: false))
    // A click into the text takes the focus from the link.
    gtk_widget_grab_focus(fixture.view.list.widget.pointer)
    expect(fixture.view.links.focused == nil)
  }

  @Test func focusStaysWithItsLinkWhenTheArticleIsZoomed() async throws {
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    try await fixture.open([
      ArticleFixture.item("Texts", Self.html), ArticleFixture.item("Other", "<p>Text</p>"),
    ])
    try await fixture.read(0)
    expect(fixture.view.links.moveFocus(forward: true))
    let link = try require(fixture.view.links.focused)
    fixture.view.zoom = 1.5
    try await fixture.drawn()
    func hasFocus() -> Bool {
      guard let focus = gtk_root_get_focus(gtk_widget_get_root(fixture.view.list.widget.pointer)) else {
        return false
      }
      return gtk_widget_get_parent(focus) == fixture.view.list.rowOnScreen(link.row)?.widget
    }
    try await expect(fixture.settle { hasFocus() && fixture.view.links.focused == link })
    // Another article begins without it.
    try await fixture.read(1)
    expect(fixture.view.links.focused == nil && !hasFocus())
  }
}
