import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop
import VirtualList

/// A table over the list with live statistics of the height caches.
final class StatisticsOverlay {
  /// In milliseconds: fast enough to follow changes, slow enough to read.
  private static let interval: UInt32 = 200

  let widget: WidgetPointer = gtk_grid_new()
  private weak var list: ListView?
  private var timer: TimeoutSource?
  private var values: [OpaquePointer] = []

  init(list: ListView) {
    self.list = list
    gtk_widget_add_css_class(widget, "statistics")
    Accessible.setLabel(localized("Statistics"), of: widget)
    gtk_widget_set_halign(widget, GTK_ALIGN_END)
    gtk_widget_set_valign(widget, GTK_ALIGN_END)
    gtk_widget_set_can_target(widget, 0)
    gtk_grid_set_column_spacing(widget.cast(), 12)
    setVisible(false)
  }

  /// The labels are created when the overlay is first shown.
  private func fill() {
    for (index, line) in lines(of: ListStatistics(), mode: .none).enumerated() {
      let name = label(line.name, xalign: 0)
      gtk_widget_add_css_class(name, "dim-label")
      let value = label("", xalign: 1)
      gtk_label_set_width_chars(value.opaque, 9)
      gtk_grid_attach(widget.cast(), name, 0, Int32(index), 1, 1)
      gtk_grid_attach(widget.cast(), value, 1, Int32(index), 1, 1)
      values.append(value.opaque)
    }
  }

  func setVisible(_ isVisible: Bool) {
    gtk_widget_set_visible(widget, isVisible ? 1 : 0)
    guard isVisible else {
      timer = nil
      return
    }
    if values.isEmpty { fill() }
    update()
    timer = TimeoutSource(milliseconds: Self.interval) { [weak self] in
      self?.update()
      return self == nil ? .done : .again
    }
  }

  private func update() {
    guard let list else { return }
    for (label, line) in zip(values, lines(of: list.statistics, mode: list.cacheMode)) {
      gtk_label_set_text(label, line.value)
    }
  }

  private func lines(of statistics: ListStatistics, mode: HeightCacheMode) -> [(name: String, value: String)]
  {
    let pages = LoadedPages.shared.counts
    return [
      (localized("Mode"), mode.title),
      (localized("Rows"), EntryCount.grouped(statistics.rowCount)),
      (localized("Heights known"), EntryCount.grouped(statistics.measuredRowCount)),
      (localized("Texts read"), EntryCount.grouped(pages.read)),
      (localized("Texts forgotten"), EntryCount.grouped(pages.forgotten)),
      (localized("Heights cached"), EntryCount.grouped(statistics.cachedHeightCount)),
      (localized("Measured"), EntryCount.grouped(statistics.measurements)),
      (localized("Cache hits"), EntryCount.grouped(statistics.hits)),
      (localized("Precached"), EntryCount.grouped(statistics.precached)),
      (localized("Heights corrected"), EntryCount.grouped(statistics.correctedHeights)),
      (localized("Live row widgets"), EntryCount.grouped(statistics.liveRowWidgets)),
      (localized("Time in height function"), statistics.timeInHeightFunction.inMilliseconds),
    ]
  }

  private func label(_ text: String, xalign: Float) -> WidgetPointer {
    let label = gtk_label_new(text)!
    gtk_label_set_xalign(label.opaque, xalign)
    // Letters of another script have other heights than the digits beside them.
    gtk_widget_set_valign(label, GTK_ALIGN_BASELINE)
    return label
  }
}

extension Duration {
  /// "12.3 ms".
  fileprivate var inMilliseconds: String {
    let tenths = Int(components.seconds) * 10_000 + Int(components.attoseconds / 100_000_000_000_000)
    return localized("\(NumberText.decimal(tenths: tenths)) ms")
  }
}
