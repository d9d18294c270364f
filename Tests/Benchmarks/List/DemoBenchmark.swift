import CGtk
import FeedViewerFeeds
import FeedViewerRows
import Glibc
import LayoutCore
import VirtualList

/// Scrolls a list of the demo feed of UITableView-FDTemplateLayoutCell to its end and back, and adds up the time
/// in the height function: without cache, by index path with the precache finished, and by key.
final class DemoBenchmark {
  private struct Pass {
    let mode: HeightCacheMode
    let statistics: ListStatistics
    let precacheTime: Duration

    var milliseconds: Double { statistics.timeInHeightFunction / .milliseconds(1) }
  }

  /// The factor that UITableView-FDTemplateLayoutCell reports for its cache by index path.
  private static let ratioOfAncestor = 11.4

  enum Failure: Error, CustomStringConvertible {
    case noSample, precacheNotFinished
    var description: String {
      switch self {
      case .noSample: "The sample data/samples/demo.json is missing."
      case .precacheNotFinished: "The precache did not finish within 30 seconds."
      }
    }
  }

  /// Each pass is repeated, and the median counts: single passes of some milliseconds are noisy.
  private static let repetitions = 5
  private static let step = 120.0

  func run() throws -> Report {
    try BenchmarkWindow.initializeGTK()
    let feed = try FeedReader.read(contentsOf: try Self.samplePath())
    let none = try median(.none, feed)
    let indexPath = try median(.indexPath, feed)
    let key = try median(.key, feed)
    var report = Report("demo")
    report.add("rows", feed.entryCount)
    report.add("step_px", Int(Self.step))
    report.add("no_cache_ms", none.milliseconds)
    report.add("no_cache_measurements", none.statistics.measurements)
    report.add("index_path_ms", indexPath.milliseconds, peer: none.milliseconds)
    report.add("index_path_hits", indexPath.statistics.hits)
    report.add("index_path_measurements", indexPath.statistics.measurements)
    report.add("key_ms", key.milliseconds, peer: none.milliseconds)
    report.add("key_hits", key.statistics.hits)
    report.add("key_measurements", key.statistics.measurements)
    report.add("precache_ms", indexPath.precacheTime / .milliseconds(1))
    report.add(
      "no_cache_over_index_path", none.milliseconds / indexPath.milliseconds,
      atLeast: Self.ratioOfAncestor)
    report.add("no_cache_over_key", none.milliseconds / key.milliseconds, atLeast: Self.ratioOfAncestor)
    return report
  }

  static func samplePath() throws -> String {
    let candidates = [
      "data/samples/demo.json", #filePath.dropLastPathComponents(4) + "/data/samples/demo.json",
    ]
    guard let found = candidates.first(where: { access($0, R_OK) == 0 }) else { throw Failure.noSample }
    return found
  }

  private func median(_ mode: HeightCacheMode, _ feed: Feed) throws -> Pass {
    let passes = try (0..<Self.repetitions).map { _ in try pass(mode, feed) }
    return passes.sorted {
      $0.statistics.timeInHeightFunction < $1.statistics.timeInHeightFunction
    }[Self.repetitions / 2]
  }

  private func pass(_ mode: HeightCacheMode, _ feed: Feed) throws -> Pass {
    let source = BenchmarkFeed(feed)
    let list = ListView.forEntries()
    list.cacheMode = mode
    list.dataSource = source
    let window = BenchmarkWindow(width: 480, height: 800)
    window.child = list.widget.pointer
    list.reloadData()
    window.present()
    defer { window.close() }
    Loop.spin(0.2)
    guard Loop.spin(30, until: { list.isPrecacheFinished }) else { throw Failure.precacheNotFinished }
    let precacheTime = list.statistics.timeInHeightFunction
    list.resetStatistics()
    scroll(list)
    return Pass(mode: mode, statistics: list.statistics, precacheTime: precacheTime)
  }

  /// From the top to the end and back, in steps, each drawn.
  private func scroll(_ list: ListView) {
    guard let adjustment = list.verticalAdjustment else { return }
    for direction in [1.0, -1.0] {
      while true {
        let value = gtk_adjustment_get_value(adjustment)
        gtk_adjustment_set_value(adjustment, value + direction * Self.step)
        if gtk_adjustment_get_value(adjustment) == value { break }
        Loop.spin(0.004)
      }
    }
  }
}

extension String {
  fileprivate func dropLastPathComponents(_ count: Int) -> String {
    split(separator: "/", omittingEmptySubsequences: false).dropLast(count).joined(separator: "/")
  }
}
