import CGtk
import Foundation
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import EntryRows
@testable import VirtualList
@testable import PangoText

/// Lists that are opened and closed again leave nothing behind; `Benchmarks cycles` does it a thousand times.
@Suite("Leaks", .serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct LeakTests {
  @Test(arguments: WindowCycles.Moment.allCases)
  func everyObjectOfAListGoesWithItsWindow(moment: WindowCycles.Moment) {
    let cycles = WindowCycles()
    for _ in 0..<4 { cycles.openAndClose(closing: moment) }
    #expect(cycles.survivors == [:])
  }
}
