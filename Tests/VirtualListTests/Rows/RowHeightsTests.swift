import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import PangoText
@testable import VirtualList

/// Resolving heights, by policy.
@Suite(.serialized, .needsDisplay)
struct RowHeightsTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)
  private let source = Titles()
  private let element = ListElement.row(0, 3)

  /// Ten unmeasured rows.
  private func heights(mode: HeightCacheMode = .indexPath) -> RowHeights {
    let heights = RowHeights.forEntries(text: TextSystem(widget: widget.pointer))
    heights.cacheMode = mode
    heights.setConditions(MeasurementContext(width: 400, environment: LayoutEnvironment()))
    heights.resolveAll(from: source)
    return heights
  }

  private func resolve(_ heights: RowHeights, _ policy: RowHeights.Policy) -> RowHeights.Resolution {
    heights.resolve(element, source.item(of: element), policy, from: source)
  }

  @Test(arguments: [RowHeights.Policy.known, .estimate])
  func withoutMeasuringAHeightStaysAnEstimate(policy: RowHeights.Policy) {
    let heights = heights()
    let before = heights.geometry.height(of: element)
    let resolution = resolve(heights, policy)
    expect(resolution.height == before && resolution.change == 0)
    expect(heights.geometry.unmeasuredCount, equals: heights.geometry.elementCount)
    expect(heights.statistics.measurements == 0 && heights.statistics.heightQueries == 0)
    expect(source.contentQueries.isEmpty)
  }

  @Test func exactHeightIsMeasuredOnceAndReportsItsChange() {
    let heights = heights()
    let before = heights.geometry.height(of: element).value
    let first = resolve(heights, .exact)
    expect(first.change == first.height.value - before && first.change != 0)
    expect(heights.geometry.height(of: element), equals: first.height)
    let queries = source.contentQueries
    expect(Set(queries), equals: [element])
    let second = resolve(heights, .exact)
    expect(second.height == first.height && second.change == 0)
    expect(resolve(heights, .known).height, equals: first.height)
    expect(source.contentQueries, equals: queries)
    expect(heights.statistics.measurements == 1 && heights.statistics.hits == 1)
    expect(heights.statistics.precached == 0 && heights.statistics.cachedHeightCount == 1)
  }

  @Test func heightsMeasuredAheadAreCounted() {
    let heights = heights()
    let ahead = resolve(heights, .ahead)
    expect(heights.statistics.precached, equals: 1)
    expect(resolve(heights, .exact).height, equals: ahead.height)
    expect(heights.statistics.precached == 1 && heights.statistics.hits == 1)
  }

  @Test func withoutACacheEveryExactHeightIsMeasuredAgain() {
    let heights = heights(mode: .none)
    expect(resolve(heights, .exact).height, equals: resolve(heights, .exact).height)
    expect(heights.statistics.measurements == 2 && heights.statistics.cachedHeightCount == 0)
    expect(heights.compiledRowCount, equals: 0)
  }

  @Test func contradictedItemIsMeasuredAsDrawnFromThenOn() {
    let heights = heights()
    _ = resolve(heights, .exact)
    expect(heights.compiledRowCount, equals: 1)
    _ = resolve(heights, .asDrawn)
    expect(heights.statistics.correctedHeights == 1 && heights.compiledRowCount == 0)
    expect(heights.isMeasuredAsDrawn(source.item(of: element)))
  }

  @Test func compiledRowsAreExactAtEveryWidthImmediately() {
    let heights = heights()
    _ = resolve(heights, .exact)
    let queries = source.contentQueries
    heights.setConditions(MeasurementContext(width: 120, environment: LayoutEnvironment()))
    heights.resolveAll(from: source)
    guard case .measured(let narrow) = heights.geometry.height(of: element) else {
      Issue.record("The row is not measured at the new width.")
      return
    }
    expect(source.contentQueries, equals: queries)
    expect(resolve(heights, .exact).height, equals: .measured(narrow))
  }

  @Test func rowsArePreparedUpToALimitOfMemory() {
    let heights = heights()
    let unmeasured = heights.geometry.unmeasuredCount
    heights.preparedRowByteLimit = 1_500
    for row in 0..<10 {
      let row = RowIndexPath(0, row)
      _ = heights.resolve(.row(row), source.item(of: .row(row)), .ahead, from: source)
      heights.trimPreparedRows(from: row)
    }
    expect((1..<10).contains(heights.compiledRowCount))
    expect(heights.geometry.unmeasuredCount, equals: unmeasured - 10)
  }
}

/// Rows with a title of several lines each.
private final class Titles: RowHeightSource {
  private(set) var contentQueries: [ListElement] = []

  func item(of element: ListElement) -> ItemIdentity {
    ItemIdentity(template: .entry, key: ItemKey("\(element)"), revision: 0)
  }

  func name(of element: ListElement) -> String { item(of: element).key.text }

  func content(of element: ListElement) -> any Sendable {
    contentQueries.append(element)
    return RowContent(
      title: String(repeating: "some words of a title ", count: 10), preview: "and a preview",
      accessibleName: "")
  }

  func estimate(of element: ListElement) -> RowEstimate { RowEstimate(template: .entry) }
}
