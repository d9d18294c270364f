import GtkInterop
import LayoutCore

/// The section index of a list: its view, its entries, and the entry that was last used.
final class SectionIndex {
  /// Called with the entry to scroll to.
  var onJump: (_ entry: Int) -> Void = { _ in }
  /// Called when the focus should move to the rows of the current entry.
  var onEnter: () -> Void = {}

  /// nil while the index is not shown.
  private(set) var view: SectionIndexView?
  private var isStale = false
  /// The entry that was last used, and the adjustment's value there.
  private var jumped: (entry: Int, value: Double)?

  func show(in parent: WidgetPointer) {
    let view = SectionIndexView(parent: parent)
    view.onJump = { [weak self] in self?.onJump($0) }
    view.onEnter = { [weak self] in self?.onEnter() }
    self.view = view
    isStale = true
  }

  func hide() {
    view?.unparent()
    view = nil
  }

  /// Call when the rows to which entries lead may have changed.
  func rowsChanged() { isStale = true }

  /// The view with the entries of the present rows; nil while the index is not shown.
  ///
  /// - Parameter entries: Called if the entries may have changed.
  func current(entries: () -> [SectionIndexEntry]) -> SectionIndexView? {
    guard let view else { return nil }
    if isStale {
      isStale = false
      jumped = nil
      view.setEntries(entries())
    }
    return view
  }

  /// Places the index, and marks the entry of the first visible row.
  ///
  /// - Parameters:
  ///   - listWidth: In logical pixels, like the height.
  ///   - first: The first visible element; nil in an empty list.
  ///   - value: The adjustment's value.
  func place(listWidth: Int, height: Int, isRightToLeft: Bool, first: ListElement?, value: Double) {
    guard let view else { return }
    if let jumped, jumped.value != value { self.jumped = nil }
    view.showCurrent(jumped?.entry ?? first.flatMap(entry(of:)))
    view.allocate(listWidth: listWidth, height: height, isRightToLeft: isRightToLeft)
  }

  /// Call when the list was scrolled to an entry. At the list's end the top row may belong to an earlier entry; this entry
  /// stays marked until the user scrolls.
  ///
  /// - Parameter value: The adjustment's value there.
  func arrived(at entry: Int, value: Double) {
    jumped = (entry, value)
    view?.showCurrent(entry)
  }

  /// The last entry at or before an element; entries are in the order of the list.
  private func entry(of element: ListElement) -> Int? {
    guard let entries = view?.entries, !entries.isEmpty else { return nil }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].element <= element { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }
}
