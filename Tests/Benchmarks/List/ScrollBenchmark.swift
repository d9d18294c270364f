import CGtk
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// Frames while scrolling, compared with a GtkListView with the same rows, window and steps in the same run.
final class ScrollBenchmark {
  enum Failure: Error, CustomStringConvertible {
    case precacheNotFinished
    var description: String { "The precache did not finish within 120 seconds." }
  }

  private static let rowCount = 100_000
  private static let slowFrames = 600
  private static let fastFrames = 300
  private static let slowStep = 120.0
  private static let fastStep = 4000.0
  private static let width: Int32 = 900
  private static let height: Int32 = 800

  private var report = Report("scroll")

  static func run() throws -> Report {
    try BenchmarkWindow.initializeGTK()
    let benchmark = ScrollBenchmark()
    try benchmark.measure()
    return benchmark.report
  }

  private func measure() throws {
    report.add("rows", Self.rowCount)
    let rows = BenchmarkRows(count: Self.rowCount)
    let firstFrames = measureFirstFrames(rows)
    let peer = measurePeer(rows)
    let ours = try measureList(rows, peer: peer)
    let few = try scrollPrepared(BenchmarkRows(count: 1_000), named: "rows_1k")
    let many = try scrollPrepared(BenchmarkRows(count: 1_000_000), named: "rows_1m")
    report.add("slow_p99_over_gtk", ours.slow / peer.slow, bar: 1 / 7)
    report.add("fast_p99_over_gtk", ours.fast / peer.fast, bar: 1 / 8)
    report.add("first_frame_over_gtk", firstFrames.ours / firstFrames.peer, bar: 0.25)
    report.add("p99_1m_over_1k", many / few, bar: 1.3)
  }

  // MARK: Ours

  /// The 99th percentiles of a frame with slow and with fast steps, in milliseconds.
  private typealias SlowestFrames = (slow: Double, fast: Double)

  private func measureList(_ rows: BenchmarkRows, peer: SlowestFrames) throws -> SlowestFrames {
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
    add(slow, as: "ours_slow", bars: (1.5, 3), peer: peer.slow)
    let fast = subject.scroll(by: Self.fastStep, frames: Self.fastFrames)
    add(fast, as: "ours_fast", bars: (2.5, 5), peer: peer.fast)
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
    // The rows are measured first, so that both lists only scroll.
    _ = subject.scroll(by: Self.slowStep, frames: Self.slowFrames)
    subject.scrollToTop()
    let pass = subject.scroll(by: Self.slowStep, frames: Self.slowFrames)
    add(pass, as: name)
    return pass.times.percentile(99)
  }

  // MARK: The peer

  private func measurePeer(_ rows: BenchmarkRows) -> SlowestFrames {
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

  /// - Returns: Milliseconds from the rows in memory to the painted frame.
  private func measureFirstFrames(_ rows: BenchmarkRows) -> (ours: Double, peer: Double) {
    var ours: [Double] = []
    var peers: [Double] = []
    for _ in 0..<5 {
      ours.append(
        firstFrame {
          let list = ListView.forEntries()
          list.dataSource = rows
          list.reloadData()
          list.pausesPrecache = true
          return (list.widget.pointer, list)
        })
      // Both lists have their rows in memory.
      let model = LabelList.makeModel(count: rows.count)
      peers.append(
        firstFrame {
          let peer = LabelList(rows, model: model)
          return (peer.widget, peer)
        })
    }
    // The first frames load fonts and icons.
    let (our, peer) = (Distribution(ours), Distribution(peers))
    report.add("ours_first_frame_ms", our.median, peer: peer.median)
    report.add("ours_first_frame_cold_ms", ours[0])
    return (our.median, peer.median)
  }

  /// The CPU time from creating a list to its first painted frame, in a window that is already shown.
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

  /// Reports the main thread's CPU time in each frame, the wall-clock times, and the CPU time of the other threads,
  /// which work meanwhile.
  ///
  /// - Parameter peer: The 99th percentile of the peer's frames, in milliseconds.
  private func add(
    _ pass: ScrollPass, as name: String, bars: (p50: Double, p99: Double)? = nil, peer: Double? = nil
  ) {
    report.add("\(name)_p50_ms", pass.times.median, bar: bars?.p50)
    report.add("\(name)_p99_ms", pass.times.percentile(99), bar: bars?.p99, peer: peer)
    report.add("\(name)_max_ms", pass.times.maximum)
    report.add("\(name)_frames_above_8_ms", pass.times.count(above: 8))
    let wall = Distribution(pass.wallTimes)
    report.add("\(name)_wall_p50_ms", wall.median)
    report.add("\(name)_wall_p99_ms", wall.percentile(99))
    let frameCount = Double(max(pass.frames.count, 1))
    report.add("\(name)_main_thread_with_idle_work_ms_a_frame", pass.mainThreadTime / frameCount)
    report.add("\(name)_worker_cpu_ms_a_frame", pass.workerTime / frameCount)
  }
}
