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
    private(set) var fetchCount = 0

    init(_ fixture: ListFixture, rowsPerBatch: Int = 1, limit: Int = 1_000, section: Int = 0) {
      self.fixture = fixture
      self.rowsPerBatch = rowsPerBatch
      self.limit = limit
      self.section = section
    }

    var growingSections: [Int] { limit > 0 ? [section] : [] }

    func fetchBatch(ofSection section: Int, completion: @escaping (BatchOutcome) -> Void) {
      fetchCount += 1
      let count = min(rowsPerBatch, limit)
      limit -= count
      let first = fixture.sections[section].count
      if count > 0 {
        fixture.sections[section] += ListFixture.rows(first..<first + count)
        fixture.list.insertRows((first..<first + count).map { RowIndexPath(section, $0) })
      }
      completion(.fetched(rowCount: count))
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
