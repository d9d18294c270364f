import FeedViewerFeeds
import GtkInterop

@testable import FeedViewer

/// The context menus of rows and section headers, each as long as it can be.
enum RowMenus {
  static var all: [[Menu.Item]] {
    [
      MenuContents.row(row(FeedEntry(key: "entry"), format: .rss)), MenuContents.row(outline),
      MenuContents.sectionHeader(of: "/a.xml", hasWebsite: true),
    ]
  }

  private static var outline: FeedRow {
    var details = EntryDetails()
    details.feedAddress = "https://feed.example/"
    return row(FeedEntry(key: "outline", details: details), format: .opml)
  }

  private static func row(_ entry: FeedEntry, format: FeedFormat) -> FeedRow {
    var maker = RowMaker(path: "/a.xml", format: format)
    return maker.row(for: entry, of: Feed(format: format), feedTitle: "a")
  }
}
