import CGtk
import GtkInterop
import LayoutCore

/// Shows many rows of an archive of which only some entries are read, for `Benchmarks size`: half of them at its beginning
/// and half in its middle. Prints how many there were; the window stays open, so that its memory can be measured.
final class RowTour {
  private let window: ViewerWindow
  private let clock: OpaquePointer
  private let rowCount: Int
  private var seen: Set<RowIndexPath> = []
  private var isInMiddle = false
  private var frames: FrameCosts?
  private var timer: TimeoutSource?

  /// - Parameters:
  ///   - window: Its file is loading.
  ///   - clock: The window's frame clock.
  ///   - rowCount: How many rows to show.
  init(window: ViewerWindow, clock: OpaquePointer, rowCount: Int) {
    self.window = window
    self.clock = clock
    self.rowCount = rowCount
    timer = TimeoutSource(milliseconds: 20) { [weak self] in self?.beginWhenCounted() ?? .done }
  }

  private func beginWhenCounted() -> IdleSource.Next {
    guard window.hasRowsOnScreen, window.library.awaitsEntries,
      !window.library.sections.contains(where: \.isCountEstimated)
    else { return .again }
    // The list may be where it was left the last time.
    window.list.scroll(to: .row(RowIndexPath(section: 0, row: 0)), alignment: .top)
    frames = FrameCosts(of: clock, update: {}, painted: { [weak self] _ in self?.proceed() })
    gdk_frame_clock_begin_updating(clock)
    return .done
  }

  /// Goes on when all rows on screen have their texts.
  private func proceed() {
    let rows = window.list.visibleRows
    guard frames != nil, !rows.isEmpty, rows.allSatisfy({ window.entries.row(at: $0) != nil }) else { return }
    seen.formUnion(rows)
    if seen.count >= rowCount {
      gdk_frame_clock_end_updating(clock)
      frames = nil
      return StandardOutput.write("rows_seen \(seen.count)")
    }
    if !isInMiddle, seen.count >= rowCount / 2 {
      isInMiddle = true
      let section = rows[0].section
      let middle = RowIndexPath(section: section, row: window.library.sections[section].rows.count / 2)
      return window.list.scroll(to: .row(middle), alignment: .top)
    }
    guard let adjustment = gtk_scrollable_get_vadjustment(window.list.widget.pointer.opaque) else { return }
    gtk_adjustment_set_value(
      adjustment, gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment) * 0.9)
  }
}
