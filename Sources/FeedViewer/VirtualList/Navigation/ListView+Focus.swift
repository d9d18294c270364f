import CGtk
import GtkInterop
import LayoutCore

/// The keyboard focus. It is on the widget of the cursor's row, as assistive tools require.
///
/// While that row has no widget, the list itself has the focus. The focused row and its neighbours keep their widgets
/// when they are scrolled out of the viewport, so that assistive tools can always move on.
extension ListView {
  /// The cursor's row, those next to it, and the row with the focus while it has yet to move to the cursor's.
  static let maximumKeptByFocus = 4

  func connectFocus() {
    let controller = gtk_event_controller_focus_new()!
    Signal.connect(controller, "enter") { [weak self] in self?.focusEntered() }
    Signal.connect(controller, "leave") { [weak self] in self?.focus.inputMethod.focusLeft() }
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

  /// Gives the list the keyboard focus: the row where the keyboard was, if it has a widget.
  ///
  /// Prefer it to `gtk_widget_grab_focus`, with which assistive tools find the list focused before the row.
  public func takeFocus() {
    if !isFocusInRows {
      if let view = cursorView, gtk_widget_grab_focus(view.widget.pointer) != 0 { return }
      gtk_widget_grab_focus(widget.pointer)
    }
    moveFocusToCursor()
  }

  /// Moves the focus from anywhere in the list to the cursor's row, if the row has a widget.
  func moveFocusToCursor() {
    guard isFocusInRows, let view = cursorView, gtk_widget_is_focus(view.widget.pointer) == 0 else { return }
    gtk_widget_grab_focus(view.widget.pointer)
  }

  /// Does the same in the next iteration of the loop: moving the focus changes styles, which is not allowed in a layout.
  func moveFocusToCursorLater() {
    guard !focus.isTransferringFocus, isFocusInRows, let view = cursorView,
      gtk_widget_is_focus(view.widget.pointer) == 0
    else { return }
    focus.transferFocusLater { [weak self] in
      guard let self else { return }
      moveFocusToCursor()
      // The row that had the focus needs no widget any more.
      queueLayout()
    }
  }

  /// The elements that keep their widgets because of the focus; all are measured.
  func measuredElementsKeptByFocus() -> [ListElement] {
    var elements = rowsKeptByParts
    if isFocusInRows, let cursor = selection.cursor, geometry.elementCount > 0 {
      let focused = focusedElement
      let rows = [
        geometry.row(from: .row(cursor), step: -1), cursor, geometry.row(from: .row(cursor), step: 1),
      ]
      elements = rows.compactMap { $0.map { ListElement.row($0) } }
      // Without its widget the focus would go to the list, and assistive tools would say so, before it goes to the row.
      if let focused, !elements.contains(focused) { elements.append(focused) }
    }
    var isChanged = false
    for element in elements {
      guard case .estimated = geometry.height(of: element) else { continue }
      measureAhead(element)
      isChanged = true
    }
    if isChanged { scrollState.configure(in: geometry) }
    return elements
  }

  /// Rows whose widgets are held by the widgets in them.
  private var rowsKeptByParts: [ListElement] {
    (rowPartsOwner?.keptRows ?? []).filter {
      rowCounts.indices.contains($0.section) && $0.row < rowCounts[$0.section]
    }.map { .row($0) }
  }

  func moveFocus(_ direction: GtkDirectionType) -> Bool? {
    if let rowPartsOwner { return rowPartsOwner.moveFocus(direction) }
    // Keys that move the cursor are handled elsewhere. Tab moves from any row to the section index, and from there to
    // the widget after the list.
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

  /// The row whose widget has the focus.
  private var focusedElement: ListElement? {
    let widget = focusWidget
    return pool.boundElements.first { pool.view(of: $0)?.widget.pointer == widget }
  }

  private var cursorView: RowView? { selection.cursor.flatMap { pool.view(of: .row($0)) } }

  private func focusEntered() {
    prepareRowWidgets()
    moveFocusToCursorLater()
    // The neighbours of the cursor's row get widgets.
    queueLayout()
  }

  /// Moves the cursor to a row that an assistive tool has focused.
  private func rowTookFocus(_ view: RowView) {
    // Between an edit and the next layout the widget's binding has the old index path; the pool knows the new one.
    guard case .row(let row)? = pool.element(of: view), row != selection.cursor else { return }
    go(to: row, .keep)
  }
}
