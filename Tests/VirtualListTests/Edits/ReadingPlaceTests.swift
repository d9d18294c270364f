import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// A reading place that is restored, and rows that are edited before the layout that takes it over.
@Suite("Reading places and edits", .serialized, .needsDisplay)
struct ReadingPlaceTests {
  private let fixture = ListFixture([ListFixture.rows(0..<400)])

  private func row(_ row: Int) -> RowIndexPath { RowIndexPath(0, row) }

  /// The place below the top of a row; the list is at its start afterwards.
  private func place(in number: Int) throws -> ReadingPlace {
    fixture.list.scroll(to: .row(row(number)), alignment: .top)
    fixture.list.scroll(by: 5)
    fixture.settle()
    let place = try require(fixture.list.readingPlace)
    fixture.show(.row(row(0)))
    return place
  }

  private func changeWidth(to width: Int32) {
    fixture.resize(to: width)
    fixture.settle()
  }

  @Test(arguments: [0, 300])
  func aPlaceWhoseRowIsDeletedBeforeTheLayoutIsForgotten(first: Int) throws {
    defer { fixture.close() }
    fixture.list.restore(try place(in: 350))
    fixture.delete(first..<400)
    fixture.settle()
    changeWidth(to: 700)
    changeWidth(to: 480)
    expect(fixture.list.geometry.elementCount >= first)
  }

  @Test func aPlaceMovesWithItsRow() throws {
    defer { fixture.close() }
    let place = try place(in: 200)
    let key = fixture.sections[0][try require(place.row).row].key
    fixture.list.restore(place)
    fixture.insert(ListFixture.rows(1_000..<1_005), at: 0)
    fixture.settle()
    for width: Int32 in [700, 480] {
      changeWidth(to: width)
      let top = try require(fixture.list.readingPlace?.row)
      expect(fixture.sections[0][top.row].key, equals: key)
    }
  }
}
