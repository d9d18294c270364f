import Expectations
import LayoutCore
import Testing

struct FrameStepTests {
  @Test func theNextFrameIsPredictedFromTheLastStep() {
    var step = FrameStep()
    step.laidOut(at: 100, time: 0)
    expect(step.distance(at: 1_000), equals: 0)
    step.laidOut(at: 4_100, time: 16_667)
    expect(step.distance(at: 17_000), equals: 4_000)
    step.laidOut(at: 3_900, time: 33_333)
    expect(step.distance(at: 34_000), equals: -200)
  }

  @Test func aFrameLaidOutTwiceCountsOnce() {
    var step = FrameStep()
    step.laidOut(at: 0, time: 0)
    step.laidOut(at: 700, time: 16_667)
    step.laidOut(at: 700, time: 17_000)
    expect(step.distance(at: 18_000), equals: 700)
  }

  @Test func afterAPauseTheDistanceIsZero() {
    var step = FrameStep()
    step.laidOut(at: 0, time: 0)
    step.laidOut(at: 700, time: 16_667)
    expect(step.distance(at: 16_667 + FrameStep.pause), equals: 0)
    step.laidOut(at: 1_400, time: 200_000)
    expect(step.distance(at: 201_000), equals: 0)
  }
}
