import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import VirtualList

/// The scroll state with an adjustment, but without a list.
@Suite(.serialized, .needsDisplay)
struct ScrollStateTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)
  private let state: ScrollState

  init() {
    state = ScrollState(port: ScrollPort(widget: widget.pointer))
    state.port.setAdjustment(gtk_adjustment_new(0, 0, 0, 0, 0, 0), for: GTK_ORIENTATION_VERTICAL)
    state.pageHeight = 300
  }

  private func row(_ row: Int) -> ListElement { .row(0, row) }

  private func geometry(_ count: Int, estimate: Int? = nil) -> RowGeometry {
    FixedViewport(rows: Array(repeating: 50, count: count), estimate: estimate).geometry
  }

  @Test func newListBeginsAtItsTopWithValueZeroInTheMiddle() throws {
    state.begin(scale: 2, in: geometry(26))
    expect(state.contentOffset, equals: 0)
    expect(state.origin, equals: ScrollOrigin(offset: 500, scale: 2))
    let vertical = try require(state.port.vertical)
    expect(gtk_adjustment_get_lower(vertical) == -250 && gtk_adjustment_get_upper(vertical) == 400)
    expect(gtk_adjustment_get_page_size(vertical), equals: 150)
  }

  @Test func heightsThatChangeAboveTheAnchorMoveTheOriginOnly() {
    let geometry = geometry(20)
    state.begin(scale: 1, in: geometry)
    state.configure(offset: 320, in: geometry)
    state.captureAnchor(in: geometry)
    expect(state.anchor, equals: ScrollAnchor(element: row(6), offsetInside: 20))
    let value = state.port.value
    state.heightChanged(by: 7, of: row(5))
    expect(state.contentOffset == 327 && state.port.value == value)
    state.heightChanged(by: 7, of: row(6))
    expect(state.contentOffset, equals: 327)
  }

  @Test func keepingAPositionLeavesTheValue() {
    let geometry = geometry(20)
    state.begin(scale: 1, in: geometry)
    let value = state.port.value
    let pin = ScrollAnchor(element: row(4), offsetInside: 15)
    state.keep(pin, in: geometry)
    expect(state.contentOffset == 215 && state.port.value == value && state.pendingPin == pin)
    state.unpin()
    expect(state.pendingPin == nil)
  }

  @Test func jumpScrollsToItsPositionEvenBeyondTheKnownBounds() {
    let before = geometry(8)
    state.begin(scale: 1, in: before)
    // The adjustment ends at 400 - 300 = 100.
    state.jump(to: ScrollAnchor(element: row(6), offsetInside: 0), in: geometry(20))
    expect(state.contentOffset, equals: 300)
  }

  @Test func offsetBeyondTheContentIsClampedWithTheRowThatStays() throws {
    let geometry = geometry(10)
    state.begin(scale: 1, in: geometry)
    state.contentMoved(by: 260)
    let place = try require(state.clampedPlace(in: geometry))
    expect(place.offset == 200 && place.pin == ScrollAnchor(element: row(9), offsetInside: 200 - 450))
    state.contentMoved(by: -100)
    expect(state.contentOffset == 160 && state.clampedPlace(in: geometry) == nil)
    state.contentMoved(by: -200)
    let top = try require(state.clampedPlace(in: geometry))
    expect(top.offset == 0 && top.pin == ScrollAnchor(element: row(0), offsetInside: 0))
  }

  @Test func endIsKeptOnlyWhileRowsThereAreEstimated() {
    let estimated = geometry(20, estimate: 50)
    state.begin(scale: 1, in: estimated)
    expect(state.endOfEstimates(in: estimated), equals: .start)
    state.configure(offset: 700, in: estimated)
    expect(state.endOfEstimates(in: estimated), equals: .end)
    expect(state.endOfEstimates(in: geometry(20)) == nil)
    state.configure(offset: 350, in: estimated)
    expect(state.endOfEstimates(in: estimated) == nil)
  }

  @Test func valueZeroReturnsToTheMiddleWithoutMovingTheContent() {
    let geometry = geometry(40)
    state.begin(scale: 1, in: geometry)
    state.configure(offset: 600, in: geometry)
    // Rows above were deleted: value 0 lies before the content.
    state.contentMoved(by: -900)
    state.configure(offset: 600, in: geometry)
    expect(state.origin.offset < 0)
    var moves = 0
    state.keepValueZeroInRange(in: geometry) { moves += 1 }
    expect(moves == 1 && state.contentOffset == 600 && state.origin.offset == 850)
    expect(state.valueShift == 850 - 50 || state.valueShift == -50 - 850)
    state.keepValueZeroInRange(in: geometry) { moves += 1 }
    expect(moves, equals: 1)
  }

  @Test func centringAtRestIsDoneOnceAndNotAtAnEnd() {
    let geometry = geometry(40)
    state.begin(scale: 1, in: geometry)
    state.contentMoved(by: -800)
    state.configure(offset: 600, in: geometry)
    expect(state.origin.offset == 50 && state.canCenter(in: geometry))
    state.keepValueZeroInRange(in: geometry) {}
    expect(state.origin.offset, equals: 50)
    state.wantsCentering = true
    state.keepValueZeroInRange(in: geometry) {}
    expect(state.origin.offset == 850 && state.contentOffset == 600 && !state.wantsCentering)
    state.contentMoved(by: -800)
    state.configure(offset: 0, in: geometry)
    expect(!state.canCenter(in: geometry))
  }

  @Test func pointsAreConvertedToOffsetsAndRows() {
    let geometry = FixedViewport([.init(header: 20, rows: Array(repeating: 50, count: 10))]).geometry
    state.begin(scale: 2, in: geometry)
    state.configure(offset: 100, in: geometry)
    expect(state.offset(atY: 10, in: geometry), equals: 120)
    expect(state.offset(atY: -500, in: geometry) == 0 && state.offset(atY: 500, in: geometry) == 519)
    expect(state.row(atY: 10, in: geometry), equals: RowIndexPath(0, 2))
    expect(state.row(atY: 500, in: geometry) == nil)
    state.stickyHeader = state.placedStickyHeader(in: geometry)
    expect(state.stickyHeader, equals: StickyHeader(section: 0, y: 0, height: 20))
    // The header covers 20 device pixels, which are 10 logical ones.
    expect(state.row(atY: 9.9, in: geometry) == nil)
    expect(state.row(atY: 10, in: geometry), equals: RowIndexPath(0, 2))
  }

  @Test func nextSectionPushesTheStickyHeaderOut() {
    let geometry = FixedViewport([
      .init(header: 20, rows: [50]), .init(header: 20, rows: Array(repeating: 50, count: 10)),
    ]).geometry
    state.begin(scale: 1, in: geometry)
    expect(state.placedStickyHeader(in: geometry) == nil)
    state.configure(offset: 60, in: geometry)
    expect(state.placedStickyHeader(in: geometry), equals: StickyHeader(section: 0, y: -10, height: 20))
    state.configure(offset: 70, in: geometry)
    expect(state.placedStickyHeader(in: geometry) == nil)
    state.configure(offset: 71, in: geometry)
    expect(state.placedStickyHeader(in: geometry), equals: StickyHeader(section: 1, y: 0, height: 20))
  }
}
