import CGtk
import GtkInterop
import LayoutCore

/// The keyboard focus: it is on the widget of the cursor's row, as assistive tools need it.
///
/// The list itself holds it while that row has no widget. A row with the focus keeps its widget wherever it is
/// scrolled to, and so do the rows next to it: assistive tools can always go on, beyond what is on screen.
extension ListView {
  /// The row with the focus and those next to it.
  static let maximumHeldByFocus = 3

  func connectFocus() {
    let controller = gtk_event_controller_focus_new()!
    Signal.connect(controller, "enter") { [weak self] in self?.focusEntered() }
    gtk_widget_add_controller(widget.pointer, controller)
    pool.onFocus = { [weak self] in self?.rowTookFocus($0) }
  }

  private var focusWidget: WidgetPointer? {
    guard let root = gtk_widget_get_root(widget.pointer) else { return nil }
    return gtk_root_get_focus(root)
  }

  /// Whether the list or one of its rows has its window's focus.
  var isFocusInRows: Bool {
    guard let focused = focusWidget else { return false }
    if focused == widget.pointer { return true }
    return gtk_widget_get_parent(focused) == widget.pointer && focused != sectionIndex.view?.widget.pointer
  }

  /// Gives the list the focus, if it is elsewhere.
  func takeFocus() {
    if !isFocusInRows { gtk_widget_grab_focus(widget.pointer) }
    moveFocusToCursor()
  }

  /// Moves the focus from wherever it is in the list to the cursor's row, if that has a widget.
  func moveFocusToCursor() {
    guard isFocusInRows, let view = cursorView, gtk_widget_is_focus(view.widget.pointer) == 0 else { return }
    gtk_widget_grab_focus(view.widget.pointer)
  }

  /// The same after a layout, in which it must not be done: styles change with it.
  func moveFocusToCursorLater() {
    guard !focus.isTransferringFocus, isFocusInRows, let view = cursorView,
      gtk_widget_is_focus(view.widget.pointer) == 0
    else { return }
    focus.transferFocusLater { [weak self] in self?.moveFocusToCursor() }
  }

  /// The elements that have widgets for the sake of the focus, all of them measured.
  func measuredElementsHeldByFocus() -> [ListElement] {
    var rows: [RowIndexPath?] = rowPartsOwner?.rowsHeldByFocus ?? []
    rows.removeAll { row in
      row.map { !(rowCounts.indices.contains($0.section) && $0.row < rowCounts[$0.section]) } ?? true
    }
    if isFocusInRows, let cursor = selection.cursor, geometry.elementCount > 0 {
      rows = [row(from: .row(cursor), step: -1), cursor, row(from: .row(cursor), step: 1)]
    }
    let elements = rows.compactMap { $0.map { ListElement.row($0) } }
    var isChanged = false
    for element in elements {
      guard case .estimated = geometry.height(of: element) else { continue }
      measureAhead(element)
      isChanged = true
    }
    if isChanged { scrollState.configure(in: geometry) }
    return elements
  }

  func moveFocus(_ direction: GtkDirectionType) -> Bool? {
    if let rowPartsOwner { return rowPartsOwner.moveFocus(direction) }
    // Keys that move inside the list are answered before. Tab leaves the rows, whatever row it is on, for the section
    // index, and that for what comes after the list.
    let isForward = direction == GTK_DIR_TAB_FORWARD
    if isFocusInRows { return isForward && focusSectionIndex() }
    if isFocusInSectionIndex {
      if direction == GTK_DIR_TAB_BACKWARD { focusRows() }
      return direction == GTK_DIR_TAB_BACKWARD
    }
    if direction == GTK_DIR_TAB_BACKWARD, focusSectionIndex() { return true }
    focusRows()
    return true
  }

  private func focusRows() {
    if let cursor = selection.cursor { scroll(to: .row(cursor)) }
    takeFocus()
  }

  private func focusSectionIndex() -> Bool {
    guard canFocusSectionIndex, let view = sectionIndex.view else { return false }
    return gtk_widget_grab_focus(view.widget.pointer) != 0
  }

  private var cursorView: RowView? { selection.cursor.flatMap { pool.view(of: .row($0)) } }

  private func focusEntered() {
    prepareRowWidgets()
    moveFocusToCursorLater()
    // The rows next to the cursor's get widgets.
    gtk_widget_queue_allocate(widget.pointer)
  }

  /// An assistive tool has moved the focus: the keyboard goes on from there.
  private func rowTookFocus(_ view: RowView) {
    // After an edit the widget is bound to where its row was until the next layout; the pool knows where it is.
    guard case .row(let row)? = pool.element(of: view), row != selection.cursor else { return }
    go(to: row, .keep)
  }
}
