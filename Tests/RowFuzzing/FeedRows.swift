import FeedViewerFeeds
import FeedViewerRows
import FuzzInputs
import LayoutCore
import PangoText
import VirtualList

/// The rows of a feed as the window shows them.
enum FeedRows {
  /// The most characters of an entry's body that a row shows.
  private static let previewLength = 300

  static func contents(of feed: Feed, _ choices: inout Choices) -> [RowContent] {
    feed.sections.flatMap(\.entries).map { entry in
      let author = entry.byline ?? feed.author
      let date = entry.date?.iso8601UTC ?? entry.dateText
      let address = entry.feedAddress ?? entry.link
      let metadata =
        feed.format == .opml ? address ?? "" : [author, date].compactMap { $0 }.joined(separator: " · ")
      return RowContent(
        title: entry.title ?? "", preview: entry.preview(maximumLength: previewLength), metadata: metadata,
        thumbnail: choices.onceIn(4) ? .refused(.outsideFolder) : .none,
        accessibleName: entry.title ?? "")
    }
  }

  /// All measured texts of rows and section headers, with their styles.
  static func texts(of rows: [RowContent], feed: Feed) -> [(string: String, style: TextStyle)] {
    let headers = feed.sections.map { ($0.title ?? feed.title ?? "", TextStyle.sectionTitle) }
    let texts = rows.flatMap {
      [($0.title, TextStyle.title), ($0.preview, .preview), ($0.metadata, .metadata)]
    }
    return (headers + texts).filter { !$0.0.isEmpty }
  }
}
