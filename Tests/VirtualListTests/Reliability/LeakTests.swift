import CGtk
import Foundation
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import EntryRows
@testable import VirtualList
@testable import PangoText

/// Opening and closing lists leaks nothing; `Benchmarks cycles` does it a thousand times.
@Suite("Leaks", .serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct LeakTests {
  @Test(arguments: WindowCycles.Moment.allCases)
  func listObjectsAreFreedWithTheirWindow(moment: WindowCycles.Moment) {
    let cycles = WindowCycles()
    for _ in 0..<4 { cycles.openAndClose(closing: moment) }
    #expect(cycles.survivors == [:])
  }
}
