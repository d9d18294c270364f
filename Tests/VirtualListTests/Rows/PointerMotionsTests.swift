import Expectations
import LayoutCore
import Testing

@testable import VirtualList

struct PointerMotionsTests {
  private var motions = PointerMotions()

  @Test mutating func theSamePlaceWithoutItsFractionIsNoMotion() {
    expect(motions.isMotion(to: Point(x: 302.995, y: 599.99)))
    expect(!motions.isMotion(to: Point(x: 302, y: 599)))
    expect(!motions.isMotion(to: Point(x: 302.995, y: 599.99)))
    expect(motions.isMotion(to: Point(x: 303, y: 599)))
    expect(motions.isMotion(to: Point(x: 303, y: 598.9)))
  }

  @Test mutating func theFirstReportAfterAMenuIsNoMotion() {
    expect(motions.isMotion(to: Point(x: 10, y: 10)))
    motions.menuOpened()
    expect(motions.isAfterMenu)
    expect(!motions.isMotion(to: Point(x: 50, y: 80)))
    expect(motions.isAfterMenu)
    expect(motions.isMotion(to: Point(x: 51, y: 80)))
    expect(!motions.isAfterMenu)
  }
}
