import CGtk
import Expectations
import Glibc
import GtkInterop
import LayoutCore
import TestRuns
import Testing
import WidgetTesting

@testable import VirtualList

/// Motion without further input: GTK's deceleration, and GTK's animated steps of the scroll bar.
@Suite("Long motion", .serialized, .needsDisplay)
struct LongMotionTests {
  private let fixture: ListFixture
  private let adjustment: UnsafeMutablePointer<GtkAdjustment>

  init() throws {
    fixture = ListFixture([ListFixture.rows(0..<3_000, isMixed: false)])
    fixture.list.idle.stop()
    fixture.show(.row(0, 1_500))
    adjustment = try require(fixture.list.verticalAdjustment)
  }

  @Test func slowFrameDoesNotMissTheFlingTarget() throws {
    defer { fixture.close() }
    let start = gtk_adjustment_get_value(adjustment)
    try require(Fling(fixture.scroller)).start(velocity: 4_000)
    Display.run(seconds: 0.1)
    // The main thread is blocked.
    usleep(200_000)
    expect(fixture.comesToRest())
    let travel = gtk_adjustment_get_value(adjustment) - start
    expect(abs(travel - 1_000) < 40, "\(travel) px instead of 1,000")
    expect(
      fixture.list.scrollState.anchor?.offset(in: fixture.list.geometry), equals: fixture.list.contentOffset)
  }

  @Test(arguments: TestRun.isFull ? [1.0, -1] : [1.0])
  func slowFrameDoesNotOvershootTheEnd(direction: Double) throws {
    defer { fixture.close() }
    let list = fixture.list
    fixture.show(.row(0, direction > 0 ? 2_990 : 9))
    var beyond = 0
    try fixture.observeFrames({
      let way = list.geometry.totalHeight - list.pageHeight
      beyond = max(beyond, -list.contentOffset, list.contentOffset - way)
    }) {
      try require(Fling(fixture.scroller)).start(velocity: direction * 20_000)
      Display.run(seconds: 0.03)
      usleep(150_000)
      expect(fixture.comesToRest())
    }
    expect(list.contentOffset, equals: direction > 0 ? list.geometry.totalHeight - list.pageHeight : 0)
    expect(beyond, equals: 0)
  }

  @Test func jumpEndsKineticScrolling() throws {
    defer { fixture.close() }
    try require(Fling(fixture.scroller)).start(velocity: 9_000)
    Display.run(seconds: 0.1)
    fixture.show(.row(0, 400))
    let picture = fixture.picture
    expect(picture["key-400"], equals: fixture.height(of: .header(0)))
    expect(fixture.comesToRest())
    expect(fixture.picture, equals: picture)
  }

  /// A click into the trough and Page Down of a scrolled window: GTK animates the value to an absolute target.
  @Test func animatedPageScrollIsExactlyAPage() throws {
    let settings = DisplaySettings()
    settings.setAnimations(true)
    defer {
      settings.restore()
      fixture.close()
    }
    for (step, direction) in [(GTK_SCROLL_PAGE_BACKWARD, -1.0), (GTK_SCROLL_PAGE_FORWARD, 1.0)] {
      let before = fixture.picture
      let start = gtk_adjustment_get_value(adjustment)
      let page = gtk_adjustment_get_page_increment(adjustment)
      ScrollChild.emit(on: fixture.scroller, step)
      expect(fixture.comesToRest())
      expect(abs(gtk_adjustment_get_value(adjustment) - start - direction * page) < 1)
      let after = fixture.picture
      let common = Set(before.keys).intersection(after.keys)
      expect(!common.isEmpty)
      for key in common {
        expect(abs(Double(after[key]! - before[key]!) + direction * page) <= 1)
      }
    }
  }

  @Test func noSourceRunsAtRest() {
    defer { fixture.close() }
    expect(fixture.comesToRest())
    let clock = gtk_widget_get_frame_clock(fixture.window)
    let frames = gdk_frame_clock_get_frame_counter(clock)
    var turns = 0
    let end = ContinuousClock.now + .milliseconds(500)
    while ContinuousClock.now < end {
      if g_main_context_iteration(nil, 0) != 0 { turns += 1 } else { usleep(500) }
    }
    expect(gdk_frame_clock_get_frame_counter(clock), equals: frames)
    // The accessibility bus may send messages.
    expect(turns < 10)
  }
}

/// GtkScrolledWindow's own key binding signal.
private enum ScrollChild {
  static func emit(on scroller: WidgetPointer, _ step: GtkScrollType) {
    var arguments = [GValue](repeating: GValue(), count: 3)
    g_value_init(&arguments[0], gtk_scrolled_window_get_type())
    g_value_set_object(&arguments[0], scroller.raw)
    g_value_init(&arguments[1], gtk_scroll_type_get_type())
    g_value_set_enum(&arguments[1], gint(step.rawValue))
    g_value_init(&arguments[2], cgtk_type_boolean())
    var result = GValue()
    g_value_init(&result, cgtk_type_boolean())
    g_signal_emitv(arguments, g_signal_lookup("scroll-child", gtk_scrolled_window_get_type()), 0, &result)
    for index in arguments.indices { g_value_unset(&arguments[index]) }
    g_value_unset(&result)
  }
}
