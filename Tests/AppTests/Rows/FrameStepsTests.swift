import Expectations
import Testing

@testable import FeedViewer

@Suite struct FrameStepsTests {
  @Test func aSteadyFlingIsExpectedToGoOn() {
    var steps = FrameSteps()
    expect(steps.moved(to: 0, page: 700).isEmpty)
    expect(steps.moved(to: 4_000, page: 700).isEmpty)
    expect(steps.moved(to: 8_000, page: 700), equals: [4_000, 8_000, 12_000, 16_000])
    expect(steps.moved(to: 11_500, page: 700).first, equals: 3_500)
  }

  @Test func aFlingTowardsTheBeginningIsToo() {
    var steps = FrameSteps()
    _ = steps.moved(to: 90_000, page: 700)
    _ = steps.moved(to: 86_000, page: 700)
    expect(steps.moved(to: 82_000, page: 700).prefix(2), equals: [-4_000, -8_000])
  }

  @Test func slowMotionsAndJumpsAreNot() {
    var steps = FrameSteps()
    for value in stride(from: 0.0, to: 3_000, by: 120) { expect(steps.moved(to: value, page: 700).isEmpty) }
    expect(steps.moved(to: 900_000, page: 700).isEmpty)
    expect(steps.moved(to: 900_000, page: 700).isEmpty)
    expect(steps.moved(to: 20_000, page: 700).isEmpty)
  }
}
