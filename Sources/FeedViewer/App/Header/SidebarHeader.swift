import CGtk
import FeedViewerBase
import GtkInterop

/// The header bar of the sidebar: the button that opens files, and the primary menu.
final class SidebarHeader {
  let bar = PaneHeader()
  let openButton: OpenButton
  let menuButton: HeaderMenuButton

  init(recent: GObjectReference<OpaquePointer>) {
    openButton = OpenButton(recent: recent)
    menuButton = .primary(recent: recent)
    bar.addAtStart(openButton.widget)
    bar.addAtEnd(menuButton.widget)
  }
}

extension HeaderMenuButton {
  /// The button of the primary menu.
  ///
  /// - Parameter recent: The menu of recent files, filled by its owner.
  static func primary(recent: GObjectReference<OpaquePointer>) -> HeaderMenuButton {
    HeaderMenuButton(icon: "open-menu-symbolic", name: localized("Main Menu")) {
      MenuContents.primary(recent: recent)
    }
  }
}
