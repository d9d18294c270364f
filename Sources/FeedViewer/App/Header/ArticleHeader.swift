import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop

/// The header bar of the article: the way back to the list, the entries before and after it, its marks, and its menu.
final class ArticleHeader {
  let bar: PaneHeader
  /// Less of a title tells nothing.
  let title = HeaderTitle(leastWidth: 120)
  private(set) lazy var menuButton = HeaderMenuButton(icon: "view-more-symbolic", name: localized("More")) {
    [weak self] in self?.menuItems ?? []
  }
  /// In the place of the other menu's button while its menu is open: where the article takes the place of the list, no bar with
  /// the primary menu is seen, but its key opens it.
  let primaryButton: HeaderMenuButton
  let zoom = ZoomRow()
  private let backButton = HeaderButton.make("go-previous-symbolic", localized("Back"), command: .back)
  /// The entries before and after the one that is shown.
  private let turning: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  private let starButton = HeaderButton.make(
    "non-starred-symbolic", localized("Star"), command: .entryStarred, isToggle: true)
  private let unreadButton = HeaderButton.make(
    "mail-unread-symbolic", localized("Unread"), command: .entryUnread, isToggle: true)
  private let browserButton = HeaderButton.make(
    "open-external-symbolic", localized("Open in Browser"), command: .openLink)
  private var marks: EntryMarks?
  private var isNarrow = false
  private var hasEntry = false
  private var isPrimaryMenuOpen = false {
    didSet { showMenuButtons() }
  }
  private let settings: Settings

  /// - Parameters:
  ///   - primary: Gives the primary menu.
  ///   - settings: Tell whether letters are shortcuts.
  init(primary: @escaping () -> [Menu.Item], _ settings: Settings) {
    self.settings = settings
    primaryButton = .primary(primary, zoom)
    bar = PaneHeader(title: title.widget)
    gtk_widget_add_css_class(turning, "linked")
    gtk_widget_set_valign(turning, GTK_ALIGN_CENTER)
    for (icon, name, command) in [
      ("go-up-symbolic", localized("Previous Entry"), .previousArticle),
      ("go-down-symbolic", localized("Next Entry"), .nextArticle),
    ] as [(String, String, WindowCommand)] {
      gtk_box_append(turning.cast(), HeaderButton.make(icon, name, command: command))
    }
    bar.addAtStart(backButton, turning)
    bar.addAtEnd(starButton, unreadButton, browserButton, menuButton.widget, primaryButton.widget)
    gtk_widget_set_visible(primaryButton.widget, 0)
  }

  func openPrimaryMenu() {
    isPrimaryMenuOpen = true
    gtk_menu_button_popup(primaryButton.widget.opaque)
  }

  func primaryMenuClosed() { isPrimaryMenuOpen = false }

  private func showMenuButtons() {
    gtk_widget_set_visible(menuButton.widget, hasEntry && !isPrimaryMenuOpen ? 1 : 0)
    gtk_widget_set_visible(primaryButton.widget, isPrimaryMenuOpen ? 1 : 0)
  }

  /// A narrow pane has some of the buttons in its menu.
  private var menuItems: [Menu.Item] {
    MenuContents.entry(
      isRead: marks?.contains(.read) == true, hasMarks: isNarrow,
      singleKeys: settings[ViewerSetting.singleKeyShortcuts])
  }

  /// Shows the buttons that apply to what the panes show.
  ///
  /// - Parameters:
  ///   - row: The entry that is shown, if there is one.
  ///   - hidesList: Whether the article takes the place of the list.
  func show(_ row: FeedRow?, _ panes: PaneArrangement, hidesList: Bool) {
    gtk_widget_set_visible(backButton, hidesList ? 1 : 0)
    // An outline has no marks, and nothing to find, copy or print.
    hasEntry = row.map { !$0.isOutline } ?? false
    gtk_widget_set_visible(turning, row == nil ? 0 : 1)
    gtk_widget_set_visible(starButton, hasEntry ? 1 : 0)
    showMenuButtons()
    isNarrow = panes.isArticleNarrow
    gtk_widget_set_visible(unreadButton, hasEntry && !isNarrow ? 1 : 0)
    gtk_widget_set_visible(browserButton, !isNarrow && row?.webLink != nil ? 1 : 0)
    guard let row, row.marks != marks else { return }
    marks = row.marks
    HeaderButton.setIcon(row.isStarred ? "starred-symbolic" : "non-starred-symbolic", of: starButton)
    gtk_widget_set_tooltip_text(starButton, row.isStarred ? localized("Remove Star") : localized("Star"))
    gtk_widget_set_tooltip_text(
      unreadButton, row.isRead ? localized("Mark as Unread") : localized("Mark as Read"))
  }
}
