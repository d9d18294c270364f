import CGtk
import Expectations
import GtkInterop
import Testing
import WidgetTesting

@testable import VirtualList

/// The ends of the list: flings into them, and the position of the scroll bar's value 0 meanwhile.
@Suite("Edges", .serialized, .needsDisplay)
struct EdgeTests {
  private func makeFixture() -> ListFixture { ListFixture([ListFixture.rows(0..<500, isMixed: false)]) }

  /// Flings a list and waits until GTK draws no more frames of the motion.
  /// - Returns: How often GtkScrolledWindow reported reaching the top and the bottom.
  private func edgesReached(
    by fixture: ListFixture, flungAt velocity: Double
  ) throws -> (top: Int, bottom: Int) {
    var reached = (top: 0, bottom: 0)
    let connection = Signal.connect(fixture.scroller, "edge-reached") { arguments in
      switch arguments.enumeration(0) {
      case GTK_POS_TOP.rawValue: reached.top += 1
      case GTK_POS_BOTTOM.rawValue: reached.bottom += 1
      default: break
      }
      return .unhandled
    }
    defer { Signal.disconnect(fixture.scroller, connection) }
    try require(Fling(fixture.scroller)).start(velocity: velocity)
    expect(fixture.comesToRest(), "The motion does not end.")
    return reached
  }

  @Test func flingIntoTheTopStopsAndReportsTheEdgeOnce() throws {
    let fixture = makeFixture()
    defer { fixture.close() }
    fixture.show(.row(0, 8))
    try expect(edgesReached(by: fixture, flungAt: -9_000) == (1, 0))
    expect(fixture.list.contentOffset, equals: 0)
  }

  @Test func flingIntoTheBottomStopsAndReportsTheEdgeOnce() throws {
    let fixture = makeFixture()
    defer { fixture.close() }
    fixture.list.idle.stop()
    fixture.show(.row(0, 485))
    try expect(edgesReached(by: fixture, flungAt: 12_000) == (0, 1))
    expect(fixture.list.contentOffset, equals: fixture.list.geometry.totalHeight - fixture.list.pageHeight)
  }

  /// A scroll to an end is clamped at the estimated end: rows of wide letters are taller than estimated, rows of
  /// narrow ones shorter.
  @Test(arguments: [(12, 1, "WWWW MMMM "), (489, 1, "ill til "), (489, 3, "WWWW MMMM "), (12, 3, "ill til ")])
  func scrollingToAnEndStaysThereWhileEstimatesResolve(row: Int, pages: Int, words: String) throws {
    let rows = (0..<500).map {
      let text = String(repeating: words, count: 3 + $0 % 31)
      return ListFixture.Row(key: "\($0)", title: text, preview: text)
    }
    // Its top was never on screen.
    let fresh = ListFixture([rows], density: .comfortable, isShown: false)
    defer { fresh.close() }
    let list = fresh.list
    list.idle.stop()
    list.scroll(to: .row(0, row), alignment: .top)
    gtk_window_present(fresh.window.cast())
    fresh.settle()
    let adjustment = try require(list.verticalAdjustment)
    let before = list.geometry.totalHeight
    // At the end after three steps of a page.
    for _ in 0..<6 {
      let step = (row < 250 ? -1 : 1) * pages * list.pageHeight
      fresh.scroll(by: Double(step))
    }
    expect(list.geometry.totalHeight != before)
    expect(list.contentOffset, equals: row < 250 ? 0 : list.geometry.totalHeight - list.pageHeight)
    // In one step, too.
    fresh.show(.row(0, row < 250 ? 492 : 7))
    gtk_adjustment_set_value(
      adjustment,
      row < 250 ? gtk_adjustment_get_upper(adjustment) : gtk_adjustment_get_lower(adjustment))
    var offsets: [Int] = []
    fresh.observeFrames({
      offsets.append(
        row < 250 ? list.geometry.totalHeight - list.pageHeight - list.contentOffset : list.contentOffset)
    }) { fresh.settle() }
    expect(!offsets.isEmpty && offsets.allSatisfy { $0 == 0 })
  }

  /// GTK's overshooting treats positions as distances from value 0, which deletions would otherwise move out of range.
  @Test func flingEndsAtTheTopAfterMostRowsAboveAreDeleted() throws {
    let fixture = makeFixture()
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.show(.row(0, 470))
    fixture.delete(10..<460)
    fixture.settle()
    let adjustment = try require(fixture.list.verticalAdjustment)
    expect(gtk_adjustment_get_lower(adjustment) <= 0)
    expect(gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) >= 0)
    try expect(edgesReached(by: fixture, flungAt: -20_000) == (1, 0))
    expect(fixture.list.contentOffset, equals: 0)
  }

  @Test func originIsCenteredAtRestWithoutMotion() throws {
    let fixture = makeFixture()
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.show(.row(0, 400))
    fixture.delete(10..<250)
    fixture.settle()
    let picture = fixture.picture
    let adjustment = try require(fixture.list.verticalAdjustment)
    let way = Double(fixture.list.geometry.totalHeight - fixture.list.pageHeight)
    expect(Display.settle { abs(gtk_adjustment_get_lower(adjustment) + way / 2) <= 1 })
    fixture.settle()
    expect(fixture.picture, equals: picture)
  }

  @Test(arguments: [0, 1, 3])
  func shortListsCannotBeScrolled(count: Int) throws {
    let short = ListFixture([ListFixture.rows(0..<count)], height: 1_200)
    defer { short.close() }
    let adjustment = try require(short.list.verticalAdjustment)
    expect(short.list.contentOffset == 0 && short.picture.count == count)
    short.scroll(by: 500)
    expect(short.list.contentOffset, equals: 0)
    try require(Fling(short.scroller)).start(velocity: 5_000)
    expect(short.comesToRest())
    expect(short.list.contentOffset, equals: 0)
    let range = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_lower(adjustment)
    expect(range, equals: gtk_adjustment_get_page_size(adjustment))
  }

  @Test func viewportOfExactlyTheContentHeightDoesNotScroll() throws {
    let exact = ListFixture([ListFixture.rows(0..<5)])
    defer { exact.close() }
    let total = exact.list.geometry.totalHeight
    expect(total > 300)
    for height in [total, total - 1, total + 1] {
      gtk_window_set_default_size(exact.window.cast(), 480, Int32(height))
      expect(Display.settle { exact.list.pageHeight == height })
      exact.settle()
      let adjustment = try require(exact.list.verticalAdjustment)
      let lower = gtk_adjustment_get_lower(adjustment)
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
      exact.settle()
      expect(gtk_adjustment_get_value(adjustment) - lower, equals: Double(max(total - height, 0)))
      gtk_adjustment_set_value(adjustment, lower)
      exact.settle()
    }
  }
}

extension ListFixture {
  /// Waits until the scroll bar has not moved and no frame was drawn for a while.
  func comesToRest() -> Bool {
    guard let adjustment = list.verticalAdjustment else { return false }
    let clock = gtk_widget_get_frame_clock(window)
    var value = gtk_adjustment_get_value(adjustment)
    var frame = gdk_frame_clock_get_frame_counter(clock)
    return Display.rest(milliseconds: 150) {
      let before = (value, frame)
      (value, frame) = (gtk_adjustment_get_value(adjustment), gdk_frame_clock_get_frame_counter(clock))
      return (value, frame) == before
    }
  }
}
