import CGtk
import FeedViewerRows
import GtkInterop
import LayoutCore

/// Keys of the page besides those that scroll.
extension ArticlePage {
  func connectKeys() {
    // Before the list's own keys.
    KeyPresses.connect(to: view.scroller, phase: GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
      self?.keyPressed(key, modifiers: modifiers) ?? .unhandled
    }
  }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    let others = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    guard modifiers & others == 0 else { return .unhandled }
    if isShift, view.selection.keyPressed(key, modifiers: modifiers) == .handled { return .handled }
    if isControl { return controlKeyPressed(key) }
    switch Int32(key) {
    case GDK_KEY_Escape where findBar.field.isOpen: findBar.field.close()
    case GDK_KEY_Escape where view.selection.hasSelection: view.selection.clear()
    case GDK_KEY_Escape, GDK_KEY_BackSpace: WindowCommand.back.perform(from: widget)
    case GDK_KEY_Left where !isMirrored, GDK_KEY_Right where isMirrored:
      WindowCommand.back.perform(from: widget)
    case GDK_KEY_space where !isShift: if !view.links.activateFocusedButton() { turnPage() }
    case GDK_KEY_Tab, GDK_KEY_KP_Tab: return view.links.moveFocus(forward: true) ? .handled : .unhandled
    case GDK_KEY_ISO_Left_Tab: return view.links.moveFocus(forward: false) ? .handled : .unhandled
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      guard let link = view.links.focused else { return .unhandled }
      open(link.address)
    case GDK_KEY_Menu: popUpMenuOfFocus()
    case GDK_KEY_F10 where isShift: popUpMenuOfFocus()
    default: return .unhandled
    }
    return .handled
  }

  private var isMirrored: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

  private func controlKeyPressed(_ key: UInt32) -> EventResult {
    switch Int32(gdk_keyval_to_lower(key)) {
    case GDK_KEY_a: view.selection.selectAll()
    case GDK_KEY_c, GDK_KEY_Insert: return copySelection() ? .handled : .unhandled
    default: return .unhandled
    }
    return .handled
  }
}
