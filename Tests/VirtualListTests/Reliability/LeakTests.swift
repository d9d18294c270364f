import Expectations
import Foundation
import LayoutCore
import Testing
import WidgetTesting

@testable import VirtualList

/// Opening and closing lists leaks nothing; `Benchmarks cycles` does it a thousand times.
@Suite("Leaks", .serialized, .needsDisplay)
struct LeakTests {
  @Test(arguments: WindowCycles.Moment.allCases)
  func listObjectsAreFreedWithTheirWindow(moment: WindowCycles.Moment) {
    let cycles = WindowCycles()
    for _ in 0..<4 { cycles.openAndClose(closing: moment) }
    expect(cycles.survivors, equals: [:])
  }

  /// A cycle of references inside the list would keep its texts and fonts, while the list itself is freed.
  @Test func partsOfAListAreFreedWithIt() throws {
    var objects: RetainedObjects?
    do {
      let fixture = ListFixture([ListFixture.rows(0..<50)])
      fixture.list.select(RowIndexPath(0, 1))
      objects = RetainedObjects(of: fixture.list, except: [PictureProgram.shared])
      fixture.close()
    }
    let found = try require(objects)
    expect(found.count > 20)
    Display.run(seconds: 0.1)
    expect(found.survivors, equals: [])
  }
}
