import CGtk
import FeedList
import Feeds
import Glibc
import LayoutCore

/// The seed's headline on its demo feed: scroll a real list from top to end and back, and add up the time spent
/// in the height function, without cache, by index path with the precache finished, and by key.
final class DemoBenchmark {
  private struct Pass {
    let mode: HeightCacheMode
    let statistics: ListStatistics
    let precacheTime: Duration
  }

  enum Failure: Error, CustomStringConvertible {
    case noSample, precacheNotFinished
    var description: String {
      switch self {
      case .noSample: "data/samples/demo.json is not beside the package."
      case .precacheNotFinished: "the precache did not finish within 30 seconds."
      }
    }
  }

  /// Each pass is repeated and its median taken: single passes of some milliseconds are noisy.
  private static let repetitions = 5
  private static let step = 120.0

  func run() throws -> String {
    try BenchmarkWindow.initializeGTK()
    let feed = try FeedReader.read(contentsOf: try Self.samplePath())
    let none = try median(.none, feed)
    let indexPath = try median(.indexPath, feed)
    let key = try median(.key, feed)
    return """
      {
        "benchmark": "demo",
        "rows": \(feed.entryCount),
        "step_px": \(Int(Self.step)),
        "no_cache_ms": \(milliseconds(none)), "no_cache_measurements": \(none.statistics.measurements),
        "index_path_ms": \(milliseconds(indexPath)), "index_path_hits": \(indexPath.statistics.hits),
        "index_path_measurements": \(indexPath.statistics.measurements),
        "key_ms": \(milliseconds(key)), "key_hits": \(key.statistics.hits), "key_measurements": \(key.statistics.measurements),
        "precache_ms": \(Self.format(indexPath.precacheTime.inMilliseconds)),
        "no_cache_over_index_path": \(ratio(none, indexPath)),
        "no_cache_over_key": \(ratio(none, key))
      }
      """
  }

  static func samplePath() throws -> String {
    let candidates = [
      "data/samples/demo.json", #filePath.dropLastPathComponents(3) + "/data/samples/demo.json",
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
    let list = ListView()
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

  private func milliseconds(_ pass: Pass) -> String {
    Self.format(pass.statistics.timeInHeightFunction.inMilliseconds)
  }

  private func ratio(_ slow: Pass, _ fast: Pass) -> String {
    Self.format(
      slow.statistics.timeInHeightFunction / fast.statistics.timeInHeightFunction)
  }

  private static func format(_ value: Double) -> String {
    String((value * 1000).rounded() / 1000)
  }
}

extension Duration {
  fileprivate var inMilliseconds: Double { self / .milliseconds(1) }
}

extension String {
  fileprivate func dropLastPathComponents(_ count: Int) -> String {
    split(separator: "/", omittingEmptySubsequences: false).dropLast(count).joined(separator: "/")
  }
}
