import CGtk
import GtkInterop
import LayoutCore

/// The section index: an optional strip at the list's trailing edge with the entries of the data source.
extension ListView {
  /// Whether the section index is shown, provided that the data source has entries for it. It makes rows narrower.
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

  /// Call when the data source has other entries for the section index, though its rows have not changed.
  public func sectionIndexChanged() {
    sectionIndex.rowsChanged()
    gtk_widget_queue_resize(widget.pointer)
  }

  func connectSectionIndex() {
    sectionIndex.onJump = { [weak self] in self?.jump(toEntry: $0) }
    sectionIndex.onEnter = { [weak self] in self?.enterCurrentSection() }
  }

  /// The width by which the index makes rows narrower, in logical pixels.
  var sectionIndexWidth: Int { currentSectionIndex?.width ?? 0 }

  /// Rows may have changed since the last layout, and keys and the pointer don't wait for the next one.
  private var currentSectionIndex: SectionIndexView? {
    sectionIndex.current { dataSource?.sectionIndexEntries(in: self) ?? [] }
  }

  /// Places the index during the layout, after the rows.
  func placeSectionIndex(width: Int, height: Int) {
    guard sectionIndex.view != nil, let conditions, let value = scrollState.port.value else { return }
    let seen = max(contentOffset, 0) + (scrollState.stickyHeader?.bottom ?? 0)
    sectionIndex.place(
      listWidth: width, height: height,
      isRightToLeft: conditions.environment.direction == .rightToLeft,
      first: geometry.element(atOffset: seen)?.element, value: value)
  }

  /// Scrolls the element of an entry to the viewport's top.
  private func jump(toEntry entry: Int) {
    guard let view = currentSectionIndex, verticalAdjustment != nil, view.entries.indices.contains(entry)
    else { return }
    idle.userScrolled()
    if view.current != entry {
      scroll(to: view.entries[entry].element, alignment: .top)
    } else {
      queueLayout()
    }
    if let value = scrollState.port.value { sectionIndex.arrived(at: entry, value: value) }
  }

  /// Moves the focus to the first row of the current entry.
  private func enterCurrentSection() {
    guard let view = currentSectionIndex, let entry = view.current else { return }
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

  /// Whether Tab can focus the index.
  var canFocusSectionIndex: Bool { sectionIndex.view?.entries.isEmpty == false }
}
