import CGtk
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// `Benchmarks article [PART]`: reading an article, compared with the same text in a GtkTextView and in a GtkLabel for
/// each paragraph.
///
/// The parts are open, scroll, resize, hostile, memory and turn; without one all are run. `hostile --only NAME` runs
/// one of the hostile texts.
final class ArticleBenchmark {
  enum Failure: Error, CustomStringConvertible {
    case part(String), notShown(String)
    var description: String {
      switch self {
      case .part(let name): "article has no part \(name): open, scroll, resize, hostile, memory, turn."
      case .notShown(let name): "\(name) was not shown within 60 seconds."
      }
    }
  }

  static let width: Int32 = 900
  static let height: Int32 = 800

  private var report = Report("article")

  static func run(_ arguments: [String]) throws -> Report {
    try BenchmarkWindow.initializeGTK()
    let benchmark = ArticleBenchmark()
    let parts: [(String, () throws -> Void)] = [
      ("open", benchmark.measureOpening), ("scroll", benchmark.measureScrolling),
      ("resize", benchmark.measureResizing), ("hostile", benchmark.measureHostile),
      ("memory", benchmark.measureMemory), ("turn", benchmark.measureTurning),
    ]
    let wanted = arguments.first { !$0.hasPrefix("--") && parts.map(\.0).contains($0) }
    if let name = arguments.first, !name.hasPrefix("--"), wanted == nil { throw Failure.part(name) }
    for (name, body) in parts where wanted == nil || wanted == name { try body() }
    return benchmark.report
  }

  // MARK: Opening

  private func measureOpening() throws {
    // Fonts and styles are loaded before anything is measured.
    let warm = ArticleSubject()
    _ = try warm.open(ArticleSubject.prose(20))
    warm.close()
    for (count, bar) in [(10, 20.0), (1_000, 25), (100_000, 40)] {
      let html = ArticleSubject.prose(count)
      var times: [Double] = []
      var longest: [Double] = []
      var wall: [Double] = []
      for _ in 0..<(count > 10_000 ? 3 : 5) {
        let subject = ArticleSubject()
        let opening = try subject.open(html)
        times.append(opening.mainThread)
        wall.append(opening.wall)
        longest.append(subject.longestTurn(for: 0.5))
        subject.close()
      }
      let peer = count <= 1_000 ? LabelArticle.open(html) : nil
      report.add("open_\(count)_cpu_ms", Distribution(times).median, bar: bar, peer: peer)
      report.add("open_\(count)_wall_ms", Distribution(wall).median)
      report.add("open_\(count)_longest_turn_after_ms", Distribution(longest).median)
      report.add("open_\(count)_text_view_cpu_ms", TextViewArticle.open(html))
    }
  }

  // MARK: Scrolling

  private func measureScrolling() throws {
    let peer = TextViewArticle(ArticleSubject.prose(2_000))
    defer { peer.close() }
    let subject = ArticleSubject()
    defer { subject.close() }
    _ = try subject.open(ArticleSubject.prose(100_000))
    try subject.waitUntilMeasured()
    subject.view.list.scrollToEnd(forward: false)
    Loop.spin(0.3)
    for (name, step, frames, p50, p99) in [
      ("slow", 120.0, 600, 1.5, 3.0), ("fast", 4_000, 300, 2.5, 5),
    ] {
      let pass = subject.scroll(by: step, frames: frames)
      let other = peer.scroll(by: step, frames: frames).times
      report.add("scroll_\(name)_p50_ms", pass.times.median, bar: p50, peer: other.median)
      report.add("scroll_\(name)_p99_ms", pass.times.percentile(99), bar: p99, peer: other.percentile(99))
      report.add("scroll_\(name)_slowest_ms", pass.times.maximum)
      report.add("scroll_\(name)_jump_px", pass.jump, bar: 0)
    }
  }

  // MARK: Resizing

  private func measureResizing() throws {
    let subject = ArticleSubject()
    defer { subject.close() }
    _ = try subject.open(ArticleSubject.prose(10_000))
    try subject.waitUntilMeasured()
    var times: [Double] = []
    var unmeasured = 0
    for width: Int32 in [620, 900, 480, 760, 560, 700] {
      let meter = FrameMeter(subject.window)
      let list = subject.view.list.widget.pointer
      let old = gtk_widget_get_width(list)
      var first: Int?
      meter.onPainted = {
        guard first == nil, gtk_widget_get_width(list) != old else { return }
        first = meter.frames.count - 1
        unmeasured = max(unmeasured, subject.view.list.geometry.unmeasuredCount)
      }
      subject.window.resize(width: width, height: Self.height)
      Loop.spin(5) { first != nil }
      Loop.spin(0.2)
      meter.stop()
      if let first { times.append(meter.wallTimes[first]) }
    }
    report.add("resize_10000_ms", Distribution(times).median, bar: 25)
    report.add("resize_10000_not_exact", Double(unmeasured), bar: 0)
  }

  // MARK: Hostile texts

  private static let hostile: [(name: String, html: () -> String)] = [
    ("word", { String(repeating: "a", count: 1_000_000) }),
    ("breaks", { String(repeating: "x<br>", count: 1_000_000) }),
    ("code", { "<pre>" + String(repeating: "let x = 1\n", count: 1_000_000) }),
    ("line", { "<pre>" + String(repeating: "let x = 1; ", count: 100_000) }),
    ("paragraph", { "<p>" + ArticleSubject.words(10_000_000) }),
    (
      "table",
      {
        "<table>"
          + String(repeating: "<tr>" + String(repeating: "<td>x", count: 1_000), count: 1_000)
      }
    ),
  ]

  private func measureHostile() throws {
    let only = CommandLineOptions()["--only"]
    for (name, html) in Self.hostile where only == nil || only == name {
      let subject = ArticleSubject()
      let opening = try subject.open(html())
      report.add("hostile_\(name)_first_frame_cpu_ms", opening.mainThread, bar: 50)
      report.add("hostile_\(name)_wall_ms", opening.wall)
      report.add("hostile_\(name)_longest_turn_after_ms", subject.longestTurn(for: 1), bar: 50)
      let slow = subject.scroll(by: 4_000, frames: 200)
      report.add("hostile_\(name)_slowest_scrolling_ms", slow.times.maximum, bar: 50)
      let start = ContinuousClock.now
      Loop.spin(60) { subject.view.isExact }
      report.add("hostile_\(name)_exact_after_ms", (ContinuousClock.now - start) / .milliseconds(1))
      subject.view.list.scrollToEnd(forward: true)
      report.add("hostile_\(name)_end_ms", subject.longestTurn(for: 1), bar: 50)
      if let sideways = subject.longestTurnScrollingSideways() {
        report.add("hostile_\(name)_slowest_sideways_ms", sideways, bar: 50)
      }
      subject.close()
    }
  }

  // MARK: Memory

  private func measureMemory() throws {
    let warm = ArticleSubject()
    _ = try warm.open(ArticleSubject.prose(200))
    warm.close()
    let html = ArticleSubject.prose(100_000)
    let subject = ArticleSubject()
    _ = try subject.open("<p>x")
    let before = Memory.heapBytes
    func megabytesInUse() -> Double { Double(Memory.heapBytes - before) / 1e6 }
    try withExtendedLifetime(html) {
      _ = try subject.open(html)
      try subject.waitUntilMeasured()
      let text = Double(subject.textBytes) / 1e6
      report.add("memory_text_mb", text)
      report.add("memory_100000_mb", megabytesInUse())
      report.add("memory_over_text", megabytesInUse() / text, bar: 3)
      subject.view.list.handleMemoryPressure()
      report.add("memory_100000_after_low_memory_mb", megabytesInUse())
    }
    subject.close()
  }

  // MARK: The next article

  private func measureTurning() throws {
    let subject = ArticleSubject()
    defer { subject.close() }
    let articles = (0..<8).map { ArticleSubject.prose(1_000, seed: 10 * $0) }
    _ = try subject.open(articles[0])
    var times: [Double] = []
    for html in articles.dropFirst() { times.append(try subject.open(html).mainThread) }
    report.add("next_article_cpu_ms", Distribution(times).median, bar: 20)
    try measureGoingBack()
  }

  /// From a list into an article and back, in a stack as in the program, but without its slide: that only draws both
  /// pages beside each other.
  private func measureGoingBack() throws {
    let subject = ArticleSubject(besideRows: 100_000)
    defer { subject.close() }
    var times: [Double] = []
    for number in 0..<7 {
      _ = try subject.open(ArticleSubject.prose(1_000, seed: 10 * number))
      Loop.spin(0.3)
      times.append(try subject.goBack())
      Loop.spin(0.3)
    }
    report.add("back_cpu_ms", Distribution(times).median, bar: 20)
    report.add("back_slowest_cpu_ms", Distribution(times).maximum)
  }
}
