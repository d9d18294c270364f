import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// Has entries loaded that a fling will show in its next frames.
final class FlingReader {
  private let entries: ShownEntries
  private weak var list: ListView?
  private var steps = FrameSteps()

  init(_ entries: ShownEntries, of list: ListView) {
    self.entries = entries
    self.list = list
    guard let adjustment = gtk_scrollable_get_vadjustment(list.widget.pointer.opaque) else { return }
    Signal.connect(adjustment, "value-changed") { [weak self] in self?.moved(adjustment) }
  }

  private func moved(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    let page = gtk_adjustment_get_page_size(adjustment)
    let distances = steps.moved(to: gtk_adjustment_get_value(adjustment), page: page)
    guard !distances.isEmpty, entries.library.awaitsEntries, let list else { return }
    entries.need(
      distances.flatMap { distance in
        rows(from: list.row(atY: distance), to: list.row(atY: distance + page))
      })
  }

  /// The rows of a frame, and some around them: rows between may turn out to be higher or lower than they seem.
  private func rows(from first: RowIndexPath?, to last: RowIndexPath?) -> [RowIndexPath] {
    guard let first = first ?? last, let last = last ?? Optional(first), first.section == last.section else {
      return []
    }
    let section = first.section
    // Neighbours in another order need not be of one group.
    let step = entries.order == nil ? FileOutline.groupLength : 1
    let margin = FileOutline.groupLength / 2
    let low = max(0, first.row - margin)
    let high = min(entries.section(at: section).rows.count - 1, last.row + margin)
    guard low <= high else { return [] }
    return stride(from: low, to: high, by: step).map {
      RowIndexPath(section: section, row: $0)
    } + [RowIndexPath(section: section, row: high)]
  }
}
