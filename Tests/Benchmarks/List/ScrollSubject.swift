import CGtk
import FeedViewerRows
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// The measurements of scrolling by equal steps, one in each frame.
struct ScrollPass {
  /// CPU time of the main thread in each frame, in milliseconds.
  let frames: [Double]
  /// The wall-clock time of each frame, in milliseconds.
  let wallTimes: [Double]
  /// CPU time of the main thread from the first frame to the last, between frames too, in milliseconds.
  let mainThreadTime: Double
  /// CPU time of all other threads from the first frame to the last, in milliseconds.
  let workerTime: Double
  /// The part of `frames` until the end of the layout phase; the rest is drawing.
  let layoutTimes: [Double]
  /// The number of rows that came into view in each frame.
  let newRows: [Int]
  /// The largest difference between a movement of the content and its step in pixels, in frames in which a row stayed
  /// in view.
  let jump: Double
  /// The number of frames in which the thumb and the content moved in opposite directions.
  let thumbReversals: Int

  var times: Distribution { Distribution(frames) }
}

/// A list that is scrolled and measured.
protocol ScrollSubject: AnyObject {
  var window: BenchmarkWindow { get }
  /// Rows in view and the y of their tops in the viewport, in pixels.
  func picture() -> [Int: Double]
}

extension ScrollSubject {
  /// Scrolls down, and up again when the end is reached.
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
    let workersBefore = Self.workerTime
    meter.run {
      count += 1
      return count > frames
    }
    return ScrollPass(
      frames: Array(meter.frames.dropFirst()), wallTimes: Array(meter.wallTimes.dropFirst()),
      mainThreadTime: meter.mainThreadTime, workerTime: max(Self.workerTime - workersBefore, 0),
      layoutTimes: Array(meter.layoutTimes.dropFirst()),
      newRows: Array(newRows.dropFirst()), jump: jump, thumbReversals: reversals)
  }

  /// CPU time of all threads except this one, in milliseconds.
  private static var workerTime: Double { Stopwatch.processorTime * 1000 - FrameMeter.threadTime }

  /// The position of the scroll bar's thumb, from 0 to 1.
  private static func thumb(of adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Double {
    let lower = gtk_adjustment_get_lower(adjustment)
    let way = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) - lower
    return way > 0 ? (gtk_adjustment_get_value(adjustment) - lower) / way : 0
  }
}

/// A window with a `ListView`.
final class ListSubject: ScrollSubject {
  let window: BenchmarkWindow
  let list = ListView.forEntries()
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

  /// The difference between the scroll bar's range and the sum of all heights, each measured without cache, in pixels.
  func upperError() -> Double {
    let truth = EntryHeights(
      width: Int(gtk_widget_get_width(list.widget.pointer)), text: TextSystem(widget: list.widget.pointer))
    var sum = list.geometry.height(of: .header(0)).value
    for row in 0..<rows.count {
      sum += truth.height(of: rows.listView(list, rowContentOf: .row(RowIndexPath(section: 0, row: row))))
    }
    let range = gtk_adjustment_get_upper(window.adjustment) - gtk_adjustment_get_lower(window.adjustment)
    return abs(range - Double(sum))
  }
}

/// A window with a GtkListView.
final class PeerSubject: ScrollSubject {
  let window: BenchmarkWindow
  let peer: LabelList

  init(_ rows: BenchmarkRows, width: Int32, height: Int32) {
    window = BenchmarkWindow(width: width, height: height)
    peer = LabelList(rows, model: LabelList.makeModel(count: rows.count))
    window.child = peer.widget
    window.present()
    Loop.spin(0.5)
  }

  func close() { window.close() }

  func picture() -> [Int: Double] {
    peer.visibleRows(pageHeight: gtk_adjustment_get_page_size(window.adjustment))
  }
}
