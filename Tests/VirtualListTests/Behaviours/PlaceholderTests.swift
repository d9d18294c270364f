import CGtk
import Expectations
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// Rows whose content is not known at first.
@Suite(.serialized, .needsDisplay)
struct PlaceholderTests {
  private static let count = 2_000
  private let fixture = ListFixture([])
  private let rows = PlaceholderRows(count: count)
  private var list: ListView { fixture.list }

  init() {
    list.idle.stop()
    list.dataSource = rows
    list.reloadData()
    fixture.settle()
  }

  private func row(_ number: Int) -> ListElement { .row(0, number) }

  private func arrive(_ numbers: some Sequence<Int>) {
    let numbers = Array(numbers)
    rows.known.formUnion(numbers)
    list.contentArrived(in: numbers.map { RowIndexPath(0, $0) })
    fixture.settle()
  }

  @Test func placeholdersHaveExactHeightsAndAreNotMeasuredAhead() {
    defer { fixture.close() }
    expect(list.geometry.unmeasuredCount, equals: 0)
    expect(list.statistics.measurements < 50)
    let height = list.geometry.height(of: row(0)).value
    // What is drawn is as high as what was estimated.
    expect(list.visibleRows.allSatisfy { list.geometry.height(of: .row($0)).value == height })
    expect(list.statistics.correctedHeights, equals: 0)
    expect(list.geometry.height(of: row(1_999)), equals: .measured(height))
    arrive(1_000..<1_100)
    expect(list.geometry.unmeasuredCount, equals: 100)
    expect(list.geometry.height(of: row(999)), equals: .measured(height))
  }

  @Test func theEndStaysWhenContentArrivesThere() {
    defer { fixture.close() }
    _ = list.keyPressed(UInt32(GDK_KEY_End), modifiers: 0)
    fixture.settle()
    let last = row(Self.count - 1)
    func bottom() -> Int? { fixture.y(of: last).map { $0 + fixture.height(of: last) } }
    expect(bottom(), equals: list.pageHeight)
    // Part of what is on screen, the rest, and what is above it.
    for numbers in [1_996..<2_000, 1_980..<1_996, 1_000..<1_980] {
      arrive(numbers)
      expect(bottom(), equals: list.pageHeight)
    }
    expect(list.selectedRow, equals: RowIndexPath(0, Self.count - 1))
  }

  @Test(arguments: [0, 3]) func theFirstRowOnScreenStaysWhenContentArrives(inside: Int) {
    defer { fixture.close() }
    list.scroll(to: ScrollAnchor(element: row(1_000), offsetInside: inside))
    fixture.settle()
    for numbers in [1_000..<1_001, 1_001..<1_010, 0..<1_000, 1_010..<2_000] {
      arrive(numbers)
      expect(fixture.y(of: row(1_000)), equals: -inside)
    }
  }

  private enum Meanwhile: CaseIterable { case nothing, layout, scrolling }

  @Test(arguments: Meanwhile.allCases)
  private func theLineThatIsRestoredIsFoundWhenItsContentArrives(meanwhile: Meanwhile) throws {
    defer { fixture.close() }
    arrive(0..<2_000)
    list.scroll(to: ScrollAnchor(element: row(1_000), offsetInside: 7))
    fixture.settle()
    let place = try require(list.readingPlace)
    rows.known = []
    list.reloadData()
    fixture.settle()
    list.restore(place)
    if meanwhile != .nothing {
      fixture.settle()
      expect(fixture.y(of: row(1_000)), equals: 0)
    }
    if meanwhile == .scrolling {
      list.scroll(by: 3)
      fixture.settle()
    }
    for numbers in [1_000..<1_010, 990..<1_000] { arrive(numbers) }
    expect(fixture.y(of: row(1_000)), equals: meanwhile == .scrolling ? -3 : -7)
  }

  /// The thumb is dragged when a line was found again that the list has not laid out yet.
  @Test func theScrollBarIsFollowedWhenItMovesBetweenContentAndLayout() throws {
    defer { fixture.close() }
    arrive(0..<2_000)
    list.scroll(to: ScrollAnchor(element: row(1_000), offsetInside: 7))
    fixture.settle()
    list.restore(try require(list.readingPlace))
    let target = list.geometry.offset(of: row(300))
    fixture.move(by: Double(target - list.contentOffset) / list.scrollState.origin.scale)
    arrive(1_000..<1_010)
    expect(fixture.y(of: row(300)), equals: 0)
  }

  @Test func nothingIsAnimatedWhenContentArrives() {
    defer { fixture.close() }
    arrive(0..<2_000)
    expect(list.editMotion.animation == nil && !list.editMotion.isCaptured)
  }
}

/// Rows of one to five lines.
private final class PlaceholderRows: EntryListDataSource {
  var known: Set<Int> = []
  private let count: Int

  init(count: Int) { self.count = count }

  func numberOfSections(in list: ListView) -> Int { 1 }
  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }
  func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool { false }

  private func number(_ element: ListElement) -> Int? {
    if case .row(let place) = element { place.row } else { nil }
  }

  private func isKnown(_ element: ListElement) -> Bool { number(element).map(known.contains) ?? true }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    let number = number(element) ?? 0
    return isKnown(element)
      ? ItemIdentity(template: templates.row, key: ItemKey("\(number)"), revision: 1)
      : ItemIdentity(template: templates.placeholder, key: ItemKey("awaited \(number)"), revision: 0)
  }

  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
    guard isKnown(element), let number = number(element) else {
      return RowContent(title: "", accessibleName: "awaited")
    }
    return RowContent(
      title: "Row \(number)", preview: String(repeating: "words ", count: number % 60),
      accessibleName: "\(number)")
  }

  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
    TextLengths(title: 8, preview: (number(element) ?? 0) % 60 * 6)
  }

  func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate {
    isKnown(element)
      ? RowEstimate(template: templates.row, textLengths: listView(list, textLengthsOf: element))
      : RowEstimate(template: templates.placeholder, isExact: true)
  }
}
