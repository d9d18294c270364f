import CGtk
import Expectations
import Glibc
import Testing

@testable import VirtualList

/// A list that is refreshed by pulling it down, by a finger or by two on a touchpad.
@Suite("Refresh control", .serialized, .needsDisplay)
struct RefreshControlTests {
  @Test func refreshPausesThePrecacheUntilItEnds() {
    let messages = MessageList([MessageList.Section(name: "A", rows: MessageList.rows(0..<3_000))]) {
      $0.pausesPrecache = true
    }
    defer { messages.close() }
    let list = messages.list
    messages.show(.row(0, 20))
    var begun = 0
    let control = RefreshControl(for: list) { begun += 1 }
    control.endRefreshing()
    list.pausesPrecache = false
    control.beginRefreshing()
    control.beginRefreshing()
    expect(begun == 1 && control.isRefreshing)
    expect(gtk_revealer_get_reveal_child(control.indicator.opaque) != 0)
    let offset = list.contentOffset
    list.resetStatistics()
    Display.run(seconds: 0.2)
    expect(list.statistics.precached, equals: 0)
    expect(list.statistics.measuredRowCount < 3_000)
    expect(list.contentOffset, equals: offset)
    control.endRefreshing()
    expect(!control.isRefreshing)
    expect(gtk_revealer_get_reveal_child(control.indicator.opaque), equals: 0)
    expect(messages.finishPrecache())
    expect(list.statistics.precached > 0)
    // A precache that was paused before stays paused.
    list.pausesPrecache = true
    control.beginRefreshing()
    control.endRefreshing()
    expect(list.pausesPrecache)
    expect(begun, equals: 2)
  }

  @Test(.needsInputDevices)
  func touchPullAtTheTopRefreshesButAFlingDoesNot() throws {
    let devices = try DeviceMessages()
    let messages = devices.messages
    defer { messages.close() }
    let list = messages.list
    var begun = 0
    let control = RefreshControl(for: list) { begun += 1 }

    func drag(from start: Double, steps: Int, by step: Double) {
      devices.touch(from: (500, start), by: Array(repeating: (0, step), count: steps))
    }
    func comeToRest() {
      var last = -1.0
      expect(
        Display.rest(milliseconds: 250) {
          defer { last = gtk_adjustment_get_value(list.verticalAdjustment!) }
          return gtk_adjustment_get_value(list.verticalAdjustment!) == last
        })
    }

    // Not far enough.
    drag(from: 100, steps: 5, by: 12)
    comeToRest()
    expect(begun, equals: 0)
    drag(from: 100, steps: 30, by: 15)
    expect(Display.settle(seconds: 10) { begun == 1 })
    comeToRest()
    expect(list.contentOffset, equals: 0)
    expect(messages.rowsOnScreen["m0"], equals: 0)
    // Only one at a time.
    drag(from: 100, steps: 30, by: 15)
    comeToRest()
    expect(begun, equals: 1)
    control.endRefreshing()

    // From further down, with momentum.
    messages.show(.row(0, 12))
    drag(from: 100, steps: 14, by: 45)
    comeToRest()
    expect(list.contentOffset, equals: 0)
    expect(begun, equals: 1)
  }

  @Test(.needsInputDevices)
  func touchpadPullAtTheTopRefreshes() throws {
    let devices = try DeviceMessages()
    let messages = devices.messages
    defer { messages.close() }
    let list = messages.list
    var begun = 0
    let control = RefreshControl(for: list) { begun += 1 }
    func scroll(_ count: Int, by step: Double) {
      devices.server.scrollTouchpad(count, by: step, pause: 0.02)
      devices.server.scrollTouchpad(0)
      Display.run(seconds: 0.2)
    }
    devices.beginTouchpad()
    // From further down, and then at the top.
    scroll(6, by: 0.3)
    expect(list.contentOffset > 50)
    scroll(20, by: -0.3)
    expect(Display.settle(seconds: 10) { list.contentOffset == 0 })
    expect(begun, equals: 0)
    scroll(20, by: -0.3)
    expect(Display.settle(seconds: 10) { begun == 1 })
    expect(control.isRefreshing)
    expect(Display.settle(seconds: 10) { messages.rowsOnScreen["m0"] == 0 })
    expect(list.contentOffset, equals: 0)
  }
}
