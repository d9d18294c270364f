import CGtk
import FeedViewerBase
import GtkInterop

/// The window's header bar: the way back to the list, the button that opens files, the titles, the previous and the next
/// article, and the primary menu.
final class HeaderBar {
  let title = WindowTitle()
  /// The desktop's list of recent files, which the menu offers.
  let recent = RecentDocuments(applicationName: ApplicationInfo.programName)
  /// Called after the primary menu was closed, with what had the keyboard focus before it was opened.
  var onMenuClosed: (FocusedWidget?) -> Void = { _ in }

  /// How many recent files the menu offers.
  private static let recentLimit = 8

  private let reference = GObjectReference<WidgetPointer>(retaining: gtk_header_bar_new())
  private let backButton = ArticleButton.back()
  private let openButton: WidgetPointer = gtk_button_new_from_icon_name("document-open-symbolic")
  private let menuButton: WidgetPointer = gtk_menu_button_new()
  /// The previous and the next article.
  private let turnButtons = [ArticleButton.previous(), ArticleButton.next()]
  private let recentMenu = Menu.make([])
  private var focusBeforeMenu: FocusedWidget?

  init() {
    gtk_header_bar_set_title_widget(widget.opaque, title.widget)
    gtk_header_bar_pack_start(widget.opaque, backButton)
    gtk_actionable_set_action_name(openButton.opaque, "win.open")
    gtk_widget_set_tooltip_text(openButton, localized("Open (Ctrl+O)"))
    Accessible.setLabel(localized("Open"), of: openButton)
    gtk_header_bar_pack_start(widget.opaque, openButton)
    gtk_menu_button_set_icon_name(menuButton.opaque, "open-menu-symbolic")
    // F10 opens the primary menu of a window.
    gtk_menu_button_set_primary(menuButton.opaque, 1)
    gtk_widget_set_tooltip_text(menuButton, localized("Main Menu (F10)"))
    Accessible.setLabel(localized("Main Menu"), of: menuButton)
    MenuButton.onOpening(menuButton) { [weak self] in self?.fillMenu() }
    gtk_header_bar_pack_end(widget.opaque, menuButton)
    // On the article's side.
    let turning = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_widget_add_css_class(turning, "linked")
    for button in turnButtons { gtk_box_append(turning.cast(), button) }
    gtk_header_bar_pack_end(widget.opaque, turning)
  }

  var widget: WidgetPointer { reference.pointer }

  /// Shows the buttons that apply to what the window shows.
  ///
  /// - Parameters:
  ///   - hasArticle: Whether an article is shown.
  ///   - hidesList: Whether it takes the place of the list.
  func showButtons(hasArticle: Bool, hidesList: Bool) {
    gtk_widget_set_visible(backButton, hidesList ? 1 : 0)
    for button in turnButtons { gtk_widget_set_visible(button, hasArticle ? 1 : 0) }
    // In a narrow window the article's title needs the room; Ctrl+O and the menu open files.
    gtk_widget_set_visible(openButton, hidesList ? 0 : 1)
  }

  /// The path of one of the recent files that the menu offers; nil for any other.
  func recentFile(_ path: String) -> FilePath? {
    let path = FilePath(path)
    return recent.paths(limit: Self.recentLimit).contains(path) ? path : nil
  }

  /// Makes the primary menu when it is first opened, and updates it.
  private func fillMenu() {
    focusBeforeMenu = FocusedWidget(inWindowOf: menuButton)
    Menu.replaceItems(of: recentMenu, with: MenuContents.recent(recent.paths(limit: Self.recentLimit)))
    guard gtk_menu_button_get_menu_model(menuButton.opaque) == nil else { return }
    Menu.make(MenuContents.primary(recent: recentMenu)).use {
      gtk_menu_button_set_menu_model(menuButton.opaque, $0.cast())
    }
    guard let popover = gtk_menu_button_get_popover(menuButton.opaque) else {
      preconditionFailure("A menu button with a menu model must have a popover.")
    }
    MenuPopover.prepare(popover.cast())
    Signal.connect(popover, "closed") { [weak self] in self?.menuClosed() }
  }

  /// Gives the keyboard focus back: GTK 4.8 would leave it on the menu or the button.
  private func menuClosed() {
    let before = focusBeforeMenu
    focusBeforeMenu = nil
    onMenuClosed(before)
    // In GTK 4.18 the button takes the focus after the menu has told that it is closed.
    Task { [weak self] in
      guard let self, FocusedWidget(inWindowOf: widget)?.isInside(menuButton) == true else { return }
      onMenuClosed(before)
    }
  }
}
