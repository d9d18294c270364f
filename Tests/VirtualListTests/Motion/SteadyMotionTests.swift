import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import VirtualList

/// Equal steps in every frame, slow and fast, down and back.
@Suite("Steady motion", .serialized, .needsDisplay)
struct SteadyMotionTests {
  private let fixture = ListFixture([ListFixture.rows(0..<2_000)])

  /// Scrolls by `step` logical pixels in each frame.
  /// - Parameter painted: Called after each frame, with the number of steps before it.
  private func scroll(
    _ shown: ListFixture? = nil, by step: Double, frames: Int, before: @escaping () -> Void = {},
    painted: @escaping (Int) -> Void
  ) throws {
    let fixture = shown ?? self.fixture
    let clock = try require(gtk_widget_get_frame_clock(fixture.window))
    let adjustment = try require(fixture.list.verticalAdjustment)
    var count = 0
    let connections = [
      Signal.connect(clock, "update") {
        before()
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + step)
        count += 1
      },
      Signal.connect(clock, "after-paint") { if count > 0 { painted(count) } },
    ]
    gdk_frame_clock_begin_updating(clock)
    Display.settle(seconds: 60) { count >= frames }
    gdk_frame_clock_end_updating(clock)
    for connection in connections { Signal.disconnect(clock, connection) }
    expect(count >= frames)
  }

  /// Whether rows follow each other from the top of the viewport to its bottom, each at its exact height.
  private var isCovered: Bool {
    var covered = 0
    for element in fixture.list.pool.boundElements.sorted() {
      guard let y = fixture.y(of: element), let view = fixture.list.pool.view(of: element),
        let height = view.layoutHeight
      else { return false }
      if y + height <= 0 || y >= fixture.list.pageHeight { continue }
      // The sticky header covers the rows below it.
      if case .header = element { continue }
      guard covered == 0 ? y <= fixture.height(of: .header(0)) : y == covered else { return false }
      guard fixture.list.geometry.height(of: element) == .measured(height) else { return false }
      covered = y + height
    }
    return covered >= fixture.list.pageHeight
  }

  @Test(arguments: [120.0, 400, 4_000])
  func framesOverUnmeasuredRowsAreSteadyAndWithoutGaps(step: Double) throws {
    defer { fixture.close() }
    fixture.list.idle.end(.measurement)
    var last: (count: Int, picture: [String: Int])?
    try scroll(by: step, frames: 30) { count in
      expect(isCovered)
      let picture = fixture.picture
      if let last {
        for (key, y) in picture {
          guard let old = last.picture[key] else { continue }
          expect(old - y, equals: Int(step) * (count - last.count), "\(key)")
        }
      }
      last = (count, picture)
    }
  }

  @Test(arguments: [400.0, 4_000])
  func scrollingBackShowsTheSameFrames(step: Double) throws {
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    var down: [Int: [String: Int]] = [:]
    try scroll(by: step, frames: 12) { _ in down[fixture.list.contentOffset] = fixture.picture }
    var common = 0
    try scroll(by: -step, frames: 12) { _ in
      guard let picture = down[fixture.list.contentOffset] else { return }
      common += 1
      expect(fixture.picture, equals: picture)
    }
    expect(common >= 8)
  }

  /// Frames of a fast motion go beyond the rows that are prepared around the viewport.
  @Test func rowsOfTheNextFrameArePreparedBeforeIt() throws {
    fixture.close()
    // The viewport has few rows, so that a slow machine has time between its frames.
    let fixture = ListFixture([ListFixture.rows(0..<1_000)], height: 130)
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    let (list, step) = (fixture.list, 4_000)
    func ranges() -> Set<ListElement> { Set(list.idle.ranges.elements(in: .display)) }
    var readyFrames = 0
    try scroll(
      fixture, by: Double(step), frames: 20,
      before: {
        let top = list.contentOffset + step
        let rows = list.geometry.elements(in: top..<top + list.pageHeight)
        guard ranges().isDisjoint(with: rows) else { return }
        if list.idle.displayedElements.isSuperset(of: rows) { readyFrames += 1 }
      }, painted: { _ in })
    // A busy machine has no time between some frames.
    expect(readyFrames > 0)
    // At rest only rows around the viewport stay prepared.
    expect(Display.settle { list.idle.displayedElements == ranges() })
  }
}
