import CGtk
import GtkInterop

/// Going between the window's panes: the sidebar, the list and the article.
extension ViewerWindow {
  /// Whether the reader is in an article.
  var isReading: Bool { article.isShown && panes.front == .article }

  /// Whether there is an article, rather than nothing or the page of an outline.
  var isArticleShown: Bool { article.row.map { !$0.isOutline } == true }

  /// Whether an article is in the place of the list.
  var isListHidden: Bool { article.isShown && panes.arrangement.list == nil }

  /// Whether an article can be seen.
  var hasArticle: Bool { article.isShown && panes.arrangement.article != nil }

  /// What the keyboard focus is on.
  var keyTarget: KeyTarget { KeyTarget(gtk_root_get_focus(pointer.opaque), feeds: sidebar.widget) }

  func connectPanes() {
    panes.follower = self
    Signal.connect(pointer, "notify::focus-widget") { [weak self] in
      guard let self, self.keyTarget != self.knownKeyTarget else { return }
      let leavesSidebar = self.knownKeyTarget == .feeds && gtk_root_get_focus(self.pointer.opaque) != nil
      self.knownKeyTarget = self.keyTarget
      if leavesSidebar { self.sidebar.choices.choosePending() }
      self.changed(.commands)
    }
  }

  func toggleFullscreen() {
    if gtk_window_is_fullscreen(pointer) != 0 {
      gtk_window_unfullscreen(pointer)
    } else {
      gtk_window_fullscreen(pointer)
    }
  }

  /// Goes back from the article to the list. Beside the list it stays.
  func goBack() {
    guard panes.arrangement.isSplit else { return article.close() }
    panes.front = .list
    content.takeFocus()
    changed(.commands)
  }

  /// Another article is shown, or none.
  func articleChanged() {
    if article.isShown {
      if !panes.arrangement.isSplit {
        panes.front = .article
        article.focusPage()
      }
    } else {
      let hadFocus = FocusedWidget(inWindowOf: panes.widget)?.isInside(article.widget) ?? false
      let wasHidden = panes.arrangement.list == nil
      panes.front = .list
      if panes.arrangement.isSplit { article.showHint() }
      if hadFocus || wasHidden { focusListAfterArticle() }
    }
    changed([.title, .commands])
    rememberListPlace()
    storeSession()
  }

  private func focusListAfterArticle() {
    content.takeFocus()
    // The row that had the focus has it again; the keyboard goes on from the article read last.
    if let row = list.selectedRow, list.selection.cursor != row { list.select(row) }
  }

  /// Other panes are shown than before, or the reader went to another one.
  func panesChanged() {
    if !article.isShown, !panes.isMoving {
      article.showHint()
      // There may be room for the selected entry now.
      showSelected()
    }
    list.activatesOnSingleClick = !panes.arrangement.isSplit
    article.view.isNarrow = panes.arrangement.isArticleNarrow
    noteState(panes.showsSidebarNow, of: .sidebar)
    changed([.sidebar, .banner, .title, .commands])
    // The focus does not stay in a pane that is hidden.
    if let focused = FocusedWidget(inWindowOf: panes.widget), focused.isInside(panes.widget),
      !focused.isOnScreen
    {
      focusContent()
    }
  }

  // MARK: Focus

  func focusPane(forward: Bool) {
    var panes: [(widget: WidgetPointer, focus: () -> Void)] = []
    if self.panes.showsSidebarNow {
      panes.append((sidebar.widget, { [weak self] in self?.sidebar.takeFocus() }))
    }
    if self.panes.arrangement.list != nil {
      panes.append((listPage, { [weak self] in self?.content.takeFocus() }))
    }
    if hasArticle { panes.append((article.widget, { [weak self] in self?.article.focusPage() })) }
    let focused = FocusedWidget(inWindowOf: self.panes.widget)
    guard !panes.isEmpty else { return }
    // From elsewhere in the window, the first key leads to what is read.
    guard let current = panes.firstIndex(where: { focused?.isInside($0.widget) == true }) else {
      return focusContent()
    }
    panes[(current + (forward ? 1 : panes.count - 1)) % panes.count].focus()
  }

  func setSidebarVisible(_ isVisible: Bool) {
    guard isVisible != panes.showsSidebarNow else { return }
    let hadFocus = FocusedWidget(inWindowOf: panes.widget)?.isInside(sidebar.widget) ?? false
    panes.setSidebarVisible(isVisible)
    // Over the other panes, it is there as long as it has the focus.
    if panes.arrangement.sidebarIsOver { sidebar.takeFocus() } else if hadFocus, !isVisible { focusContent() }
  }
}
