import FeedViewerBase
import FeedViewerFeeds
import GtkInterop

@testable import FeedViewer

/// The context menus of the sidebar, each as long as it can be.
enum SidebarMenus {
  static var all: [[Menu.Item]] {
    let kinds: [SidebarItem.MenuKind] = [
      .smartList, .feed(hasWebsite: true), .folder, .problem(localizedReason), .missingFiles,
    ]
    return kinds.map { kind in
      let item = SidebarItem(
        id: .list(.feed("/a.xml")), icon: nil, name: "a", accessibleName: "a", menu: kind, isMovable: true)
      return kind.items(
        of: item, among: [item], hasRemovedEntries: { _ in true }, closedFeedCount: { _ in 3 })
    }
  }

  private static var localizedReason: String { FeedError.Reason.webPage.message.localized }
}
