import Expectations
import Testing

@testable import LayoutCore

@Suite("Precache order and pauses")
struct PrecacheSchedulerTests {
  private func row(_ row: Int) -> ListElement { .row(0, row) }

  private func scheduler(showing first: Int, _ last: Int, movesForward: Bool = true) -> PrecacheScheduler {
    var scheduler = PrecacheScheduler()
    scheduler.contentChanged()
    scheduler.viewportChanged(first: row(first), last: row(last), movesForward: movesForward)
    return scheduler
  }

  /// The rows in the order in which they are measured.
  private func run(_ scheduler: inout PrecacheScheduler, _ geometry: inout RowGeometry, limit: Int) -> [Int] {
    var rows: [Int] = []
    while rows.count < limit, case .row(let row)? = scheduler.next(in: geometry) {
      geometry.setHeight(.measured(50), of: .row(row))
      rows.append(row.row)
    }
    return rows
  }

  @Test func rowsNearestToTheViewportComeFirstLeadingSideBeforeTrailing() {
    var geometry = RowGeometry(rows: 100, measured: 50..<60)
    var down = scheduler(showing: 50, 59)
    expect(run(&down, &geometry, limit: 9), equals: [60, 61, 49, 62, 63, 48, 64, 65, 47])
    var up = scheduler(showing: 50, 59, movesForward: false)
    expect(run(&up, &geometry, limit: 6), equals: [46, 45, 66, 44, 43, 67])
  }

  @Test func everyUnmeasuredRowIsReturnedOnce() {
    var geometry = RowGeometry(rows: 1000, measured: 200..<500)
    var scheduler = scheduler(showing: 300, 310)
    let rows = run(&scheduler, &geometry, limit: 2000)
    expect(rows.count, equals: 700)
    expect(Set(rows).count, equals: 700)
    expect(scheduler.isFinished)
    expect(scheduler.activity(at: 0), equals: .rest)
    expect(geometry.unmeasuredCount, equals: 0)
  }

  @Test func scrollingPausesTheWorkForAQuietPeriod() {
    var scheduler = scheduler(showing: 0, 9)
    expect(scheduler.activity(at: 0), equals: .work)
    scheduler.scrolled(at: 1_000_000)
    expect(scheduler.activity(at: 1_000_000), equals: .wait(microseconds: 150_000))
    scheduler.scrolled(at: 1_100_000)
    expect(scheduler.activity(at: 1_150_000), equals: .wait(microseconds: 100_000))
    expect(scheduler.activity(at: 1_250_000), equals: .work)
  }

  @Test func aListThatIsHiddenOrBeingRefreshedMeasuresNothing() {
    for reason in [\PrecacheScheduler.isPaused, \.isRefreshing] {
      var scheduler = scheduler(showing: 0, 9)
      scheduler[keyPath: reason] = true
      expect(scheduler.activity(at: 0), equals: .rest, "\(reason)")
      scheduler[keyPath: reason] = false
      expect(scheduler.activity(at: 0), equals: .work, "\(reason)")
    }
  }

  @Test func nothingIsMeasuredBeforeTheViewportIsKnown() {
    var scheduler = PrecacheScheduler()
    expect(scheduler.activity(at: 0), equals: .rest)
    scheduler.contentChanged()
    expect(scheduler.activity(at: 0), equals: .rest)
  }

  @Test func anEditRestartsTheWork() {
    var list = RowGeometry(rows: 10)
    var scheduler = scheduler(showing: 0, 1)
    _ = run(&scheduler, &list, limit: 100)
    expect(scheduler.isFinished)
    scheduler.contentChanged()
    expect(!scheduler.isFinished)
    expect(scheduler.activity(at: 0), equals: .rest)
    var shorter = RowGeometry(rows: 3)
    scheduler.viewportChanged(first: row(0), last: row(0), movesForward: true)
    expect(run(&scheduler, &shorter, limit: 100), equals: [0, 1, 2])
  }

  @Test func onlyUnmeasuredRowsAreMeasured() {
    var geometry = RowGeometry(rows: 1_000, measured: 0..<300)
    var scheduler = scheduler(showing: 0, 9)
    let rows = run(&scheduler, &geometry, limit: 2_000)
    expect(rows.sorted(), equals: Array(300..<1_000))
  }

  @Test func anEditDuringTheWorkSkipsNoRowAndRepeatsNone() throws {
    var geometry = RowGeometry(rows: 100, measured: 0..<10)
    var scheduler = scheduler(showing: 0, 9)
    let before = run(&scheduler, &geometry, limit: 40)
    let change = try ChangeSet(
      [.deleteRows([RowIndexPath(0, 5)])], before: [100], after: [99])
    geometry.apply(change) { _ in .estimated(40) }
    scheduler.contentChanged()
    scheduler.viewportChanged(first: row(0), last: row(8), movesForward: true)
    let after = run(&scheduler, &geometry, limit: 1_000)
    expect(Set(after).count, equals: after.count)
    expect(before.count + after.count, equals: 90)
    expect(geometry.unmeasuredCount, equals: 0)
  }

  @Test func aLayoutWithTheSameRowsKeepsTheOrder() {
    var geometry = RowGeometry(rows: 100, measured: 50..<60)
    var scheduler = scheduler(showing: 50, 59)
    var rows: [Int] = []
    for _ in 0..<9 {
      rows += run(&scheduler, &geometry, limit: 1)
      scheduler.viewportChanged(first: row(50), last: row(59), movesForward: true)
    }
    expect(rows, equals: [60, 61, 49, 62, 63, 48, 64, 65, 47])
  }
}
