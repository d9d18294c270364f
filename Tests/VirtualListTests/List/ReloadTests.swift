import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// The heights that a reload removes and keeps in each cache mode.
@Suite("Reloading", .serialized, .needsDisplay)
struct ReloadTests {
  private static let count = 40

  /// A list whose rows are all measured in a mode. Switching to a mode empties the cache and keeps the positions of
  /// rows, so that the reload fills it.
  private func measuredList(_ mode: HeightCacheMode) -> ListFixture {
    let fixture = ListFixture([ListFixture.rows(0..<Self.count)])
    fixture.list.cacheMode = mode
    fixture.list.reloadData()
    fixture.settle()
    expect(fixture.finishPrecache())
    return fixture
  }

  /// Measurements during a reload, until all rows are measured.
  private func measurements(_ fixture: ListFixture, reloading reload: () -> Void) -> Int {
    let before = fixture.list.statistics.measurements
    reload()
    fixture.settle()
    expect(fixture.finishPrecache())
    return fixture.list.statistics.measurements - before
  }

  @Test func reloadForgetsHeightsByIndexPath() {
    let fixture = measuredList(.indexPath)
    defer { fixture.close() }
    let measured = measurements(fixture) { fixture.list.reloadData() }
    expect((Self.count...Self.count + 1).contains(measured))
  }

  @Test func reloadKeepsHeightsByKey() {
    let fixture = measuredList(.key)
    defer { fixture.close() }
    expect(measurements(fixture) { fixture.list.reloadData() }, equals: 0)
    let reversed = measurements(fixture) {
      fixture.sections[0].reverse()
      fixture.list.reloadData()
    }
    expect(reversed, equals: 0)
  }

  @Test func changedRevisionIsMeasuredAgain() {
    let fixture = measuredList(.key)
    defer { fixture.close() }
    let measured = measurements(fixture) {
      fixture.sections[0][3].preview = String(repeating: "longer ", count: 30)
      fixture.sections[0][3].revision += 1
      fixture.list.reloadData()
    }
    expect(measured, equals: 1)
  }

  @Test func reloadWithoutInvalidationMeasuresAppendedRowsOnly() {
    let fixture = measuredList(.indexPath)
    defer { fixture.close() }
    let measured = measurements(fixture) {
      fixture.sections[0] += ListFixture.rows(Self.count..<Self.count + 20)
      fixture.list.reloadData(invalidatingHeights: false)
    }
    // The section's header contains the number of rows, so it changes, too.
    expect(measured, equals: 20 + 1)
  }

  @Test func reloadWithoutInvalidationInABatchKeepsHeights() {
    let fixture = measuredList(.indexPath)
    defer { fixture.close() }
    let measured = measurements(fixture) {
      fixture.sections[0] += ListFixture.rows(Self.count..<Self.count + 20)
      fixture.list.performBatchUpdates { fixture.list.reloadData(invalidatingHeights: false) }
    }
    expect(measured, equals: 20 + 1)
    let all = measurements(fixture) {
      fixture.list.performBatchUpdates {
        fixture.list.reloadData(invalidatingHeights: false)
        fixture.list.reloadData()
      }
    }
    expect(all >= Self.count + 20)
  }

  @Test func reloadInABatchWithOtherEditsMeasuresAllRows() {
    let fixture = measuredList(.indexPath)
    defer { fixture.close() }
    let measured = measurements(fixture) {
      fixture.sections[0].insert(ListFixture.rows(900..<901)[0], at: 0)
      fixture.list.performBatchUpdates {
        fixture.list.insertRows([RowIndexPath(0, 0)])
        fixture.list.reloadData(invalidatingHeights: false)
      }
    }
    expect(measured >= Self.count + 1)
  }

  @Test func editBetweenAJumpAndItsLayoutKeepsTheTarget() throws {
    let fixture = ListFixture([ListFixture.rows(0..<200)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.list.scroll(to: .row(0, 120), alignment: .top)
    fixture.insert(ListFixture.rows(500..<503), at: 10)
    fixture.settle()
    // Below the section's header, which stays at the top.
    expect(fixture.picture["key-120"], equals: fixture.list.geometry.height(of: .header(0)).value)
  }

  @Test func editInTheFrameOfAScrollKeepsTheScroll() throws {
    let fixture = ListFixture([ListFixture.rows(0..<200)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.show(.row(0, 120))
    fixture.move(by: 30)
    fixture.insert(ListFixture.rows(500..<503), at: 10)
    fixture.settle()
    expect(fixture.picture["key-120"], equals: fixture.list.geometry.height(of: .header(0)).value - 30)
  }
}
