import CGtk
import FeedViewerBase
import GtkInterop

/// A menu button of a header bar, whose menu is made when it is opened.
final class HeaderMenuButton {
  let widget: WidgetPointer = gtk_menu_button_new()
  weak var follower: (any WindowEventFollower)?
  /// Widgets of the menu, by their names in it. A menu with widgets keeps its items.
  var widgets: [String: WidgetPointer] = [:]
  private let makeItems: () -> [Menu.Item]
  private let menu = Menu.make([])
  private var focusBefore: FocusedWidget?

  /// - Parameters:
  ///   - icon: Nil for an arrow.
  ///   - name: The tooltip, and the name for assistive tools.
  ///   - makeItems: Gives the items of the menu as it opens.
  init(icon: String?, name: String, makeItems: @escaping () -> [Menu.Item]) {
    self.makeItems = makeItems
    if let icon {
      gtk_menu_button_set_icon_name(widget.opaque, icon)
    } else {
      gtk_menu_button_set_always_show_arrow(widget.opaque, 1)
      // GTK names the arrow, which is innermost, after its class.
      var part = widget
      while let child = gtk_widget_get_first_child(part) { part = child }
      Accessible.setHidden(true, of: part)
    }
    gtk_widget_set_tooltip_text(widget, name)
    Accessible.setLabel(name, of: widget)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    MenuButton.onOpening(widget) { [weak self] in self?.fill() }
  }

  private func fill() {
    focusBefore = FocusedWidget(inWindowOf: widget)
    let items = makeItems()
    let isNew = gtk_menu_button_get_menu_model(widget.opaque) == nil
    if isNew || widgets.isEmpty { Menu.replaceItems(of: menu, with: items) }
    guard isNew else { return }
    menu.use { gtk_menu_button_set_menu_model(widget.opaque, $0.cast()) }
    guard let popover = gtk_menu_button_get_popover(widget.opaque) else {
      preconditionFailure("A menu button with a menu model must have a popover.")
    }
    for (name, child) in widgets { gtk_popover_menu_add_child(popover.opaque, child, name) }
    MenuPopover.prepare(popover.cast())
    Signal.connect(popover, "closed") { [weak self] in self?.closed() }
  }

  /// Gives the keyboard focus back: GTK 4.8 would leave it on the menu or the button.
  private func closed() {
    let before = focusBefore
    focusBefore = nil
    follower?.follow(.menuClosed(before))
    // In GTK 4.18 the button takes the focus after the menu has told that it is closed.
    Task { [weak self] in
      guard let self, FocusedWidget(inWindowOf: widget)?.isInside(widget) == true else { return }
      follower?.follow(.menuClosed(before))
    }
  }
}
