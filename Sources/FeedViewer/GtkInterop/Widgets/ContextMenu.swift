import CGtk

/// A context menu, opened with the secondary button, a long press or the Menu key.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class ContextMenu {
  private let parent: WidgetPointer
  private let onClose: (() -> Void)?
  private var popover: GObjectReference<WidgetPointer>?
  private var closedHandler: gulong = 0
  private var focusBefore: FocusedWidget?

  /// - Parameters:
  ///   - parent: The parent of the popovers. It has a layout manager, which positions them, or calls `allocate`.
  ///   - onClose: Called when a menu has closed; gives the keyboard focus back. By default, the widget that had the
  ///     focus before takes it.
  package init(parent: WidgetPointer, onClose: (() -> Void)? = nil) {
    self.parent = parent
    self.onClose = onClose
  }

  isolated deinit {
    // The parent may be going away, and with it what could take the focus.
    popover?.use { Signal.disconnect($0, closedHandler) }
    close()
  }

  /// Whether a menu is open.
  package var isOpen: Bool { popover?.use { gtk_widget_get_mapped($0) != 0 } ?? false }

  /// Opens the menu at a point of `widget`, in logical pixels, or the nearest one inside its parent.
  package func popUp(_ items: [Menu.Item], x: Double, y: Double, in widget: WidgetPointer) {
    close()
    focusBefore = FocusedWidget(inWindowOf: parent)
    let popover = Menu.make(items).use { gtk_popover_menu_new_from_model($0.cast())! }
    gtk_widget_set_parent(popover, parent)
    self.popover = GObjectReference(retaining: popover)
    closedHandler = Signal.connect(popover, "closed") { [weak self] in self?.closed() }
    var parentX = 0.0
    var parentY = 0.0
    gtk_widget_translate_coordinates(widget, parent, x, y, &parentX, &parentY)
    // GDK 4.8 fails to place a popup at a point that is on no monitor, such as one far outside of the window.
    func inside(_ place: Double, _ length: Int32) -> Int32 { Int32(max(min(place, Double(length) - 1), 0)) }
    var point = GdkRectangle(
      x: inside(parentX, gtk_widget_get_width(parent)), y: inside(parentY, gtk_widget_get_height(parent)),
      width: 1, height: 1)
    MenuPopover.prepare(popover)
    gtk_popover_set_pointing_to(popover.cast(), &point)
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    gtk_popover_popup(popover.cast())
  }

  /// Positions the menu. For parents without a layout manager, in their layout.
  package func allocate() { popover?.use { gtk_popover_present($0.cast()) } }

  /// Closes the menu, if it is open.
  package func close() {
    guard let popover else { return }
    self.popover = nil
    popover.use { popover in
      // Destroying the parent also removes the popover.
      guard gtk_widget_get_parent(popover) != nil else { return }
      // A popover that is unparented while it is open keeps grabbing the input of all windows.
      gtk_popover_popdown(popover.cast())
      gtk_widget_unparent(popover)
    }
  }

  private func closed() {
    let before = focusBefore
    focusBefore = nil
    if let onClose { onClose() } else { before?.takeFocus() }
  }
}
