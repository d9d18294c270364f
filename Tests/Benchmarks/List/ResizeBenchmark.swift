import CGtk
import FeedViewerRows
import LayoutCore
import VirtualList

/// The frame after a long list of prepared rows has got a new width, in which all rows are laid out again, compared
/// with that of a GtkListView with the same rows, which measures about 200 of them.
final class ResizeBenchmark {
  private static let rowCount = 100_000
  private static let widths: [Int32] = [620, 900, 480, 760, 900, 1_100, 700, 900]
  private static let height: Int32 = 800

  static func run() throws -> Report {
    try BenchmarkWindow.initializeGTK()
    let rows = BenchmarkRows(count: rowCount)
    var report = Report("resize")
    report.add("rows", rowCount)
    let subject = ListSubject(rows, width: 900, height: height)
    guard Loop.spin(120, until: { subject.list.isPrecacheFinished }) else {
      throw ScrollBenchmark.Failure.precacheNotFinished
    }
    subject.list.scroll(to: .row(RowIndexPath(section: 0, row: rowCount / 2)), alignment: .top)
    Loop.spin(0.3)
    let before = subject.picture()
    var unmeasured = 0
    var upperErrors = 0.0
    let ours = resizes(of: subject.window, list: subject.list.widget.pointer) {
      let range =
        gtk_adjustment_get_upper(subject.window.adjustment)
        - gtk_adjustment_get_lower(subject.window.adjustment)
      unmeasured = max(unmeasured, subject.list.geometry.unmeasuredCount)
      upperErrors = max(upperErrors, abs(range - Double(subject.list.geometry.totalHeight)))
    }
    report.add("ours_frame_ms", ours.wall.median, bar: 25)
    report.add("ours_slowest_frame_ms", ours.wall.maximum)
    report.add("ours_frame_main_thread_cpu_ms", ours.cpu.median)
    report.add("ours_until_settled_cpu_ms", ours.settled.median)
    report.add("ours_rows_not_exact_in_that_frame", Double(unmeasured), bar: 0)
    report.add("ours_upper_error_in_that_frame_px", upperErrors, bar: 0)
    let sameRows = subject.picture().count { before[$0.key] == $0.value }
    report.add("ours_rows_moved_after_return_to_first_width", Double(before.count - sameRows), bar: 0)
    report.add("ours_upper_error_px", subject.upperError(), bar: 0)
    subject.close()

    let peer = PeerSubject(rows, width: 900, height: height)
    defer { peer.close() }
    let theirs = resizes(of: peer.window, list: peer.peer.widget) {}
    report.add("gtk_frame_ms", theirs.wall.median)
    report.add("gtk_slowest_frame_ms", theirs.wall.maximum)
    report.add("gtk_until_settled_cpu_ms", theirs.settled.median)
    report.add("frame_over_gtk", ours.wall.median / theirs.wall.median, bar: 1)
    report.add("until_settled_over_gtk", ours.settled.median / theirs.settled.median)
    return report
  }

  /// The times of the frames in which a list gets another width, one for each width, in milliseconds.
  private struct Resizes {
    let wall: Distribution
    /// CPU time of the main thread.
    let cpu: Distribution
    /// CPU time with all frames of the next 0.3 seconds.
    let settled: Distribution
  }

  private static func resizes(
    of window: BenchmarkWindow, list: UnsafeMutablePointer<GtkWidget>, painted: @escaping () -> Void
  ) -> Resizes {
    var wall: [Double] = []
    var cpu: [Double] = []
    var settled: [Double] = []
    for width in widths {
      let meter = FrameMeter(window)
      let old = gtk_widget_get_width(list)
      var first: Int?
      meter.onPainted = {
        guard first == nil, gtk_widget_get_width(list) != old else { return }
        first = meter.frames.count - 1
        painted()
      }
      window.resize(width: width, height: height)
      Loop.spin(5) { first != nil }
      Loop.spin(0.3)
      meter.stop()
      guard let first else { continue }
      wall.append(meter.wallTimes[first])
      cpu.append(meter.frames[first])
      settled.append(meter.frames[first...].reduce(0, +))
    }
    return Resizes(wall: Distribution(wall), cpu: Distribution(cpu), settled: Distribution(settled))
  }
}
