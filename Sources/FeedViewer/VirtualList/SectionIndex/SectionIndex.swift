import GtkInterop
import LayoutCore

/// A list's section index: the strip while there is one, its entries, and where it was last used to go to.
final class SectionIndex {
  /// Called with the entry to go to.
  var onJump: (_ entry: Int) -> Void = { _ in }
  /// Called when keys are to go to the rows of the entry that is shown.
  var onEnter: () -> Void = {}

  /// nil while there is none.
  private(set) var view: SectionIndexView?
  private var isStale = false
  /// The entry that the index was last used to go to, and the adjustment's value there.
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

  /// The rows that entries lead to may be other ones.
  func rowsChanged() { isStale = true }

  /// What the index takes of every row's width now, in logical pixels.
  ///
  /// - Parameter entries: Called if they may be other ones.
  func width(entries: () -> [SectionIndexEntry]) -> Int {
    guard let view else { return 0 }
    if isStale {
      isStale = false
      jumped = nil
      view.setEntries(entries())
    }
    return view.width
  }

  /// Places the index, and marks the entry that the first row to be seen belongs to.
  ///
  /// - Parameters:
  ///   - listWidth: In logical pixels, as the height is.
  ///   - first: The first element to be seen; nil in an empty list.
  ///   - value: The adjustment's.
  func place(listWidth: Int, height: Int, isRightToLeft: Bool, first: ListElement?, value: Double) {
    guard let view else { return }
    if let jumped, jumped.value != value { self.jumped = nil }
    view.showCurrent(jumped?.entry ?? first.flatMap(entry(of:)))
    view.allocate(listWidth: listWidth, height: height, isRightToLeft: isRightToLeft)
  }

  /// The index has gone to an entry. At the list's end the top row may belong to an earlier entry: it is this one that
  /// is shown until the user scrolls.
  ///
  /// - Parameter value: The adjustment's there.
  func arrived(at entry: Int, value: Double) {
    jumped = (entry, value)
    view?.showCurrent(entry)
  }

  /// The last entry at or before an element: entries stand in the order of the list.
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
