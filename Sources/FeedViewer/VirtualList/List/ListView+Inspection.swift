import CGtk
import LayoutCore

/// The rows on screen, for tests and benchmarks.
extension ListView {
  /// A row or header in the viewport, as its widget shows it.
  package struct ElementOnScreen {
    package let element: ListElement
    package let identity: ItemIdentity?
    package let content: (any Sendable)?
    /// From the list's top, in logical pixels.
    package let top: Double
    /// As allocated, in logical pixels.
    package let height: Int
    /// Of the layout that is drawn, in device pixels.
    package let layoutHeight: Int?
    package let isSelected: Bool
    /// What its drawing tells assistive tools besides its name, such as why a picture is missing.
    package let accessibleDescription: String?
  }

  package var elementsOnScreen: [ElementOnScreen] {
    pool.boundElements.sorted().compactMap { element in
      guard let view = pool.view(of: element) else { return nil }
      let row = view.widget.pointer
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(row, widget.pointer, &bounds) != 0,
        bounds.origin.y < Float(gtk_widget_get_height(widget.pointer))
      else { return nil }
      // The widget's own height is rounded up to whole logical pixels.
      let height =
        view.layoutHeight.map { Double($0) / scrollState.origin.scale } ?? Double(bounds.size.height)
      guard Double(bounds.origin.y) + height > 0 else { return nil }
      return ElementOnScreen(
        element: element, identity: view.binding?.identity, content: view.content,
        top: Double(bounds.origin.y), height: Int(gtk_widget_get_height(row)),
        layoutHeight: view.layoutHeight,
        isSelected: gtk_widget_get_state_flags(row).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0,
        accessibleDescription: view.painter?.accessibleDescription)
    }
  }

  /// Whether the present scroll offset has been laid out, with every row on screen measured. Where an edit or a jump has pinned a
  /// row for the next layout, the rows on screen are still the old ones.
  package var isLaidOutAtItsOffset: Bool {
    guard gtk_widget_get_mapped(widget.pointer) != 0, conditions != nil, scrollState.pendingPin == nil
    else { return false }
    guard let anchor = scrollState.anchor else { return geometry.elementCount == 0 }
    let areMeasured = pool.boundElements.allSatisfy {
      if case .measured = geometry.height(of: $0) { true } else { false }
    }
    return areMeasured && !pool.boundElements.isEmpty && anchor.offset(in: geometry) == contentOffset
  }
}
