import ArticleRows
import CGtk
import GtkInterop
import LayoutCore

/// Keys of the page besides those that scroll, and the context menu of the text.
extension ArticlePage {
  // MARK: Menu

  func addActions() {
    Action.add("copy", to: actions.pointer) { [weak self] in self?.copySelection() }
    Action.add("select-all", to: actions.pointer) { [weak self] in self?.view.selection.selectAll() }
    Action.add("open-link", to: actions.pointer) { [weak self] (address: String) in self?.open(address) }
    Action.add("copy-link", to: actions.pointer) { [weak self] (address: String) in self?.copy(address) }
    gtk_widget_insert_action_group(view.scroller, "article", actions.pointer.opaque)
    gtk_widget_insert_action_group(gtk_widget_get_parent(view.scroller), "article", actions.pointer.opaque)
  }

  /// Opens the context menu of the text at a point of the list.
  func popUpMenu(of link: ArticleLink?, at point: Point) {
    Action.setEnabled(view.selection.hasSelection, "copy", in: actions.pointer)
    let text: [Menu.Item] = [.action("_Copy", "article.copy"), .action("Select _All", "article.select-all")]
    let ofLink: [Menu.Item] =
      link.map {
        [
          .action("_Open Link", "article.open-link", target: $0.address),
          .action("Copy Link _Address", "article.copy-link", target: $0.address),
        ]
      } ?? []
    menu?.popUp(
      [.section(nil, ofLink), .section(nil, text)], x: point.x, y: point.y, in: view.list.widget.pointer)
  }

  private func copy(_ text: String) { gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text) }

  /// - Returns: Whether anything is selected.
  @discardableResult
  private func copySelection() -> Bool {
    guard let text = view.selection.selectedText else { return false }
    copy(text)
    return true
  }

  // MARK: Keys

  func connectKeys() {
    let keys = gtk_event_controller_key_new()!
    // Before the list's own keys.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] arguments in
      self?.keyPressed(arguments.uint(0), modifiers: arguments.flags(2)) ?? .unhandled
    }
    gtk_widget_add_controller(view.scroller, keys)
  }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
    let others = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    guard modifiers & others == 0 else { return .unhandled }
    switch Int32(key) {
    case GDK_KEY_a where isControl, GDK_KEY_A where isControl: view.selection.selectAll()
    case GDK_KEY_c where isControl, GDK_KEY_C where isControl, GDK_KEY_Insert where isControl:
      return copySelection() ? .handled : .unhandled
    case GDK_KEY_Escape where view.selection.hasSelection: view.selection.clear()
    case GDK_KEY_Escape, GDK_KEY_BackSpace: close()
    case GDK_KEY_Tab, GDK_KEY_KP_Tab: return view.links.moveFocus(forward: true) ? .handled : .unhandled
    case GDK_KEY_ISO_Left_Tab: return view.links.moveFocus(forward: false) ? .handled : .unhandled
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      guard let link = view.links.focused else { return .unhandled }
      open(link.address)
    case GDK_KEY_Menu: popUpMenu(of: view.links.focused, at: Point(x: 24, y: 24))
    default: return .unhandled
    }
    return .handled
  }
}
