import CGtk
import GtkInterop
import LayoutCore

/// Single keys, which work in every pane but never in a text entry.
extension ViewerWindow {
  func connectKeys() {
    // Before the list's own keys.
    KeyPresses.connect(to: panes.widget, phase: GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
      self?.keyPressed(key, modifiers: modifiers) ?? .unhandled
    }
    // The page that is shown while files are read need not have the focus.
    KeyPresses.connect(to: pointer.cast()) { [weak self] key, _ in
      Int32(key) == GDK_KEY_Escape && self?.stopLoading() == true ? .handled : .unhandled
    }
  }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let others = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_CONTROL_MASK.rawValue
    guard modifiers & others == 0, keyTarget != .textEntry,
      keeper.settings[ViewerSetting.singleKeyShortcuts]
    else { return .unhandled }
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    // Some layouts need Shift for these two.
    switch Int32(key) {
    case GDK_KEY_slash: return perform("search")
    case GDK_KEY_question: return perform("shortcuts")
    case GDK_KEY_space where !isReading && hasArticle && isFocusInList:
      // Who pages through an entry reads it.
      if let row = article.row { markOpened(row) }
      if isShift { article.turnPageBack() } else { article.turnPage() }
      return .handled
    default: break
    }
    // In the sidebar, letters look for a list.
    guard keyTarget != .feeds else { return .unhandled }
    let letter = Int32(gdk_keyval_to_lower(key))
    if isShift { return letter == GDK_KEY_a ? perform("mark-all-read") : .unhandled }
    switch letter {
    case GDK_KEY_j: goOn(.next)
    case GDK_KEY_k: goOn(.previous)
    case GDK_KEY_n: return perform("next-unread")
    case GDK_KEY_p: return perform("previous-unread")
    case GDK_KEY_o, GDK_KEY_v: return perform("open-link")
    case GDK_KEY_m, GDK_KEY_u: return perform("toggle-read")
    case GDK_KEY_s: return perform("toggle-starred")
    default: return .unhandled
    }
    return .handled
  }

  private var isFocusInList: Bool {
    FocusedWidget(inWindowOf: panes.widget)?.isInside(list.widget.pointer) ?? false
  }

  /// Goes to the next or previous article; in a list alone, to the next or previous row.
  private func goOn(_ direction: ArticlePage.Turn) {
    guard !isReading, !panes.arrangement.isSplit else { return turn(direction) }
    let place = list.selectedRow ?? .beforeFirst
    if let row = entries.sections.article(direction == .next, from: place) {
      list.select(row)
      list.scroll(to: .row(row))
    }
  }

  /// Activates an action of the window, if there is such an action.
  private func perform(_ action: String) -> EventResult {
    guard g_action_group_has_action(pointer.opaque, action) != 0 else { return .unhandled }
    g_action_group_activate_action(pointer.opaque, action, nil)
    return .handled
  }
}
