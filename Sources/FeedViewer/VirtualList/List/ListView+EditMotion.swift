import CGtk
import GtkInterop
import LayoutCore

/// Animated edits, if the desktop's animations are on.
extension ListView {
  var wantsAnimations: Bool {
    guard let settings = gtk_settings_get_for_display(gtk_widget_get_display(widget.pointer)) else {
      return false
    }
    return ObjectProperty.isOn("gtk-enable-animations", of: settings)
  }

  /// The painted position of an element, from the viewport's top in device pixels; nil if it is not on screen.
  func paintedY(of element: ListElement) -> Int? {
    guard geometry.elementCount > 0, pool.view(of: element) != nil else { return nil }
    return scrollState.placedY(of: element, in: geometry) + editMotion.displacement(of: element)
  }

  /// Captures the rows on screen before an edit is applied.
  func captureBeforeEdit(before change: ChangeSet) {
    guard !change.isEmpty, !change.isReloadData, conditions != nil, wantsAnimations,
      gtk_widget_get_mapped(widget.pointer) != 0
    else { return }
    if !editMotion.isCaptured { editMotion.capture(rowsOnScreen, value: surface.value) }
    editMotion.apply(change)
  }

  /// Starts the animation of captured edits, once rows have their new positions.
  func animateEdits() {
    guard editMotion.isCaptured else { return }
    editMotion.begin(
      to: rowsOnScreen.map { ($0.element, $0.y) }, on: surface, pageHeight: pageHeight)
  }

  func snapshotEdits(on snapshot: OpaquePointer) {
    let sticky = scrollState.stickyHeader.map { ListElement.header($0.section) }
    editMotion.snapshot(boundRows.filter { $0.element != sticky }, from: surface, on: snapshot)
    if let sticky, let view = pool.view(of: sticky) {
      gtk_widget_snapshot_child(widget.pointer, view.widget.pointer, snapshot)
    }
  }

  private var surface: EditMotion.Surface {
    EditMotion.Surface(
      widget: widget.pointer, value: Int((scrollState.valueInPixels ?? 0).rounded()),
      scale: scrollState.origin.scale)
  }

  /// The rows with widgets, in the order of the list.
  private var boundRows: [EditMotion.PlacedRow] {
    guard geometry.elementCount > 0 else { return [] }
    return pool.boundElements.sorted().compactMap { element in
      pool.view(of: element).map {
        EditMotion.PlacedRow(
          element: element, view: $0, y: scrollState.placedY(of: element, in: geometry))
      }
    }
  }

  private var rowsOnScreen: [EditMotion.PlacedRow] {
    boundRows.filter { $0.y < pageHeight && $0.y + geometry.height(of: $0.element).value > 0 }
  }
}
