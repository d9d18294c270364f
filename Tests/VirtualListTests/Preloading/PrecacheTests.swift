import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Heights measured when the main loop is idle, in a real window.
@Suite(.serialized, .needsDisplay)
struct PrecacheTests {
  /// A list of which only the rows on screen are measured: nothing else is done ahead.
  private func fixture(_ rows: Int) -> ListFixture {
    let fixture = ListFixture([])
    fixture.list.idle.end(.preparation)
    fixture.list.isRefreshing = true
    fixture.sections = [ListFixture.rows(0..<rows)]
    fixture.list.reloadData()
    fixture.settle()
    fixture.list.resetStatistics()
    return fixture
  }

  @Test func rowsWhoseContentWorkersMakeHaveTheHeightsOfAllOthers() {
    let (fixture, other) = (fixture(1_000), fixture(1_000))
    defer {
      fixture.close()
      other.close()
    }
    fixture.makesContentElsewhere = true
    let queries = fixture.contentQueries
    for one in [fixture, other] {
      one.list.isRefreshing = false
      expect(one.finishPrecache())
    }
    expect(fixture.contentQueries - queries < 50, "\(fixture.contentQueries)")
    expect(fixture.contentsMadeElsewhere.value > 900, "\(fixture.contentsMadeElsewhere.value)")
    for row in 0..<1_000 {
      let element = ListElement.row(0, row)
      expect(fixture.list.geometry.height(of: element), equals: other.list.geometry.height(of: element))
    }
  }

  @Test func precachingPausesWhileScrolling() throws {
    let fixture = fixture(600)
    defer { fixture.close() }
    fixture.move(by: 1)
    fixture.list.isRefreshing = false
    var precached = 0
    var quickSteps = 0
    for step in 0..<40 {
      let start = MonotonicClock.now
      fixture.move(by: step.isMultiple(of: 2) ? 1 : -1)
      Display.run(seconds: 0.005)
      // A busy machine may stand still for so long that the list is at rest.
      if MonotonicClock.now - start < PrecacheScheduler.quietPeriod {
        expect(fixture.list.statistics.precached, equals: precached)
        quickSteps += 1
      }
      precached = fixture.list.statistics.precached
    }
    expect(quickSteps > 0)
    expect(fixture.finishPrecache())
    expect(fixture.list.statistics.precached > 500)
  }

  @Test func rowInsertedOnScreenIsShownInTheNextFrame() throws {
    let fixture = ListFixture([ListFixture.rows(0..<100)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.insert(ListFixture.rows(900..<901), at: 1)
    // The next time that the frame clock has laid out is the frame that shows it.
    var pictures: [Set<String>] = []
    fixture.observeFrames({ pictures.append(Set(fixture.picture.keys)) }) {
      expect(Display.settle { !pictures.isEmpty })
    }
    expect(pictures[0].contains("key-900"))
  }
}
