import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// What fingers that let go mean, by where they are and how fast.
@Suite("Row swipe") struct RowSwipeTests {
  private func swipe(width: Double = 400) -> RowSwipe {
    RowSwipe(of: RowIndexPath(0, 3), action: RowAction("Delete", isDestructive: true), width: width)
  }

  /// Moves the row with the time until it arrives.
  private func arrive(_ swipe: inout RowSwipe) {
    var time: Int64 = 1_000
    while !swipe.advance(to: time) { time += 16_000 }
  }

  @Test func rowFollowsFingersTowardsItsStartOnly() {
    var swipe = swipe()
    swipe.drag(to: 30, at: 0)
    expect(swipe.offset, equals: 30)
    swipe.drag(to: -20, at: 10)
    expect(swipe.offset, equals: 0)
    swipe.drag(to: 900, at: 20)
    expect(swipe.offset, equals: 400)
  }

  @Test func slowSwipeCommitsBeyondHalfTheRowOrAFixedDistance() {
    for (width, distance, commits) in [
      (400.0, 190.0, false), (400, 210, true), (2_000, 230, false), (2_000, 250, true),
    ] {
      var swipe = swipe(width: width)
      swipe.drag(to: distance, at: 0)
      expect(swipe.isArmed, equals: commits)
      swipe.release(at: 500)
      arrive(&swipe)
      expect(swipe.phase, equals: commits ? .gone : .returning, "\(width) \(distance)")
      expect(swipe.offset, equals: commits ? width : 0)
    }
  }

  @Test func fastSwipeCommitsFromAnywhereUnlessItReverses() {
    var swipe = swipe()
    swipe.drag(to: 10, at: 0)
    swipe.drag(to: 60, at: 40)
    swipe.release(at: 50)
    expect(swipe.phase, equals: .leaving)
    swipe = self.swipe()
    swipe.drag(to: 300, at: 0)
    swipe.drag(to: 220, at: 40)
    swipe.release(at: 50)
    expect(swipe.phase, equals: .returning)
  }

  @Test func restingFingersReleaseWithoutSpeed() {
    var swipe = swipe()
    swipe.drag(to: 10, at: 0)
    swipe.drag(to: 60, at: 40)
    swipe.release(at: 400)
    expect(swipe.phase, equals: .returning)
  }

  @Test func releasedRowMovesMonotonicallyToItsEnd() {
    var swipe = swipe()
    swipe.drag(to: 250, at: 0)
    swipe.release(at: 200)
    var offsets: [Double] = []
    var time: Int64 = 7
    repeat {
      time += 16_667
      _ = swipe.advance(to: time)
      offsets.append(swipe.offset)
    } while swipe.phase == .leaving
    expect(offsets, equals: offsets.sorted())
    expect(offsets.last, equals: 400)
    expect((8...16).contains(offsets.count))
  }
}
