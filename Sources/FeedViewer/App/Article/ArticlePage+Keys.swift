import CGtk
import GtkInterop

/// Keyboard scrolling, copying, and the context menu of the text.
extension ArticlePage {
  /// The scroll distance of an arrow key, in logical pixels.
  private static let step = 56.0

  // MARK: Menu

  func addActions() {
    Action.add("copy", to: actions.pointer) { [weak self] in self?.copySelection() }
    Action.add("select-all", to: actions.pointer) { [weak self] in self?.selector.selectAll() }
    Action.add("open-link", to: actions.pointer) { [weak self] (address: String) in self?.open(address) }
    Action.add("copy-link", to: actions.pointer) { [weak self] (address: String) in self?.copy(address) }
    gtk_widget_insert_action_group(scroller, "article", actions.pointer.opaque)
  }

  /// Opens the context menu of the text at a point of the page.
  func popUpMenu(link: String?, x: Double, y: Double) {
    Action.setEnabled(selector.hasSelection, "copy", in: actions.pointer)
    let text: [Menu.Item] = [.action("_Copy", "article.copy"), .action("Select _All", "article.select-all")]
    let ofLink: [Menu.Item] =
      link.map {
        [
          .action("_Open Link", "article.open-link", target: $0),
          .action("Copy Link _Address", "article.copy-link", target: $0),
        ]
      } ?? []
    menu?.popUp([.section(nil, ofLink), .section(nil, text)], x: x, y: y, in: selector.widget)
  }

  private func copy(_ text: String) { gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text) }

  /// - Returns: Whether anything is selected.
  @discardableResult
  private func copySelection() -> Bool {
    guard let text = selector.selectedText else { return false }
    copy(text)
    return true
  }

  // MARK: Keys

  func connectKeys() {
    let keys = gtk_event_controller_key_new()!
    Signal.connect(keys, "key-pressed") { [weak self] arguments in
      self?.keyPressed(arguments.uint(0), modifiers: arguments.flags(2)) ?? .unhandled
    }
    gtk_widget_add_controller(scroller, keys)
    let early = gtk_event_controller_key_new()!
    // In the capture phase, because labels with links handle the keys that move a text cursor.
    gtk_event_controller_set_propagation_phase(early, GTK_PHASE_CAPTURE)
    Signal.connect(early, "key-pressed") { [weak self] arguments in
      guard let self, !self.menuHasFocus else { return .unhandled }
      self.linkTracker.keyPressed()
      return self.keyPressedEarly(arguments.uint(0), modifiers: arguments.flags(2))
    }
    gtk_widget_add_controller(scroller, early)
  }

  /// Moves the keyboard focus to the page without scrolling to its beginning.
  func focusPage() {
    guard gtk_widget_is_focus(beginning) == 0, let viewport = gtk_scrolled_window_get_child(scroller.opaque)
    else { return }
    gtk_viewport_set_scroll_to_focus(viewport.opaque, 0)
    gtk_widget_grab_focus(beginning)
    gtk_viewport_set_scroll_to_focus(viewport.opaque, 1)
  }

  /// Whether the focus is in a popover menu.
  private var menuHasFocus: Bool {
    guard let root = gtk_widget_get_root(scroller), let focus = gtk_root_get_focus(root) else { return false }
    return gtk_widget_get_native(focus) != gtk_widget_get_native(scroller)
  }

  /// Handles keys for the page's text, wherever on the page the focus is.
  func keyPressedEarly(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
    switch Int32(key) {
    case GDK_KEY_a where isControl, GDK_KEY_A where isControl: selector.selectAll()
    case GDK_KEY_c where isControl, GDK_KEY_C where isControl, GDK_KEY_Insert where isControl:
      return copySelection() ? .handled : .unhandled
    case GDK_KEY_Escape where selector.hasSelection: selector.clear()
    case GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up,
      GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, GDK_KEY_Home, GDK_KEY_KP_Home, GDK_KEY_End, GDK_KEY_KP_End:
      return keyPressed(key, modifiers: modifiers)
    default: return .unhandled
    }
    return .handled
  }

  private func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let others = GDK_ALT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_SUPER_MASK.rawValue
    guard modifiers & others == 0 else { return .unhandled }
    let isShifted = modifiers & GDK_SHIFT_MASK.rawValue != 0
    switch Int32(key) {
    case GDK_KEY_Escape, GDK_KEY_BackSpace: close()
    case GDK_KEY_Up, GDK_KEY_KP_Up: scroll(by: -Self.step)
    case GDK_KEY_Down, GDK_KEY_KP_Down: scroll(by: Self.step)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: scroll(by: -page)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: scroll(by: page)
    case GDK_KEY_space: scroll(by: isShifted ? -page : page)
    case GDK_KEY_Home, GDK_KEY_KP_Home: scroll(by: -.greatestFiniteMagnitude)
    case GDK_KEY_End, GDK_KEY_KP_End: scroll(by: .greatestFiniteMagnitude)
    default: return .unhandled
    }
    return .handled
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(scroller.opaque)
  }

  /// One viewport height less a small overlap.
  private var page: Double { max(Self.step, gtk_adjustment_get_page_size(adjustment) - Self.step) }

  func scroll(by distance: Double) {
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
  }
}
