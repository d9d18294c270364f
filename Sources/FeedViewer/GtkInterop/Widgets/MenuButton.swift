import CGtk

/// Menu buttons whose menus are made when they are opened, instead of together with their window.
package enum MenuButton {
  /// Calls `body` each time the menu of a GtkMenuButton is about to open. `body` may set the button's menu.
  package static func onOpening(_ button: WidgetPointer, _ body: @escaping () -> Void) {
    gtk_menu_button_set_create_popup_func(
      button.opaque,
      { _, data in Unmanaged<OpeningBox>.fromOpaque(data!).takeUnretainedValue().body() },
      Unmanaged.passRetained(OpeningBox(body)).toOpaque(), OpeningBox.release)
  }
}

/// The closure of a button, retained when it is set and released only by its destroy notification.
private final class OpeningBox {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  nonisolated static let release: @convention(c) (gpointer?) -> Void = {
    Unmanaged<OpeningBox>.fromOpaque($0!).release()
  }
}
