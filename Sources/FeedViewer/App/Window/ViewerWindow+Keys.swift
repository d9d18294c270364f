import CGtk
import GtkInterop
import LayoutCore

/// Single keys, which work in every pane but never in a text entry.
extension ViewerWindow {
  func connectKeys() {
    // Before the application's shortcuts, whose controller is older: they act on the list that was chosen in the sidebar, even
    // if it is not shown yet.
    KeyPresses.connect(to: pointer.cast(), phase: GTK_PHASE_CAPTURE) { [weak self] _, modifiers in
      if modifiers & Self.commandModifiers != 0 { self?.sidebar.choices.choosePending() }
      return .unhandled
    }
    // Before the list's own keys.
    KeyPresses.connect(to: panes.widget, phase: GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
      self?.keyPressed(key, modifiers: modifiers) ?? .unhandled
    }
    // The page that is shown while files are read need not have the focus.
    KeyPresses.connect(to: pointer.cast()) { [weak self] key, _ in
      Int32(key) == GDK_KEY_Escape && self?.stopLoading() == true ? .handled : .unhandled
    }
  }

  /// Keys with one of these are no letters.
  private static var commandModifiers: UInt32 {
    GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_CONTROL_MASK.rawValue
  }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    if Int32(key) == GDK_KEY_F10, modifiers & (Self.commandModifiers | GDK_SHIFT_MASK.rawValue) == 0,
      isListHidden
    {
      bars.article.openPrimaryMenu()
      return .handled
    }
    guard modifiers & Self.commandModifiers == 0, keyTarget != .textEntry else { return .unhandled }
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    if isFocusInList, listKeyPressed(key, isShift: isShift) == .handled { return .handled }
    guard keeper.settings[ViewerSetting.singleKeyShortcuts] else { return .unhandled }
    let lower = gdk_keyval_to_lower(key)
    let isLetter = gdk_keyval_to_upper(key) != lower
    // In the sidebar, letters look for a list.
    guard keyTarget != .feeds || !isLetter else { return .unhandled }
    switch Int32(lower) {
    case GDK_KEY_j where !isShift: goOn(.next)
    case GDK_KEY_k where !isShift: goOn(.previous)
    default:
      // Some layouts need Shift for what is no letter.
      let name =
        (isShift && isLetter ? "<Shift>" : "") + (gdk_keyval_name(lower).map { String(cString: $0) } ?? "")
      guard let command = WindowCommand(singleKey: name) else { return .unhandled }
      send(command)
    }
    return .handled
  }

  /// Keys that go on from the list to the panes beside it, which are no letters.
  private func listKeyPressed(_ key: UInt32, isShift: Bool) -> EventResult {
    let isMirrored = gtk_widget_get_direction(panes.widget) == GTK_TEXT_DIR_RTL
    switch Int32(key) {
    case GDK_KEY_space where !isReading && hasArticle:
      // Who pages through an entry reads it.
      if let row = article.row { markOpened(row) }
      if isShift { article.turnPageBack() } else { article.turnPage() }
    case GDK_KEY_Left where !isShift, GDK_KEY_Right where !isShift:
      if (Int32(key) == GDK_KEY_Right) != isMirrored { return goToArticle() }
      guard panes.showsSidebarNow else { return .unhandled }
      sidebar.takeFocus()
    default: return .unhandled
    }
    return .handled
  }

  /// Goes on from the list to the article, which takes the place of the list if there is room for one of both.
  private func goToArticle() -> EventResult {
    guard panes.arrangement.isSplit else {
      send(.readEntry)
      return .handled
    }
    guard hasArticle else { return .unhandled }
    panes.front = .article
    article.focusPage()
    changed(.commands)
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
}
