import FeedViewerRows
import VirtualList
import WidgetTesting

/// `Benchmarks cycles [COUNT]`: opens and closes windows with a list, 1,000 by default. The heap must not grow, and no
/// object may outlive its window.
final class CyclesCommand {
  enum Failure: Error, CustomStringConvertible {
    case survivors([String: Int])
    var description: String {
      switch self {
      case .survivors(let objects): "These objects outlived their windows: \(objects)"
      }
    }
  }

  /// The number of windows after which fonts, styles and the texts of the accessibility bus stop growing.
  private static let warmUp = 200
  /// The growth that is allowed: GTK's own hash tables and caches still grow sometimes.
  private static let tolerance = 256.0

  static func run(_ arguments: [String]) throws -> Report {
    let count = arguments.first.flatMap { Int($0) } ?? 1_000
    try BenchmarkWindow.initializeGTK()
    let cycles = WindowCycles()
    for number in 0..<warmUp { cycles.openAndClose(closing: moment(number)) }
    let start = Memory.heapBytes
    for number in 0..<count { cycles.openAndClose(closing: moment(number)) }
    guard cycles.survivors.isEmpty else { throw Failure.survivors(cycles.survivors) }
    let growth = Double(Memory.heapBytes - start) / Double(count)
    var report = Report("cycles")
    report.add("cycles", count)
    report.add("heap_bytes_per_cycle", growth, bar: tolerance)
    return report
  }

  private static func moment(_ number: Int) -> WindowCycles.Moment {
    WindowCycles.Moment.allCases[number % WindowCycles.Moment.allCases.count]
  }
}
