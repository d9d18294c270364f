import CGtk
import GtkInterop
import LayoutCore

/// The section index: an optional strip at the end side that leads to the places its data source names.
extension ListView {
  /// Whether there is a section index, as long as the data source has entries for one. Rows are narrower beside it.
  public var showsSectionIndex: Bool {
    get { sectionIndex.view != nil }
    set {
      guard newValue != showsSectionIndex else { return }
      if newValue {
        sectionIndex.show(in: widget.pointer)
      } else {
        if isFocusInSectionIndex { takeFocus() }
        sectionIndex.hide()
      }
      gtk_widget_queue_resize(widget.pointer)
    }
  }

  func connectSectionIndex() {
    sectionIndex.onJump = { [weak self] in self?.jump(toEntry: $0) }
    sectionIndex.onEnter = { [weak self] in self?.enterCurrentSection() }
  }

  /// What the index takes of every row's width now, in logical pixels.
  var sectionIndexWidth: Int {
    sectionIndex.width { dataSource?.sectionIndexEntries(in: self) ?? [] }
  }

  /// Called in the layout, when rows have their places.
  func placeSectionIndex(width: Int, height: Int) {
    guard sectionIndex.view != nil, let conditions, let value = scrollState.port.value else { return }
    let seen = max(contentOffset, 0) + (scrollState.stickyHeader?.bottom ?? 0)
    sectionIndex.place(
      listWidth: width, height: height,
      isRightToLeft: conditions.environment.direction == .rightToLeft,
      first: geometry.element(atOffset: seen)?.element, value: value)
  }

  /// Brings an entry's place to the top, exactly.
  private func jump(toEntry entry: Int) {
    guard let view = sectionIndex.view, verticalAdjustment != nil, view.entries.indices.contains(entry)
    else { return }
    idle.userScrolled()
    if view.current != entry {
      scroll(to: view.entries[entry].element, alignment: .top)
    } else {
      gtk_widget_queue_allocate(widget.pointer)
    }
    if let value = scrollState.port.value { sectionIndex.arrived(at: entry, value: value) }
  }

  /// Keys go on from the first row of the entry that is shown.
  private func enterCurrentSection() {
    guard let view = sectionIndex.view, let entry = view.current else { return }
    let element = view.entries[entry].element
    let first: RowIndexPath? =
      if case .row(let row) = element { row } else { geometry.row(from: element, step: 1) }
    gtk_widget_grab_focus(widget.pointer)
    if let first { go(to: first, .select) }
  }

  var isFocusInSectionIndex: Bool {
    guard let view = sectionIndex.view else { return false }
    return gtk_widget_is_focus(view.widget.pointer) != 0
  }

  /// Whether Tab stops at the index.
  var canFocusSectionIndex: Bool { sectionIndex.view?.entries.isEmpty == false }
}
