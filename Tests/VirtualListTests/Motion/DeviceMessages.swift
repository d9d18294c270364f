import Expectations
import Testing
import WidgetTesting

@testable import VirtualList

extension Trait where Self == ConditionTrait {
  /// For tests of fingers and touchpads.
  static var needsInputDevices: Self {
    .enabled("needs an X server that can be started with the dummy and inputtest drivers, and xinput") {
      await MainActor.run { Display.isAvailable && InputTestServer.shared != nil }
    }
  }
}

/// 400 messages in a window on the X server with a touch screen and a touchpad.
struct DeviceMessages {
  let server: InputTestServer
  let messages: MessageList
  var list: ListView { messages.list }

  init() throws {
    server = try require(InputTestServer.shared)
    messages = MessageList(
      [MessageList.Section(name: "A", rows: MessageList.rows(0..<400))], width: 1_000, height: 800,
      on: server.display)
  }

  /// Puts a finger on the screen, moves it by steps, and takes it away.
  func touch(from start: (x: Double, y: Double), by steps: [(x: Double, y: Double)]) {
    var (x, y) = start
    server.touch(.began, x: x, y: y)
    for step in steps {
      x += step.x
      y += step.y
      server.touch(.moved, x: x, y: y)
      // Quicker than GTK's long press.
      Display.run(seconds: 0.012)
    }
    server.touch(.ended, x: x, y: y)
    Display.run(seconds: 0.05)
  }

  /// Makes the touchpad's first reports, which tell where its positions begin: they are no steps.
  func beginTouchpad() {
    for _ in 0..<3 {
      server.scrollTouchpad(-0.01, horizontally: 0.01)
      Display.run(seconds: 0.1)
      server.scrollTouchpad(0)
      Display.run(seconds: 0.05)
    }
    // The reports scroll a little, which would end in a slow motion of some hundred milliseconds.
    list.stopScrolling()
    Display.run(seconds: 0.15)
    messages.settle()
  }
}

extension InputTestServer {
  /// Moves two fingers on the touchpad by equal steps, with a pause after each, and leaves them there.
  func scrollTouchpad(_ count: Int, by step: Double, horizontally: Double = 0, pause: Double = 0.01) {
    for _ in 0..<count {
      scrollTouchpad(step, horizontally: horizontally)
      Display.run(seconds: pause)
    }
  }
}
