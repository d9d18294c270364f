import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Batches that are fetched when the list's end is near.
@Suite(.serialized, .needsDisplay)
struct BatchFetchingTests {
  /// Adds rows to the last section of a fixture.
  private final class Source: BatchFetching {
    let fixture: ListFixture
    let rowsPerBatch: Int
    var limit: Int
    var section: Int
    /// Whether batches arrive only when they are delivered.
    var isSlow = false
    private(set) var fetchCount = 0
    private(set) var waiting: ((BatchOutcome) -> Void)?

    init(_ fixture: ListFixture, rowsPerBatch: Int = 1, limit: Int = 1_000, section: Int = 0) {
      self.fixture = fixture
      self.rowsPerBatch = rowsPerBatch
      self.limit = limit
      self.section = section
    }

    var growingSections: [Int] { limit > 0 ? [section] : [] }

    func fetchBatch(ofSection section: Int, completion: @escaping (BatchOutcome) -> Void) {
      expect(waiting == nil, "a second batch was asked for")
      fetchCount += 1
      waiting = completion
      if !isSlow { deliver() }
    }

    func deliver() {
      let completion = waiting
      waiting = nil
      let count = min(rowsPerBatch, limit)
      limit -= count
      let first = fixture.sections[section].count
      if count > 0 {
        fixture.sections[section] += ListFixture.rows(first..<first + count)
        fixture.list.insertRows((first..<first + count).map { RowIndexPath(section, $0) })
      }
      completion?(.fetched(rowCount: count))
    }

    func cancel() {
      let completion = waiting
      waiting = nil
      completion?(.cancelled)
    }
  }

  private func endOfContent(_ fixture: ListFixture) -> Double {
    Double(fixture.list.geometry.totalHeight) / Double(fixture.list.pageHeight)
  }

  @Test func visibleListFetchesUpToItsLeadingScreens() async throws {
    let fixture = ListFixture([[]])
    defer { fixture.close() }
    let source = Source(fixture)
    fixture.list.batchSource = source
    try await fixture.restWithTasks()
    let rows = fixture.sections[0].count
    expect(endOfContent(fixture) >= 3)
    let lastFew = (rows - 3..<rows).reduce(0) {
      $0 + fixture.list.geometry.height(of: .row(0, $1)).value
    }
    expect(endOfContent(fixture) - Double(lastFew) / Double(fixture.list.pageHeight) <= 3)
    expect(source.fetchCount, equals: rows)
  }

  @Test func scrollingFetchesMore() async throws {
    let fixture = ListFixture([[]])
    defer { fixture.close() }
    let source = Source(fixture, rowsPerBatch: 5)
    fixture.list.batchSource = source
    try await fixture.restWithTasks()
    let count = source.fetchCount
    let adjustment = try require(fixture.list.verticalAdjustment)
    gtk_adjustment_set_value(
      adjustment, gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment))
    fixture.settle()
    try await fixture.restWithTasks()
    expect(source.fetchCount > count)
    let left = fixture.list.geometry.totalHeight - fixture.list.contentOffset - fixture.list.pageHeight
    expect(left >= 2 * fixture.list.pageHeight)
    // Towards the beginning nothing is needed.
    let before = source.fetchCount
    fixture.scroll(by: -200)
    try await fixture.restWithTasks()
    expect(source.fetchCount, equals: before)
  }

  @Test func hiddenListFetchesAViewportAndContinuesWhenShown() async throws {
    let fixture = ListFixture([[]])
    defer { fixture.close() }
    let source = Source(fixture)
    try await fixture.restWithTasks()
    gtk_widget_set_visible(fixture.window, 0)
    fixture.list.batchSource = source
    try await fixture.restWithTasks()
    let heights = (0..<fixture.sections[0].count).map {
      fixture.list.geometry.height(of: .row(0, $0)).value
    }
    let hidden = heights.count
    expect(endOfContent(fixture) >= 1)
    expect(endOfContent(fixture) - Double(heights.last!) / Double(fixture.list.pageHeight) < 1)
    gtk_window_present(fixture.window.cast())
    fixture.settle()
    try await fixture.restWithTasks()
    expect(hidden < fixture.sections[0].count)
    expect(endOfContent(fixture) >= 3)
  }

  @Test func batchesAreFetchedOneAtATime() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<3)])
    defer { fixture.close() }
    let source = Source(fixture, rowsPerBatch: 1)
    source.isSlow = true
    fixture.list.batchSource = source
    try await fixture.restWithTasks()
    expect(source.fetchCount, equals: 1)
    gtk_widget_queue_resize(fixture.list.widget.pointer)
    fixture.settle()
    try await fixture.restWithTasks()
    expect(source.fetchCount, equals: 1)
    source.deliver()
    try await fixture.restWithTasks()
    expect(source.fetchCount, equals: 2)
    source.cancel()
    // Whatever happens next may ask again.
    fixture.list.batchesBecameAvailable()
    try await fixture.restWithTasks()
    expect(source.fetchCount, equals: 3)
  }

  @Test func emptyBatchesEndFetching() async throws {
    let fixture = ListFixture([[]])
    defer { fixture.close() }
    let source = Source(fixture, rowsPerBatch: 0)
    fixture.list.batchSource = source
    try await fixture.restWithTasks()
    expect(source.fetchCount, equals: 1)
  }

  @Test func middleSectionFetchesWhenItsEndIsNear() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<60), ListFixture.rows(100..<400)])
    defer { fixture.close() }
    let source = Source(fixture, rowsPerBatch: 2, limit: 2)
    fixture.list.batchSource = source
    try await fixture.restWithTasks()
    expect(source.fetchCount, equals: 0)
    fixture.show(.row(1, 200))
    try await fixture.restWithTasks()
    // It lies above the viewport.
    expect(source.fetchCount, equals: 0)
    fixture.show(.row(0, 50))
    try await fixture.restWithTasks()
    // Scrolling up from below needs no more of it.
    expect(source.fetchCount, equals: 0)
    fixture.show(.row(0, 52))
    try await fixture.restWithTasks()
    expect(source.fetchCount, equals: 1)
    expect(fixture.sections.map(\.count), equals: [62, 300])
  }
}
