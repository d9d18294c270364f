import CGtk
import FeedViewerBase
import GtkInterop

/// The header bar of the sidebar: the button that opens files, and the primary menu.
final class SidebarHeader {
  let bar = PaneHeader()
  let openButton: OpenButton
  let menuButton: HeaderMenuButton
  let zoom = ZoomRow()

  /// - Parameters:
  ///   - recent: Gives the menu of recent files.
  ///   - primary: Gives the primary menu.
  init(recent: @escaping () -> [Menu.Item], primary: @escaping () -> [Menu.Item]) {
    openButton = OpenButton(recent: recent)
    menuButton = .primary(primary, zoom)
    bar.addAtStart(openButton.widget)
    bar.addAtEnd(menuButton.widget)
  }

  private var isNarrow = false {
    didSet { showOpenButton() }
  }
  private var windowButtons = WindowButtons() {
    didSet { showOpenButton() }
  }

  /// Beside several buttons of the window, the sidebar has no room for a word.
  private func showOpenButton() { openButton.isNarrow = isNarrow || windowButtons.countAtStart > 1 }

  func showWindowButtons(_ buttons: WindowButtons) {
    windowButtons = buttons
    bar.showWindowButtons(buttons)
  }

  /// Shows the buttons that apply to what the panes show. Beside a sidebar that lies over it, the list's bar has the menu.
  func show(_ panes: PaneArrangement) {
    isNarrow = panes.isOpenButtonNarrow
    gtk_widget_set_visible(menuButton.widget, panes.hasSidebarAtSide ? 1 : 0)
  }
}

extension HeaderMenuButton {
  /// The button of the primary menu.
  ///
  /// - Parameter makeItems: Gives its items as it opens.
  static func primary(_ makeItems: @escaping () -> [Menu.Item], _ zoom: ZoomRow) -> HeaderMenuButton {
    let button = HeaderMenuButton(
      icon: "open-menu-symbolic", name: localized("Main Menu"), makeItems: makeItems)
    button.widgets = [MenuContents.zoomRow: zoom.widget]
    return button
  }
}
