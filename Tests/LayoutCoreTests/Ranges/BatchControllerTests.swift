import Expectations
import Testing

@testable import LayoutCore

@Suite("Fetching batches")
struct BatchControllerTests {
  private func situation(
    content: Int, rows: Int = 10, at offset: Int = 0, target: Int? = nil, isVisible: Bool = true,
    velocity: Double = 0
  ) -> BatchSituation {
    BatchSituation(
      viewportLength: 100, contentLength: content, rowCount: rows, offset: offset, targetOffset: target,
      isVisible: isVisible, velocity: velocity)
  }

  @Test func aSecondBatchIsFetchedOnlyAfterTheFirst() {
    var controller = BatchController()
    let end = situation(content: 300, at: 200)
    expect(controller.state, equals: .completed)
    expect(controller.shouldFetch(after: .scrolled, in: end), equals: true)
    expect(controller.state, equals: .fetching)
    expect(controller.shouldFetch(after: .scrolled, in: end), equals: false)
    controller.completed(false)
    expect(controller.shouldFetch(after: .scrolled, in: end), equals: false)
    controller.completed()
    expect(controller.state, equals: .completed)
    expect(controller.shouldFetch(after: .scrolled, in: end), equals: true)
  }

  @Test func aCancelledBatchAllowsTheNextOne() {
    var controller = BatchController()
    let end = situation(content: 300, at: 200)
    expect(controller.shouldFetch(after: .scrolled, in: end), equals: true)
    controller.cancel()
    expect(controller.state, equals: .cancelled)
    expect(controller.shouldFetch(after: .scrolled, in: end), equals: true)
  }

  @Test func anEmptyBatchDoesNotCauseAnother() {
    var controller = BatchController()
    let empty = situation(content: 0, rows: 0)
    var fetches = 0
    // The list is empty at first and stays empty.
    for _ in 0..<10 where controller.shouldFetch(after: .contentChanged(rows: 0), in: empty) {
      fetches += 1
      controller.completed()
    }
    expect(fetches, equals: 1)
    // Rows that were added cause another fetch.
    expect(
      controller.shouldFetch(after: .contentChanged(rows: 1), in: situation(content: 50, rows: 1)),
      equals: true)
  }

  /// Fetches batches of one row until no further one is needed.
  private func fill(
    _ controller: inout BatchController, rowHeight: Int, rows: Int = 0, isVisible: Bool
  ) -> Int {
    var rows = rows
    var event = BatchController.Event.contentChanged(rows: 0)
    while rows < 1_000,
      controller.shouldFetch(
        after: event, in: situation(content: rows * rowHeight, rows: rows, isVisible: isVisible))
    {
      rows += 1
      controller.completed()
      event = .contentChanged(rows: 1)
    }
    return rows
  }

  @Test(arguments: [7, 20, 33, 150], [1.0, 2.0, 3.5])
  func aVisibleListFetchesUpToItsLeadingScreens(rowHeight: Int, screens: Double) {
    var controller = BatchController(strategy: .screensAhead(screens))
    let rows = fill(&controller, rowHeight: rowHeight, isVisible: true)
    let wanted = 100 * (1 + screens)
    expect(Double(rows * rowHeight) >= wanted)
    expect(Double((rows - 3) * rowHeight) <= wanted)
  }

  @Test func aHiddenListFillsItsViewportAndContinuesWhenShown() {
    var controller = BatchController()
    let hidden = fill(&controller, rowHeight: 30, isVisible: false)
    expect(hidden, equals: 4)
    expect(
      controller.shouldFetch(
        after: .becameVisible, in: situation(content: hidden * 30, rows: hidden)), equals: true)
    controller.completed()
    expect(
      controller.shouldFetch(after: .contentChanged(rows: 1), in: situation(content: 150, rows: 5)),
      equals: true)
  }

  @Test func aFlingTowardsTheEndFetchesBeforeItArrives() {
    var controller = BatchController(strategy: .screensAhead(2))
    expect(controller.shouldFetch(after: .scrolled, in: situation(content: 5_000, at: 1_000)), equals: false)
    expect(
      controller.shouldFetch(
        after: .flung, in: situation(content: 5_000, at: 3_600, target: 4_600, velocity: 4_000)),
      equals: false)
    expect(
      controller.shouldFetch(
        after: .flung, in: situation(content: 5_000, at: 3_700, target: 4_700, velocity: 4_000)), equals: true
    )
  }

  @Test func onlyAFlingIsDecidedByItsTarget() {
    var controller = BatchController(strategy: .screensAhead(1))
    let nearEnd = situation(content: 5_000, at: 1_000, target: 4_990, velocity: 4_000)
    expect(controller.shouldFetch(after: .scrolled, in: nearEnd), equals: false)
    expect(controller.shouldFetch(after: .flung, in: nearEnd), equals: true)
    // A threshold depends on the rows that have been seen.
    controller = BatchController(strategy: .fixedThreshold(0.7))
    expect(controller.shouldFetch(after: .flung, in: nearEnd), equals: false)
  }

  @Test func theAdvisorGetsTheSecondsLeftOfAFling() {
    var controller = BatchController(strategy: .screensAhead(1))
    controller.advisor = { seconds, _ in seconds < 2 }
    expect(
      controller.shouldFetch(after: .scrolled, in: situation(content: 5_000, at: 900, velocity: 2_000)),
      equals: false)
    expect(
      controller.shouldFetch(after: .scrolled, in: situation(content: 5_000, at: 901, velocity: 2_000)),
      equals: true)
  }

  @Test func theDynamicThresholdFollowsThePages() {
    var threshold = DynamicThreshold(share: 0.7, itemsPerPage: 10)
    var values: [Double] = []
    for _ in 0..<5 {
      values.append(threshold.value)
      threshold.advance()
    }
    for (value, expected) in zip(values, [0.7, 0.85, 0.9, 0.925, 0.94]) {
      expect(abs(value - expected) < 1e-12)
    }
  }

  /// Scrolls row by row through pages of ten rows of 10 pixels, and returns for each fetched page the number of rows
  /// above the viewport's bottom at that time.
  private func rowsSeenAtFetches(_ strategy: BatchStrategy, pages: Int) -> [Int] {
    var controller = BatchController(strategy: strategy)
    var rows = 10
    var seen: [Int] = []
    for bottom in 10...(10 * pages) {
      // Each step is reported twice: a page must be fetched once.
      for _ in 0..<2 {
        let situation = situation(content: rows * 10, rows: rows, at: bottom * 10 - 100)
        if controller.shouldFetch(after: .scrolled, in: situation) { seen.append(bottom) }
      }
      guard controller.isFetching else { continue }
      // The page arrives a little later.
      expect(
        controller.shouldFetch(
          after: .scrolled, in: situation(content: rows * 10, rows: rows, at: bottom * 10 - 100)),
        equals: false)
      controller.completed()
      rows += 10
    }
    return seen
  }

  @Test func theFixedThresholdFetchesOncePerPage() {
    // The whole first page fits into the viewport.
    expect(rowsSeenAtFetches(.fixedThreshold(0.7), pages: 5), equals: [10, 14, 21, 28, 35, 42, 49])
  }

  @Test func theDynamicThresholdFetchesWhenSevenRowsOfAPageWereSeen() {
    expect(
      rowsSeenAtFetches(.dynamicThreshold(0.7, itemsPerPage: 10), pages: 5), equals: [10, 17, 27, 37, 47])
  }

  @Test func anEmptyPageDoesNotFetchAgain() {
    var controller = BatchController(strategy: .fixedThreshold(0.7))
    let end = situation(content: 300, at: 200)
    expect(controller.shouldFetch(after: .scrolled, in: end), equals: true)
    controller.completed()
    expect(controller.shouldFetch(after: .scrolled, in: end), equals: false)
    // Heights that become known do not count as a new page.
    expect(controller.shouldFetch(after: .scrolled, in: situation(content: 310, at: 210)), equals: false)
    expect(
      controller.shouldFetch(after: .scrolled, in: situation(content: 310, rows: 11, at: 210)), equals: true)
  }

  @Test func theLazyStrategyFetchesForTheTargetOfAFlingOnly() {
    var controller = BatchController(strategy: .lazyTarget)
    expect(
      controller.shouldFetch(after: .scrolled, in: situation(content: 1_000, at: 890, velocity: 900)),
      equals: false)
    expect(
      controller.shouldFetch(after: .flung, in: situation(content: 1_000, at: 890, velocity: 900)),
      equals: false)
    expect(
      controller.shouldFetch(after: .flung, in: situation(content: 1_000, at: 900, velocity: 900)),
      equals: true)
  }

  @Test func anotherStrategyStartsAtTheFirstPage() {
    var controller = BatchController(strategy: .dynamicThreshold(0.7, itemsPerPage: 10))
    expect(controller.shouldFetch(after: .scrolled, in: situation(content: 100, at: 0)), equals: true)
    controller.completed()
    controller.strategy = .dynamicThreshold(0.5, itemsPerPage: 10)
    // 150 of 200 pixels are above the bottom: the threshold of the first page is 0.5, that of the second one 0.75.
    expect(
      controller.shouldFetch(after: .scrolled, in: situation(content: 200, rows: 20, at: 10)), equals: true)
  }
}
