import CGtk
import GtkInterop
import LayoutCore

/// The section index: an optional strip at the end side that leads to the places its data source names.
extension ListView {
  /// Whether there is a section index, as long as the data source has entries for one. Rows are narrower beside it.
  public var showsSectionIndex: Bool {
    get { sectionIndex != nil }
    set {
      guard newValue != showsSectionIndex else { return }
      if newValue {
        let index = SectionIndexView(parent: widget.pointer)
        index.onJump = { [weak self] in self?.jump(toEntry: $0) }
        index.onEnter = { [weak self] in self?.enterCurrentSection() }
        sectionIndex = index
        sectionIndexIsStale = true
      } else {
        if isFocusInSectionIndex { takeFocus() }
        sectionIndex?.unparent()
        sectionIndex = nil
      }
      gtk_widget_queue_resize(widget.pointer)
    }
  }

  /// What the index takes of every row's width now, in logical pixels.
  func currentSectionIndexWidth() -> Int {
    guard let sectionIndex else { return 0 }
    if sectionIndexIsStale {
      sectionIndexIsStale = false
      jumpedEntry = nil
      sectionIndex.setEntries(dataSource?.sectionIndexEntries(in: self) ?? [])
    }
    return sectionIndex.width
  }

  /// Called in the layout, when rows have their places.
  func placeSectionIndex(width: Int, height: Int) {
    guard let sectionIndex, let conditions, let adjustment = verticalAdjustment else { return }
    if let jumped = jumpedEntry, jumped.value != gtk_adjustment_get_value(adjustment) { jumpedEntry = nil }
    sectionIndex.showCurrent(jumpedEntry?.entry ?? entryAtTop())
    sectionIndex.allocate(
      listWidth: width, height: height, isRightToLeft: conditions.environment.direction == .rightToLeft)
  }

  /// The entry that the first row to be seen belongs to.
  private func entryAtTop() -> Int? {
    guard let entries = sectionIndex?.entries, !entries.isEmpty else { return nil }
    let seen = max(contentOffset, 0) + (stickyHeader?.bottom ?? 0)
    guard let element = geometry.element(atOffset: seen)?.element else { return nil }
    // Entries stand in the order of the list.
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].element <= element { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// Brings an entry's place to the top, exactly.
  private func jump(toEntry entry: Int) {
    guard let sectionIndex, let adjustment = verticalAdjustment, sectionIndex.entries.indices.contains(entry)
    else { return }
    idle.userScrolled()
    if sectionIndex.current != entry {
      scroll(to: sectionIndex.entries[entry].element, alignment: .top)
    } else {
      gtk_widget_queue_allocate(widget.pointer)
    }
    // At the list's end the top row may belong to an earlier entry: it is this one that was gone to.
    jumpedEntry = (entry, gtk_adjustment_get_value(adjustment))
    sectionIndex.showCurrent(entry)
  }

  /// Keys go on from the first row of the entry that is shown.
  private func enterCurrentSection() {
    guard let sectionIndex, let entry = sectionIndex.current else { return }
    let element = sectionIndex.entries[entry].element
    let first: RowIndexPath? = if case .row(let row) = element { row } else { row(from: element, step: 1) }
    gtk_widget_grab_focus(widget.pointer)
    if let first { go(to: first, .select) }
  }

  var isFocusInSectionIndex: Bool {
    guard let sectionIndex else { return false }
    return gtk_widget_is_focus(sectionIndex.widget.pointer) != 0
  }

  /// Whether Tab stops at the index.
  var canFocusSectionIndex: Bool { sectionIndex?.entries.isEmpty == false }
}
