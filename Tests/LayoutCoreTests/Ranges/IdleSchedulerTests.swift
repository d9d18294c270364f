import Expectations
import Testing

@testable import LayoutCore

@Suite("Order and budget of idle work")
struct IdleSchedulerTests {
  private func row(_ row: Int) -> ListElement { .row(0, row) }

  /// A scheduler with rows 0 to 9 on screen and an empty queue.
  private func scheduler() -> IdleScheduler {
    var scheduler = IdleScheduler()
    scheduler.precache.contentChanged()
    scheduler.precache.viewportChanged(first: row(0), last: row(9), movesForward: true)
    return scheduler
  }

  @Test func rowsOfTheNextFrameComeFirstThenDisplayPreloadAndAllOthers() {
    var geometry = RowGeometry(rows: 14, measured: 0..<10)
    var scheduler = scheduler()
    scheduler.queue.add(row(12), for: .preload)
    scheduler.queue.add(row(11), for: .display)
    scheduler.queue.add(row(13), for: .visible)
    scheduler.sliceBegan(at: 0)
    var tasks: [IdleScheduler.Task] = []
    while let task = scheduler.next(in: geometry, at: 0) {
      tasks.append(task)
      switch task {
      case .prepare(let element, _), .measure(let element): geometry.setHeight(.measured(50), of: element)
      }
    }
    expect(
      tasks,
      equals: [
        .prepare(row(13), .visible), .prepare(row(11), .display), .prepare(row(12), .preload),
        .measure(row(10)),
      ])
    expect(scheduler.activity(at: 0), equals: .rest)
  }

  @Test func aRowQueuedDuringMeasuringIsNext() {
    let geometry = RowGeometry(rows: 100, measured: 0..<10)
    var scheduler = scheduler()
    expect(scheduler.activity(at: 0), equals: .work(.measurement))
    scheduler.sliceBegan(at: 0)
    expect(scheduler.next(in: geometry, at: 0), equals: .measure(row(10)))
    scheduler.queue.add(row(40), for: .preload)
    expect(scheduler.activity(at: 0), equals: .work(.preparation))
    expect(scheduler.next(in: geometry, at: 0), equals: .prepare(row(40), .preload))
  }

  @Test func rowsArePreparedWhileMeasuringPauses() {
    var scheduler = scheduler()
    scheduler.precache.scrolled(at: 0)
    scheduler.queue.add(row(12), for: .display)
    expect(scheduler.activity(at: 0), equals: .work(.preparation))
    let geometry = RowGeometry(rows: 100, measured: 0..<10)
    scheduler.sliceBegan(at: 0)
    expect(scheduler.next(in: geometry, at: 0), equals: .prepare(row(12), .display))
    expect(scheduler.next(in: geometry, at: 10) == nil)
    scheduler.sliceEnded(at: 10)
    expect(scheduler.activity(at: 10), equals: .wait(microseconds: PrecacheScheduler.quietPeriod - 10))
  }

  @Test func workThatIsNotAllowedIsSkipped() {
    let geometry = RowGeometry(rows: 100, measured: 0..<10)
    var scheduler = scheduler()
    scheduler.queue.add(row(12), for: .display)
    scheduler.allowsPreparation = false
    expect(scheduler.activity(at: 0), equals: .work(.measurement))
    scheduler.sliceBegan(at: 0)
    expect(scheduler.next(in: geometry, at: 0), equals: .measure(row(10)))
    scheduler.sliceEnded(at: 0)
    scheduler.allowsMeasurement = false
    expect(scheduler.activity(at: 0), equals: .rest)
    expect(scheduler.measurementActivity(at: 0), equals: .rest)
    scheduler.allowsPreparation = true
    expect(scheduler.activity(at: 0), equals: .work(.preparation))
  }

  @Test func aSliceHasAtLeastOneTaskAndEndsBeforeTheNextFrame() {
    var scheduler = scheduler()
    var geometry = RowGeometry(rows: 100)
    scheduler.frameDrawn(at: 1_000_000, interval: 16_000)
    expect(scheduler.activity(at: 1_014_000), equals: .work(.measurement))
    scheduler.sliceBegan(at: 1_014_000)
    var now: Int64 = 1_014_000
    while case .measure(let element)? = scheduler.next(in: geometry, at: now) {
      geometry.setHeight(.measured(1), of: element)
      now += 400
    }
    expect(now, equals: 1_015_200)
    scheduler.sliceEnded(at: now)
    expect(scheduler.next(in: geometry, at: now) == nil)
    expect(scheduler.activity(at: now), equals: .wait(microseconds: 800))
  }

  @Test func anIdleListWorksInShortSlices() {
    var scheduler = scheduler()
    let geometry = RowGeometry(rows: 100)
    scheduler.sliceBegan(at: 500)
    expect(scheduler.next(in: geometry, at: 500) != nil)
    expect(scheduler.next(in: geometry, at: 4_499) != nil)
    expect(scheduler.next(in: geometry, at: 4_500) == nil)
  }

  @Test func bothKindsOfWorkShareTheTimeOfOneSlice() {
    var scheduler = scheduler()
    let geometry = RowGeometry(rows: 100, measured: 0..<10)
    scheduler.queue.add(row(12), for: .display)
    scheduler.queue.add(row(13), for: .display)
    scheduler.sliceBegan(at: 0)
    expect(scheduler.next(in: geometry, at: 0), equals: .prepare(row(12), .display))
    expect(scheduler.next(in: geometry, at: 1_500), equals: .prepare(row(13), .display))
    // The rest of the slice is used for measuring, which has cost almost nothing so far.
    expect(scheduler.next(in: geometry, at: 3_000), equals: .measure(row(10)))
    expect(scheduler.next(in: geometry, at: 4_000) == nil)
    scheduler.sliceEnded(at: 4_000)
    // Two preparations took 1.5 ms each: a third one does not begin 1.4 ms before the end of a slice.
    scheduler.queue.add(row(14), for: .display)
    scheduler.queue.add(row(15), for: .display)
    scheduler.sliceBegan(at: 10_000)
    expect(scheduler.next(in: geometry, at: 10_000), equals: .prepare(row(14), .display))
    expect(scheduler.next(in: geometry, at: 12_600) == nil)
  }
}
