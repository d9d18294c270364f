import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop
import LayoutCore

/// The context menu of an article.
extension ArticlePage {
  /// Where the menu opens by key if no link has the focus, in logical pixels.
  private static let menuPoint = Point(x: 24, y: 24)

  func addActions() {
    Action.add("play", to: actions.pointer) { [weak self] in
      if let self, let row = self.menuAnimation { self.view.toggleAnimation(in: row) }
    }
    Action.add("copy", to: actions.pointer) { [weak self] in self?.copySelection() }
    Action.add("select-all", to: actions.pointer) { [weak self] in self?.view.selection.selectAll() }
    Action.add("open-link", to: actions.pointer) { [weak self] (address: String) in self?.open(address) }
    Action.add("copy-link", to: actions.pointer) { [weak self] (address: String) in self?.copy(address) }
    gtk_widget_insert_action_group(view.scroller, "article", actions.pointer.opaque)
    gtk_widget_insert_action_group(gtk_widget_get_parent(view.scroller), "article", actions.pointer.opaque)
  }

  /// The items of the menu at a link, or elsewhere.
  ///
  /// - Parameter animation: What an animated picture there does; nil without one.
  static func menuItems(
    of link: ArticleLink?, animation: ArticleAnimations.State? = nil
  ) -> [Menu.Item] {
    let ofPicture: [Menu.Item] =
      animation.map {
        [
          .action(
            $0 == .playing ? localized("_Pause Animation") : localized("_Play Animation"), "article.play")
        ]
      } ?? []
    let ofLink: [Menu.Item] =
      link.map {
        [
          .action(localized("_Open Link"), "article.open-link", target: $0.address),
          .action(localized("Copy Lin_k"), "article.copy-link", target: $0.address),
        ]
      } ?? []
    return [
      .section(nil, ofPicture),
      .section(nil, ofLink),
      .section(
        nil,
        [
          .action(localized("_Copy"), "article.copy"),
          .action(localized("_Select All"), "article.select-all"),
        ]),
      .section(nil, [.command(localized("_Find in Article…"), .find)]),
      .section(
        nil,
        [
          .command(localized("Copy _Link to Entry"), .copyEntryLink),
          .command(localized("Open in _Browser"), .openLink),
        ]),
      .section(nil, [.command(localized("P_rint…"), .print)]),
    ]
  }

  /// Opens the context menu at a point of the list.
  func popUpMenu(of link: ArticleLink?, at point: Point) {
    popUpMenu(of: link, at: point, animation: view.links.animation(at: point, forClick: false))
  }

  /// - Parameter animation: The row of the animated picture that can be played in the menu.
  private func popUpMenu(of link: ArticleLink?, at point: Point, animation: RowIndexPath?) {
    Action.setEnabled(view.selection.hasSelection, "copy", in: actions.pointer)
    menuAnimation = animation
    menu?.popUp(
      Self.menuItems(of: link, animation: animation.flatMap(view.animationState)), x: point.x, y: point.y,
      in: view.list.widget.pointer)
  }

  /// Opens the context menu by key: at the link with the focus.
  func popUpMenuOfFocus() {
    let link = view.links.focused
    let frame = view.links.focusedTarget.flatMap { view.links.rectangles(of: $0).first }
    popUpMenu(
      of: link, at: frame.map { Point(x: $0.minX, y: $0.maxY) } ?? Self.menuPoint,
      animation: view.links.focusedAnimation)
  }

  func copy(_ text: String) { gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text) }

  /// Copies the selection as text and as HTML.
  ///
  /// - Returns: Whether anything is selected.
  @discardableResult
  func copySelection() -> Bool {
    guard let content = view.selection.content else { return false }
    content.copy(from: widget)
    return true
  }
}
