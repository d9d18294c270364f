import Expectations
import Testing

@testable import LayoutCore

@Suite("Velocity and target of a scrolling list")
struct ScrollMotionTests {
  @Test func aListAtRestHasNoVelocity() {
    var motion = ScrollMotion()
    expect(motion.isAtRest(at: 0) && motion.velocity(at: 0) == 0)
    motion.moved(to: 100, at: 0)
    expect(motion.velocity(at: 0), equals: 0)
    motion.moved(to: 200, at: 10_000)
    expect(motion.velocity(at: 10_000), equals: 10_000)
    expect(motion.velocity(at: 160_000), equals: 10_000)
    expect(motion.velocity(at: 160_001) == 0 && motion.distanceLeft(at: 160_001) == 0)
  }

  @Test func aMotionBeginsAfterAPause() {
    var motion = ScrollMotion()
    let begins = [0, 16_000, 166_000, 316_001].map { motion.moved(to: Double($0), at: Int64($0)) }
    expect(begins, equals: [true, false, false, true])
  }

  @Test func oldSamplesAreIgnored() {
    var motion = ScrollMotion()
    for step in 0..<20 { motion.moved(to: Double(step) * 100, at: Int64(step) * 10_000) }
    for step in 1...20 { motion.moved(to: 1_900 - Double(step) * 50, at: 190_000 + Int64(step) * 10_000) }
    expect(motion.velocity(at: 390_000), equals: -5_000)
  }

  /// GTK's deceleration from a velocity in pixels per second, at 60 frames per second.
  @Test(arguments: [-3_000.0, 800, 12_000])
  func theTargetOfADecelerationFollowsFromItsFirstFrames(velocity: Double) {
    var motion = ScrollMotion()
    var e = 1.0
    let decay = 0.935_506_985  // e^(-4/60)
    for frame in 0..<30 {
      let offset = 500 + velocity / 4 * (1 - e)
      let now = Int64(frame) * 16_667
      motion.moved(to: offset, at: now)
      e *= decay
      guard frame >= 2 else { continue }
      let target = offset + motion.distanceLeft(at: now)
      // The velocity is averaged over some frames, so it is slightly too large.
      expect(abs(target - (500 + velocity / 4)) < abs(velocity) / 4 * 0.15, "frame \(frame)")
    }
  }
}
