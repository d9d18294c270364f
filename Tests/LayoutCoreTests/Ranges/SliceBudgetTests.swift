import Expectations
import Testing

@testable import LayoutCore

@Suite("Time between frames")
struct SliceBudgetTests {
  private static let interval: Int64 = 16_000

  /// A budget whose units have this cost, with a frame at 1,000,000.
  private func budget(unitCost: Int64 = 0) -> SliceBudget {
    var budget = SliceBudget()
    budget.sliceBegan(at: 0)
    budget.completed(1, of: .preparation, at: unitCost)
    budget.frameDrawn(at: 1_000_000, interval: Self.interval)
    return budget
  }

  @Test func aSliceEndsBeforeTheNextFrame() {
    let budget = budget()
    expect(budget.grant(.preparation, at: 1_002_000), equals: .work(until: 1_006_000))
    expect(budget.grant(.preparation, at: 1_013_000), equals: .work(until: 1_015_000))
    // Nothing fits before the frame.
    expect(budget.grant(.preparation, at: 1_015_000), equals: .wait(microseconds: 1_000))
    expect(budget.grant(.preparation, at: 1_015_500), equals: .wait(microseconds: 500))
  }

  /// At any refresh rate, a slice ends a millisecond before the next frame, and nothing begins after that.
  @Test(arguments: [60, 75, 120, 144, 165, 240])
  func slicesEndBeforeFramesOfAnyRate(rate: Int64) {
    let interval = 1_000_000 / rate
    var budget = SliceBudget()
    let next = 1_000_000 + interval
    budget.frameDrawn(at: 1_000_000, interval: interval)
    for early in stride(from: 1_000_000, to: next - 1_000, by: 100) {
      let end = min(next - 1_000, early + SliceBudget.longestSlice)
      expect(budget.grant(.preparation, at: early), equals: .work(until: end))
    }
    for late in stride(from: next - 1_000, to: next, by: 100) {
      expect(budget.grant(.preparation, at: late), equals: .wait(microseconds: next - late))
    }
    expect(budget.isDrawing(at: 1_000_000 + 2 * interval - 1))
    expect(!budget.isDrawing(at: 1_000_000 + 2 * interval))
  }

  @Test func aLateFrameIsAwaitedForTwoIntervals() {
    let budget = budget()
    expect(budget.grant(.preparation, at: 1_020_000), equals: .wait(microseconds: 12_000))
    expect(budget.grant(.preparation, at: 1_032_000), equals: .work(until: 1_036_000))
  }

  @Test func withoutFramesThereIsNoDeadline() {
    expect(SliceBudget().grant(.preparation, at: 5), equals: .work(until: 5 + SliceBudget.longestSlice))
    let budget = budget()
    expect(budget.isDrawing(at: 1_031_999) && !budget.isDrawing(at: 1_032_000))
    expect(budget.grant(.preparation, at: 9_000_000), equals: .work(until: 9_004_000))
  }

  @Test func aUnitThatUsuallyDoesNotFitIsNotStarted() {
    let budget = budget(unitCost: 3_000)
    expect(budget.averageUnitCost(of: .preparation), equals: 3_000)
    expect(budget.grant(.preparation, at: 1_012_000), equals: .work(until: 1_015_000))
    expect(budget.grant(.preparation, at: 1_012_001), equals: .wait(microseconds: 3_999))
    expect(budget.fitsAnother(.preparation, at: 1_011_999, before: 1_015_000))
    expect(!budget.fitsAnother(.preparation, at: 1_012_000, before: 1_015_000))
  }

  @Test func theCostOfAUnitIsARunningAverage() {
    var budget = SliceBudget()
    budget.sliceBegan(at: 0)
    budget.completed(8, of: .preparation, at: 800)
    expect(budget.averageUnitCost(of: .preparation), equals: 100)
    budget.sliceBegan(at: 1_000)
    budget.completed(1, of: .preparation, at: 1_900)
    expect(budget.averageUnitCost(of: .preparation), equals: 200)
  }

  @Test func eachKindOfWorkHasItsOwnCost() {
    var budget = SliceBudget()
    budget.sliceBegan(at: 0)
    budget.completed(2, of: .preparation, at: 2_000)
    budget.completed(100, of: .measurement, at: 2_500)
    expect(budget.averageUnitCost(of: .preparation), equals: 1_000)
    expect(budget.averageUnitCost(of: .measurement), equals: 5)
    expect(!budget.fitsAnother(.preparation, at: 3_500, before: 4_000))
    expect(budget.fitsAnother(.measurement, at: 3_500, before: 4_000))
  }

  @Test func aShortSliceIsGrantedAfterFramesWithoutTime() {
    var budget = budget(unitCost: 40_000)
    for frame in 1..<Int64(SliceBudget.patience) {
      let now = 1_000_000 + frame * Self.interval
      guard case .wait = budget.grant(.preparation, at: now - 500) else {
        Issue.record("granted before frame \(frame)")
        continue
      }
      budget.frameDrawn(at: now, interval: Self.interval)
    }
    let now = 1_000_000 + Int64(SliceBudget.patience) * Self.interval
    expect(
      budget.grant(.preparation, at: now - 500), equals: .work(until: now - 500 + SliceBudget.shortSlice))
    budget.sliceBegan(at: now - 500)
    budget.frameDrawn(at: now, interval: Self.interval)
    expect(budget.grant(.preparation, at: now + 100), equals: .wait(microseconds: Self.interval - 100))
  }
}
