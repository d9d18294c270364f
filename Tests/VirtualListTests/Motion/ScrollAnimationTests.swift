import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import VirtualList

/// Animated scrolling to a row: the curve alone, and in a window over rows that were never measured.
@Suite("Animated scrolling", .serialized, .needsDisplay)
struct ScrollAnimationTests {
  private let settings = DisplaySettings()
  private let fixture = ListFixture([ListFixture.rows(0..<4_000)])

  init() {
    settings.setAnimations(true)
    fixture.list.idle.end(.measurement)
    fixture.settle()
  }

  private func close() {
    settings.restore()
    fixture.close()
  }

  private func row(_ row: Int) -> ListElement { .row(0, row) }

  private func finish() { expect(Display.settle { fixture.list.scrollState.motion.animation == nil }) }

  /// Starts a scroll to a row from the top, and waits until it moves. A machine that is busy for longer than
  /// the whole animation takes has to begin again.
  private func isUnderWay(to number: Int) -> Bool {
    for _ in 0..<20 {
      fixture.list.animateScroll(to: row(number), alignment: .top)
      Display.settle { fixture.list.scrollState.motion.animation == nil || fixture.list.contentOffset > 200 }
      if fixture.list.scrollState.motion.animation != nil { return true }
      fixture.show(.header(0))
    }
    return false
  }

  @Test func animationCurveIsIndependentOfFrames() {
    defer { close() }
    for frames in [[250], [10, 20, 150, 250], Array(stride(from: 7, through: 245, by: 7)) + [250]] {
      var animation = ScrollAnimation(to: row(0), alignment: .top)
      let first = animation.step(distance: 1_000, at: 0)
      expect(first, equals: 0)
      var place = 0.0
      for frame in frames {
        let time = Int64(frame) * 1_000
        guard let step = animation.step(distance: 1_000 - place, at: time) else {
          expect(time, equals: ScrollAnimation.duration)
          continue
        }
        expect(step >= 0)
        place += step
        let s = Double(frame) / 250
        expect(abs(place - 1_000 * s * s * (3 - 2 * s)) < 1e-6)
      }
    }
  }

  @Test func retargetingKeepsTheVelocity() {
    defer { close() }
    var animation = ScrollAnimation(to: row(0), alignment: .top)
    _ = animation.step(distance: 1_000, at: 0)
    var place = animation.step(distance: 1_000, at: 124_000) ?? 0
    let last = animation.step(distance: 1_000 - place, at: 125_000) ?? 0
    place += last
    animation.turn(to: row(9), alignment: .top)
    // Back, but not before it has slowed down.
    let next = animation.step(distance: -place, at: 126_000) ?? 0
    expect(last > 0 && next > 0.8 * last)
    let end = animation.step(distance: -place, at: 375_000)
    expect(end == nil)
  }

  /// A program may load or remove rows when its list is scrolled.
  @Test(arguments: [0..<100, 3_900..<4_000])
  func rowsThatAreRemovedByAStepAreFollowed(removed: Range<Int>) throws {
    defer { close() }
    let adjustment = try require(fixture.list.verticalAdjustment)
    var isRemoved = false
    let handler = Signal.connect(adjustment, "value-changed") { [fixture] in
      guard !isRemoved, fixture.list.contentOffset > 200 else { return }
      isRemoved = true
      fixture.sections[0].removeSubrange(removed)
      fixture.list.deleteRows(removed.map { RowIndexPath(0, $0) })
    }
    defer { Signal.disconnect(adjustment, handler) }
    fixture.list.animateScroll(to: row(3_950), alignment: .top)
    finish()
    expect(isRemoved)
    fixture.settle()
    // The row itself has moved or is gone.
    if removed.lowerBound == 0 {
      expect(fixture.y(of: row(3_850)), equals: fixture.height(of: .header(0)))
    }
  }

  @Test(arguments: [6, 40, 3_000])
  func animationArrivesExactlyInItsDuration(number: Int) throws {
    defer { close() }
    fixture.list.animateScroll(to: row(number), alignment: .top)
    expect(fixture.list.scrollState.motion.animation != nil && fixture.list.contentOffset == 0)
    // The row at the top and how much of it is above the viewport: rows measured above it change the offset without
    // moving anything.
    var places: [(element: ListElement, offsetInside: Int)] = []
    fixture.observeFrames({
      guard let top = fixture.list.geometry.element(atOffset: fixture.list.contentOffset) else { return }
      places.append((top.element, top.offsetInside))
    }) {
      finish()
      fixture.settle()
    }
    expect(fixture.y(of: row(number)), equals: fixture.height(of: .header(0)))
    expect(!places.isEmpty && zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }, "\(places)")
    expect(fixture.list.scrollState.motion.ticks == nil)
  }

  @Test func editDuringAScrollAnimationMovesItsTarget() throws {
    defer { close() }
    expect(isUnderWay(to: 60))
    let new = ListFixture.rows(5_000..<5_040)
    fixture.insert(new, at: 50)
    finish()
    fixture.settle()
    expect(fixture.y(of: row(100)), equals: fixture.height(of: .header(0)))
    expect(fixture.picture["key-60"], equals: fixture.height(of: .header(0)))
  }

  @Test func deletingTheTargetEndsTheAnimation() {
    defer { close() }
    expect(isUnderWay(to: 60))
    fixture.delete(60..<61)
    expect(fixture.list.scrollState.motion.animation == nil)
    fixture.settle()
    let picture = fixture.picture
    // Some frames later.
    Display.run(seconds: 0.1)
    expect(fixture.picture, equals: picture)
  }

  @Test func userScrollingEndsTheAnimation() throws {
    defer { close() }
    expect(isUnderWay(to: 200))
    fixture.move(by: -1)
    expect(fixture.list.scrollState.motion.animation == nil)
    fixture.settle()
    let picture = fixture.picture
    // Some frames later.
    Display.run(seconds: 0.1)
    expect(fixture.picture, equals: picture)
  }

  @Test func scrollAnimationIsAJumpWhenAnimationsAreDisabled() {
    defer { close() }
    settings.setAnimations(false)
    fixture.list.animateScroll(to: row(3_000), alignment: .bottom)
    expect(fixture.list.scrollState.motion.animation == nil)
    fixture.settle()
    let bottom = fixture.y(of: row(3_000)).map { $0 + fixture.height(of: row(3_000)) }
    expect(bottom, equals: fixture.list.pageHeight)
  }

  @Test func visibleTargetDoesNotScroll() {
    defer { close() }
    fixture.list.animateScroll(to: row(1))
    expect(fixture.list.scrollState.motion.animation == nil && fixture.list.contentOffset == 0)
  }
}
