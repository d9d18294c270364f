import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// The position that the viewport keeps when rows are inserted, deleted, moved and resized.
@Suite("Edits on screen", .serialized, .needsDisplay)
struct EditScenarioTests {
  private let fixture = ListFixture([ListFixture.rows(0..<400)])

  private func row(_ row: Int, section: Int = 0) -> RowIndexPath { RowIndexPath(section, row) }

  private func place(of key: String) throws -> RowIndexPath {
    row(try require(fixture.sections[0].firstIndex { $0.key == key }))
  }

  /// The first visible row below the header.
  private func topRow() throws -> RowIndexPath {
    try require(fixture.list.row(atY: Double(fixture.list.scrollState.stickyHeader?.bottom ?? 0)))
  }

  private func show(_ number: Int, inside: Int = 20) {
    fixture.list.scroll(to: .row(row(number)), alignment: .top)
    fixture.list.scroll(by: inside)
    fixture.settle()
  }

  /// Makes a row longer or shorter.
  private func change(_ number: Int, words: Int) {
    fixture.change(number) { $0.preview = String(repeating: "longer ", count: words) }
  }

  /// The rows of all frames after an edit, until the list is at rest.
  private func pictures(_ edit: () throws -> Void) throws -> [[String: Int]] {
    var pictures: [[String: Int]] = []
    try fixture.observeFrames({ pictures.append(seen) }) {
      try edit()
      fixture.settle()
    }
    return pictures
  }

  /// The visible rows, except those that a header covers completely.
  private var seen: [String: Int] {
    fixture.picture.filter { key, y in
      guard let row = try? place(of: key) else { return false }
      return y + fixture.height(of: .row(row)) > fixture.list.scrollState.stickyHeader?.bottom ?? 0
    }
  }

  private func expectUnmoved(_ edit: () throws -> Void) throws {
    let before = seen
    let pictures = try pictures(edit)
    expect(!pictures.isEmpty)
    for picture in pictures { expect(picture, equals: before) }
  }

  @Test func insertingAtTheHeadKeepsTheScrollPosition() throws {
    defer { fixture.close() }
    show(100)
    try expectUnmoved { fixture.insert(ListFixture.rows(900..<950), at: 0) }
  }

  @Test func insertingAtTheTopFollowsThePositionRule() throws {
    defer { fixture.close() }
    fixture.insert(ListFixture.rows(900..<903), at: 0)
    fixture.settle()
    expect(fixture.list.contentOffset, equals: 0)
    expect(fixture.picture.keys.contains("key-900"))
    fixture.list.positionRules = ScrollPosition.Rules(holdsStart: false)
    try expectUnmoved { fixture.insert(ListFixture.rows(910..<913), at: 0) }
    expect(fixture.list.contentOffset > 0)
  }

  @Test func insertingJustAboveTheTopRowKeepsTheScrollPosition() throws {
    defer { fixture.close() }
    show(100)
    try expectUnmoved { fixture.insert(ListFixture.rows(900..<901), at: 100) }
    show(50, inside: fixture.height(of: .header(0)))
    try expectUnmoved { fixture.insert(ListFixture.rows(901..<902), at: 50) }
  }

  @Test func deletingRowsAboveKeepsTheScrollPosition() throws {
    defer { fixture.close() }
    show(100)
    try expectUnmoved { fixture.delete(0..<60) }
    try expectUnmoved { fixture.delete(38..<40) }
  }

  @Test func nextRowReplacesADeletedTopRow() throws {
    defer { fixture.close() }
    show(100)
    let path = try topRow()
    let y = try require(fixture.y(of: .row(path)))
    let next = fixture.sections[0][path.row + 1].key
    fixture.delete(path.row..<path.row + 1)
    fixture.settle()
    expect(fixture.picture[next], equals: y)
    // With nothing below it, the list's end is at the viewport's bottom.
    fixture.delete(path.row..<fixture.sections[0].count)
    fixture.settle()
    expect(
      fixture.y(of: .row(row(path.row - 1)))! + fixture.height(of: .row(row(path.row - 1))),
      equals: fixture.list.pageHeight)
    fixture.delete(0..<fixture.sections[0].count)
    fixture.settle()
    expect(fixture.picture.isEmpty)
    expect(fixture.list.contentOffset, equals: 0)
  }

  @Test func heightChangesOutsideTheViewportKeepItsContent() throws {
    defer { fixture.close() }
    fixture.sections[0][100] = ListFixture.Row(key: "low", title: "Low", preview: "")
    fixture.list.reloadRows([row(100)])
    show(100)
    let path = try topRow()
    let spanning = ListElement.row(path)
    try expectUnmoved { change(path.row - 1, words: 120) }
    try expectUnmoved { change(path.row - 3, words: 1) }
    try expectUnmoved { change(path.row + 30, words: 120) }
    // The row across the top edge: its visible part stays, and it grows downward.
    let y = try require(fixture.y(of: spanning))
    let height = fixture.height(of: spanning)
    fixture.change(path.row) { $0.title += String(repeating: " and longer", count: 40) }
    fixture.settle()
    expect(fixture.y(of: spanning), equals: y)
    expect(fixture.height(of: spanning) > height)
    // A row inside: its top stays, and so do those above it.
    let inside = row(path.row + 1)
    fixture.show(.row(path))
    fixture.show(.row(inside))
    let before = fixture.picture
    change(inside.row, words: 70)
    fixture.settle()
    for (key, y) in before where try place(of: key) <= inside {
      expect(fixture.picture[key], equals: y, "\(key)")
    }
  }

  @Test func listFollowsItsGrowingEndUntilTheUserScrolls() throws {
    defer { fixture.close() }
    fixture.list.positionRules = ScrollPosition.Rules(holdsEnd: true)
    func append(_ number: Int) {
      fixture.insert(ListFixture.rows(number..<number + 1), at: fixture.sections[0].count)
      fixture.settle()
    }
    func endOfLastRow() -> Int? {
      let last = ListElement.row(row(fixture.sections[0].count - 1))
      return fixture.y(of: last).map { $0 + fixture.height(of: last) }
    }
    fixture.show(.row(row(399)), at: .bottom)
    for number in 900..<906 {
      append(number)
      expect(endOfLastRow(), equals: fixture.list.pageHeight)
    }
    // The last row itself grows, as one that is still being written.
    for words in [5, 30, 70, 12] {
      change(fixture.sections[0].count - 1, words: words)
      fixture.settle()
      expect(endOfLastRow(), equals: fixture.list.pageHeight)
    }
    fixture.scroll(by: -1)
    try expectUnmoved { append(950) }
    try expectUnmoved { append(951) }
  }

  @Test func scrollPositionIsRestoredByKeyAfterAReload() throws {
    defer { fixture.close() }
    show(150)
    let saved = try require(fixture.list.savedPosition)
    let before = fixture.picture
    let first = fixture.sections
    // Another feed, and back; meanwhile rows were inserted at the head.
    fixture.sections = [ListFixture.rows(2_000..<2_300)]
    fixture.list.reloadData()
    fixture.list.restore(nil)
    fixture.settle()
    expect(fixture.list.contentOffset == 0 && fixture.list.savedPosition == nil)
    fixture.sections = first
    fixture.sections[0].insert(contentsOf: ListFixture.rows(900..<940), at: 0)
    fixture.list.reloadData()
    fixture.list.restore(saved)
    fixture.settle()
    expect(fixture.picture, equals: before)
    // The item was deleted: the next remaining one is at the top.
    let gone = try require(saved.keys.first)
    fixture.sections[0].removeAll { $0.key == gone.text }
    fixture.list.reloadData()
    fixture.list.restore(saved)
    fixture.settle()
    let next = try place(of: saved.keys[1].text)
    expect(fixture.list.geometry.offset(of: .row(next)), equals: fixture.list.contentOffset)
    fixture.list.restore(SavedPosition(keys: ["nobody"], offset: 7))
    fixture.settle()
    expect(fixture.list.contentOffset, equals: 0)
  }

  @Test func topRowStaysInPlaceThroughASort() throws {
    defer { fixture.close() }
    show(120)
    let path = try topRow()
    let key = fixture.sections[0][path.row].key
    let y = try require(fixture.picture[key])
    func keys() -> [SectionKeys] {
      [
        SectionKeys(
          key: "s", rows: fixture.sections[0].map { SectionKeys.Row(key: $0.key, revision: $0.revision) })
      ]
    }
    let before = keys()
    fixture.sections[0].reverse()
    let measured = fixture.list.statistics.measurements
    fixture.list.apply(ChangeSet.difference(from: before, to: keys()))
    fixture.settle()
    expect(fixture.picture[key], equals: y)
    let below = fixture.sections[0][try place(of: key).row + 1].key
    expect(fixture.picture[below], equals: y + fixture.height(of: .row(try place(of: key))))
    expect(fixture.finishPrecache())
    expect(fixture.list.statistics.measurements - measured <= 400)
  }

  @Test func inserting100000RowsMeasuresVisibleRowsOnly() throws {
    defer { fixture.close() }
    show(100)
    fixture.list.idle.stop()
    let many = (0..<100_000).map {
      ListFixture.Row(key: "many-\($0)", title: "One of many \($0)", preview: "")
    }
    let measured = fixture.list.statistics.measurements
    try expectUnmoved { fixture.insert(many, at: 0) }
    expect(fixture.list.statistics.rowCount, equals: 100_400)
    expect(fixture.list.statistics.measurements - measured <= 2)
    show(50_000)
    expect(fixture.list.statistics.measurements - measured <= 30)
    try expectUnmoved { fixture.delete(0..<40_000) }
    expect(fixture.list.statistics.rowCount, equals: 60_400)
  }

  @Test func editsInOneFrameCauseOneLayout() throws {
    defer { fixture.close() }
    show(100)
    try expectUnmoved {
      fixture.insert(ListFixture.rows(900..<910), at: 3)
      fixture.delete(20..<25)
      fixture.insert(ListFixture.rows(910..<915), at: 90)
      fixture.delete(0..<1)
    }
    let before = seen
    let pictures = try pictures {
      let second = try topRow().row + 1
      fixture.delete(second..<second + 1)
      fixture.insert(ListFixture.rows(920..<921), at: second)
    }
    // No frame shows a state between the two.
    expect(Set(pictures).count, equals: 1)
    expect(pictures.last != before)
  }

  /// The row that a jump has pinned is deleted before the list is laid out, and heights are resolved again.
  @Test func emptiedListForgetsItsPinnedRow() throws {
    defer { fixture.close() }
    show(100)
    fixture.list.scroll(to: .row(0, 50), alignment: .top)
    fixture.sections = []
    fixture.list.deleteSections([0])
    fixture.list.fractionalScale = 1.5
    fixture.settle()
    expect(fixture.list.geometry.elementCount, equals: 0)
    fixture.sections = [ListFixture.rows(0..<30)]
    fixture.list.insertSections([0])
    fixture.settle()
    expect(fixture.list.contentOffset, equals: 0)
    expect(!fixture.list.elementsOnScreen.isEmpty)
  }
}
