import FeedViewerFeeds
import FeedViewerRows
import Foundation
import LayoutCore
import VirtualList

/// A feed as in the window: its sections, and previews of 300 characters.
final class BenchmarkFeed: EntryListDataSource {
  private struct Row {
    let identity: ItemIdentity
    let content: RowContent
  }

  private let titles: [String]
  private let rows: [[Row]]

  init(_ feed: Feed) {
    titles = feed.sections.map { $0.title ?? feed.title ?? "" }
    rows = feed.sections.map { section in
      section.entries.map { entry in
        let metadata = [entry.author, entry.published?.iso8601UTC].compactMap { $0 }.joined(separator: " · ")
        return Row(
          identity: ItemIdentity(template: "entry", key: ItemKey(entry.key), revision: entry.contentRevision),
          content: RowContent(
            title: entry.title ?? "", preview: entry.preview(maximumLength: 300), metadata: metadata,
            accessibleName: entry.title ?? ""))
      }
    }
  }

  func numberOfSections(in list: ListView) -> Int { rows.count }

  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { rows[section].count }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    switch element {
    case .row(let place): rows[place.section][place.row].identity
    case .header(let section), .footer(let section):
      ItemIdentity(template: "section-header", key: ItemKey("header-\(section)"), revision: 0)
    }
  }

  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
    switch element {
    case .row(let place): rows[place.section][place.row].content
    case .header(let section), .footer(let section):
      RowContent(
        title: titles[section], metadata: "\(rows[section].count) entries", accessibleName: titles[section])
    }
  }

  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
    guard case .row(let place) = element else { return TextLengths(title: 0, preview: 0) }
    let content = rows[place.section][place.row].content
    return TextLengths(title: content.title.utf8.count, preview: content.preview.utf8.count)
  }
}
