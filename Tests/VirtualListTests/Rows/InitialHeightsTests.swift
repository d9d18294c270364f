import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import PangoText
@testable import VirtualList

/// Heights of very many rows of which none was measured.
@Suite(.serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct InitialHeightsTests {
  private static let count = 100_000
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)

  private func heights(of source: ManyEstimates) -> RowHeights {
    let heights = RowHeights.forEntries(text: TextSystem(widget: widget.pointer))
    heights.setSections([SectionShape(rowCount: Self.count, hasHeader: false)], invalidates: false)
    heights.setConditions(MeasurementContext(width: 400, environment: LayoutEnvironment()))
    heights.resolveAll(from: source)
    return heights
  }

  private func row(_ number: Int) -> ListElement { .row(RowIndexPath(section: 0, row: number)) }

  private func change(_ edits: [ListEdit], _ before: Int, _ after: Int) throws -> ChangeSet {
    try ChangeSet(edits, before: [before], after: [after])
  }

  @Test func neighboursShareEstimatesIfTheSourceAllowsIt() {
    let (own, shared) = (ManyEstimates(sharing: false), ManyEstimates(sharing: true))
    let (exact, heights) = (heights(of: own), heights(of: shared))
    expect(own.queryCount >= Self.count)
    expect(shared.queryCount < 8_000)
    expect(heights.geometry.unmeasuredCount, equals: heights.geometry.elementCount)
    // Those of the first rows are their own.
    let first = (0..<4_000).map(row)
    expect(first.map(heights.geometry.height), equals: first.map(exact.geometry.height))
    let total = exact.geometry.totalHeight
    expect(abs(heights.geometry.totalHeight - total) < total / 50)
  }

  @Test func insertedRowsShareEstimates() throws {
    let source = ManyEstimates(sharing: true)
    let heights = heights(of: source)
    let total = heights.geometry.totalHeight
    let all = (0..<Self.count).map { RowIndexPath(section: 0, row: $0) }
    let none = [SectionShape(rowCount: 0, hasHeader: false)]
    heights.apply(try change([.deleteRows(all)], Self.count, 0), to: none, canAsk: true, from: source)
    source.queryCount = 0
    let again = [SectionShape(rowCount: Self.count, hasHeader: false)]
    heights.apply(try change([.insertRows(all)], 0, Self.count), to: again, canAsk: true, from: source)
    expect(source.queryCount < 8_000)
    expect(heights.geometry.totalHeight, equals: total)
  }

  @Test func aKnownHeightIsThatOfNoOtherRow() {
    let source = ManyEstimates(sharing: true, known: 777)
    let heights = heights(of: source)
    let measured = (0..<Self.count).filter {
      if case .measured = heights.geometry.height(of: row($0)) { true } else { false }
    }
    expect(measured.allSatisfy(source.isKnown))
    // What the source knows of other rows is taken over where they would be measured.
    let (known, unknown) = (90_000, 90_001)
    expect(source.isKnown(known) && !measured.contains(known))
    let before = heights.geometry.height(of: row(known)).value
    expect(heights.takeKnownHeight(of: row(known), from: source), equals: 777 - before)
    expect(heights.geometry.height(of: row(known)), equals: .measured(777))
    expect(heights.takeKnownHeight(of: row(unknown), from: source) == nil)
    expect(heights.takeKnownHeight(of: row(known), from: source) == nil)
    expect(heights.statistics.measurements, equals: 0)
  }

  @Test func rowsThatArithmeticKnowsShareNothing() {
    let source = ManyEstimates(sharing: true)
    let heights = heights(of: source)
    let compiled = [50_000, 50_001, 70_300]
    for number in compiled {
      _ = heights.resolve(row(number), source.item(of: row(number)), .ahead, from: source)
    }
    heights.setConditions(MeasurementContext(width: 200, environment: LayoutEnvironment()))
    heights.resolveAll(from: source)
    for number in compiled {
      let known = heights.geometry.height(of: row(number))
      expect(
        heights.resolve(row(number), source.item(of: row(number)), .exact, from: source).height, equals: known
      )
    }
    expect(heights.geometry.unmeasuredCount, equals: heights.geometry.elementCount - compiled.count)
  }
}

/// Rows of one to four lines, of which the heights of some are known.
private final class ManyEstimates: RowHeightSource {
  private let sharing: Bool
  private let known: Int?
  var queryCount = 0

  /// - Parameters:
  ///   - sharing: Whether rows may share estimates.
  ///   - known: The height of those whose heights are known; nil for none.
  init(sharing: Bool, known: Int? = nil) {
    self.sharing = sharing
    self.known = known
  }

  func isKnown(_ number: Int) -> Bool { known != nil && number % 24 == 0 }

  private func number(_ element: ListElement) -> Int {
    if case .row(let row) = element { row.row } else { 0 }
  }

  func item(of element: ListElement) -> ItemIdentity {
    ItemIdentity(
      template: element.isRow ? .entry : .sectionHeader, key: ItemKey("\(element)"), revision: 0)
  }

  func name(of element: ListElement) -> String { item(of: element).key.text }

  func content(of element: ListElement) -> any Sendable {
    RowContent(title: "Row \(number(element))", preview: preview(element), accessibleName: "")
  }

  private func preview(_ element: ListElement) -> String {
    String(repeating: "a few words ", count: number(element) &* 7_919 % 11)
  }

  func rowsAlike(from row: RowIndexPath) -> Int { sharing ? 100_000 - row.row : 1 }

  func estimate(of element: ListElement) -> RowEstimate {
    queryCount += 1
    return RowEstimate(
      template: element.isRow ? .entry : .sectionHeader,
      textLengths: [.title: 9, .preview: preview(element).utf8.count],
      knownHeight: element.isRow && isKnown(number(element)) ? known : nil)
  }
}
