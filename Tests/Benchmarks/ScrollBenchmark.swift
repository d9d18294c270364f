import CGtk
import FeedList
import GtkInterop
import LayoutCore

/// Frames while scrolling, beside a GtkListView with the same rows, window and steps in the same run.
final class ScrollBenchmark {
  enum Failure: Error, CustomStringConvertible {
    case precacheNotFinished
    var description: String { "the precache did not finish within 120 seconds." }
  }

  private static let rowCount = 100_000
  private static let slowFrames = 600
  private static let fastFrames = 300
  private static let slowStep = 120.0
  private static let fastStep = 4000.0
  private static let width: Int32 = 900
  private static let height: Int32 = 800

  private var report = Report("scroll")

  static func run() throws -> String {
    try BenchmarkWindow.initializeGTK()
    let benchmark = ScrollBenchmark()
    try benchmark.measure()
    return benchmark.report.json
  }

  private func measure() throws {
    report.add("rows", Self.rowCount)
    let rows = BenchmarkRows(count: Self.rowCount)
    let firstFrames = measureFirstFrames(rows)
    let ours = try measureList(rows)
    let few = try scrollPrepared(BenchmarkRows(count: 1_000), named: "rows_1k")
    let many = try scrollPrepared(BenchmarkRows(count: 1_000_000), named: "rows_1m")
    let peer = measurePeer(rows)
    report.add("slow_p99_over_gtk", ours.slow / peer.slow, bar: 1 / 7)
    report.add("fast_p99_over_gtk", ours.fast / peer.fast, bar: 1 / 8)
    report.add("first_frame_over_gtk", firstFrames, bar: 0.25)
    report.add("p99_1m_over_1k", many / few, bar: 1.3)
  }

  // MARK: Ours

  private func measureList(_ rows: BenchmarkRows) throws -> (slow: Double, fast: Double) {
    let subject = ListSubject(rows, width: Self.width, height: Self.height)
    defer { subject.close() }
    let during = subject.scroll(by: Self.slowStep, frames: Self.slowFrames)
    add(during, as: "ours_slow_while_precaching")
    report.add("ours_slow_while_precaching_unmeasured_at_end", subject.list.geometry.unmeasuredCount)
    guard Loop.spin(120, until: { subject.list.isPrecacheFinished }) else {
      throw Failure.precacheNotFinished
    }
    report.add("ours_upper_error_px", subject.upperError(), bar: 0)
    subject.scrollToTop()
    let slow = subject.scroll(by: Self.slowStep, frames: Self.slowFrames)
    add(slow, as: "ours_slow", bars: (1.5, 3))
    let fast = subject.scroll(by: Self.fastStep, frames: Self.fastFrames)
    add(fast, as: "ours_fast", bars: (2.5, 5))
    report.add("ours_content_jump_px", max(during.jump, max(slow.jump, fast.jump)), bar: 0)
    report.add("ours_thumb_reversals", slow.thumbReversals + fast.thumbReversals)
    report.add("ours_thumb_reversals_while_precaching", during.thumbReversals)
    report.add("ours_live_rows", subject.list.statistics.liveRowWidgets)
    report.add("ours_live_rows_over_visible", Double(subject.liveRowsOverVisible), bar: 10)
    report.add(
      "precaching_p99_over_not", during.times.percentile(99) / slow.times.percentile(99), bar: 1.2)
    return (slow.times.percentile(99), fast.times.percentile(99))
  }

  /// - Returns: The 99th percentile of a frame, in milliseconds.
  private func scrollPrepared(_ rows: BenchmarkRows, named name: String) throws -> Double {
    let subject = ListSubject(rows, width: Self.width, height: Self.height)
    defer { subject.close() }
    subject.list.pausesPrecache = true
    // The rows on the way are measured first, so that both lists only scroll.
    _ = subject.scroll(by: Self.slowStep, frames: Self.slowFrames)
    subject.scrollToTop()
    let pass = subject.scroll(by: Self.slowStep, frames: Self.slowFrames)
    add(pass, as: name)
    return pass.times.percentile(99)
  }

  // MARK: The peer

  private func measurePeer(_ rows: BenchmarkRows) -> (slow: Double, fast: Double) {
    let subject = PeerSubject(rows, width: Self.width, height: Self.height)
    defer { subject.close() }
    let slow = subject.scroll(by: Self.slowStep, frames: Self.slowFrames)
    add(slow, as: "gtk_slow")
    let fast = subject.scroll(by: Self.fastStep, frames: Self.fastFrames)
    add(fast, as: "gtk_fast")
    report.add("gtk_content_jump_px", slow.jump)
    report.add("gtk_thumb_reversals", slow.thumbReversals + fast.thumbReversals)
    report.add("gtk_live_rows", subject.peer.rowWidgetCount)
    return (slow.times.percentile(99), fast.times.percentile(99))
  }

  // MARK: The first frame

  /// - Returns: What ours takes of GtkListView's, from the rows in memory to the painted frame.
  private func measureFirstFrames(_ rows: BenchmarkRows) -> Double {
    var ours: [Double] = []
    var peers: [Double] = []
    for _ in 0..<5 {
      ours.append(
        firstFrame {
          let list = ListView()
          list.dataSource = rows
          list.reloadData()
          list.pausesPrecache = true
          return (list.widget.pointer, list)
        })
      peers.append(
        firstFrame {
          let peer = LabelList(rows)
          return (peer.widget, peer)
        })
    }
    // The first ones of all load fonts and icons.
    let (our, peer) = (Distribution(ours), Distribution(peers))
    report.add("ours_first_frame_ms", our.median)
    report.add("ours_first_frame_cold_ms", ours[0])
    report.add("gtk_first_frame_ms", peer.median)
    return our.median / peer.median
  }

  /// The CPU time from nothing to the painted frame with a list in it, in a window that is already shown.
  private func firstFrame(_ make: () -> (WidgetPointer, AnyObject)) -> Double {
    let window = BenchmarkWindow(width: Self.width, height: Self.height)
    window.present()
    Loop.spin(0.15)
    let meter = FrameMeter(window)
    var isPainted = false
    let start = FrameMeter.threadTime
    var end = start
    let (widget, owner) = make()
    meter.onPainted = {
      if !isPainted { end = FrameMeter.threadTime }
      isPainted = true
    }
    window.child = widget
    Loop.spin(5) { isPainted }
    withExtendedLifetime(owner) {
      meter.stop()
      window.close()
    }
    return end - start
  }

  private func add(_ pass: ScrollPass, as name: String, bars: (p50: Double, p99: Double)? = nil) {
    report.add("\(name)_p50_ms", pass.times.median, bar: bars?.p50)
    report.add("\(name)_p99_ms", pass.times.percentile(99), bar: bars?.p99)
    report.add("\(name)_max_ms", pass.times.maximum)
    report.add("\(name)_frames_above_8_ms", pass.times.count(above: 8))
  }
}

/// What scrolling by equal steps, one a frame, showed.
struct ScrollPass {
  /// CPU time of the main thread in each frame, in milliseconds.
  let frames: [Double]
  /// What of it was spent until the end of the layout phase: the rest is drawing.
  let layoutTimes: [Double]
  /// How many rows came into view in each frame.
  let newRows: [Int]
  /// The most that content moved otherwise than by a step, in pixels; in frames in which a row stayed in view.
  let jump: Double
  /// Frames in which the thumb went up while the content went down, or the other way round.
  let thumbReversals: Int

  var times: Distribution { Distribution(frames) }
}

/// A scrolled list under measurement.
protocol ScrollSubject: AnyObject {
  var window: BenchmarkWindow { get }
  /// Rows in view and the y of their tops in the viewport, in pixels.
  func picture() -> [Int: Double]
}

extension ScrollSubject {
  /// Scrolls down, and up again if the end is reached.
  func scroll(by step: Double, frames: Int) -> ScrollPass {
    let adjustment = window.adjustment
    let meter = FrameMeter(window)
    defer { meter.stop() }
    var direction = 1.0
    var jump = 0.0
    var reversals = 0
    var newRows: [Int] = []
    var expected: Double?
    var before = picture()
    var thumb = Self.thumb(of: adjustment)
    meter.onUpdate = {
      let value = gtk_adjustment_get_value(adjustment)
      let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
      if value + direction * step > end { direction = -1 }
      if value + direction * step < gtk_adjustment_get_lower(adjustment) { direction = 1 }
      gtk_adjustment_set_value(adjustment, value + direction * step)
      expected = direction * step
    }
    meter.onPainted = {
      let after = self.picture()
      let newThumb = Self.thumb(of: adjustment)
      newRows.append(after.keys.count { before[$0] == nil })
      if let expected {
        for (row, y) in after { if let old = before[row] { jump = max(jump, abs(old - y - expected)) } }
        if (newThumb - thumb) * expected < 0 { reversals += 1 }
      }
      before = after
      thumb = newThumb
    }
    var count = 0
    meter.run {
      count += 1
      return count > frames
    }
    return ScrollPass(
      frames: Array(meter.frames.dropFirst()), layoutTimes: Array(meter.layoutTimes.dropFirst()),
      newRows: Array(newRows.dropFirst()), jump: jump, thumbReversals: reversals)
  }

  /// Where the thumb's top is on its way, from 0 to 1.
  private static func thumb(of adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Double {
    let lower = gtk_adjustment_get_lower(adjustment)
    let way = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) - lower
    return way > 0 ? (gtk_adjustment_get_value(adjustment) - lower) / way : 0
  }
}

/// Our list in a window of its own.
final class ListSubject: ScrollSubject {
  let window: BenchmarkWindow
  let list = ListView()
  private let rows: BenchmarkRows

  init(_ rows: BenchmarkRows, width: Int32, height: Int32) {
    self.rows = rows
    window = BenchmarkWindow(width: width, height: height)
    list.dataSource = rows
    list.reloadData()
    window.child = list.widget.pointer
    window.present()
    Loop.spin(0.2)
  }

  func close() { window.close() }

  func picture() -> [Int: Double] {
    var found: [Int: Double] = [:]
    let top = list.contentOffset
    let page = Int(gtk_adjustment_get_page_size(window.adjustment))
    var place = list.geometry.element(atOffset: max(top, 0))
    while let (element, inside) = place {
      let y = list.geometry.offset(of: element) - top
      guard y < page else { break }
      if case .row(let row) = element { found[row.row] = Double(y) }
      _ = inside
      place = list.geometry.element(after: element).map { ($0, 0) }
    }
    return found
  }

  var liveRowsOverVisible: Int { list.statistics.liveRowWidgets - picture().count }

  func scrollToTop() {
    list.scroll(to: .header(0), alignment: .top)
    Loop.spin(0.3)
  }

  /// How far the scroll bar's range is from the sum of all heights, each measured afresh, in pixels.
  func upperError() -> Double {
    let truth = RowHeights(
      width: Int(gtk_widget_get_width(list.widget.pointer)), text: TextSystem(widget: list.widget.pointer))
    var sum = list.geometry.height(of: .header(0)).value
    for row in 0..<rows.count {
      sum += truth.height(of: rows.listView(list, contentOf: .row(RowIndexPath(section: 0, row: row))))
    }
    let range = gtk_adjustment_get_upper(window.adjustment) - gtk_adjustment_get_lower(window.adjustment)
    return abs(range - Double(sum))
  }
}

/// GtkListView in a window of its own.
final class PeerSubject: ScrollSubject {
  let window: BenchmarkWindow
  let peer: LabelList

  init(_ rows: BenchmarkRows, width: Int32, height: Int32) {
    window = BenchmarkWindow(width: width, height: height)
    peer = LabelList(rows)
    window.child = peer.widget
    window.present()
    Loop.spin(0.5)
  }

  func close() { window.close() }

  func picture() -> [Int: Double] {
    peer.visibleRows(pageHeight: gtk_adjustment_get_page_size(window.adjustment))
  }
}
