import CGtk
import FeedViewerRows
import LayoutCore
import VirtualList

/// The memory of a list without its model after all rows have been measured, and that of a GtkListView that has been
/// scrolled.
///
/// The rows are made on demand, so that all memory is the list's.
final class MemoryBenchmark {
  private static let rowCount = 100_000

  static func run() throws -> Report {
    try BenchmarkWindow.initializeGTK()
    var report = Report("memory")
    report.add("rows", rowCount)
    // Fonts, icons and styles are loaded before memory is counted.
    ListSubject(BenchmarkRows(count: 200), width: 900, height: 800).close()
    PeerSubject(BenchmarkRows(count: 200), width: 900, height: 800).close()
    let rows = BenchmarkRows(count: rowCount)
    let (start, resident) = (Memory.heapBytes, Memory.residentBytes)
    let subject = ListSubject(rows, width: 900, height: 800)
    guard Loop.spin(120, until: { subject.list.isPrecacheFinished }) else {
      throw ScrollBenchmark.Failure.precacheNotFinished
    }
    _ = subject.scroll(by: 4000, frames: 100)
    report.add("ours_resident_mb", Double(Memory.residentBytes - resident) / 1e6)
    report.add("ours_mb", Double(Memory.heapBytes - start) / 1e6, bar: 60)
    report.add("ours_bytes_per_row", Double(Memory.heapBytes - start) / Double(rowCount))
    subject.list.handleMemoryPressure()
    report.add("ours_mb_after_low_memory", Double(Memory.heapBytes - start) / 1e6, bar: 20)
    subject.close()
    Loop.spin(0.5)
    let between = Memory.heapBytes
    let peer = PeerSubject(rows, width: 900, height: 800)
    _ = peer.scroll(by: 4000, frames: 100)
    report.add("gtk_mb", Double(Memory.heapBytes - between) / 1e6)
    peer.close()
    return report
  }
}
