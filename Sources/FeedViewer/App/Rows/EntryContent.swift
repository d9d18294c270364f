import FeedViewerRows
import GtkInterop

/// Entries for other programs, in the order of the list.
struct EntryContent {
  /// The most rows that are copied if some of them are read for it: in another order that takes a second or two.
  static let readLimit = 20_000

  let rows: [FeedRow]

  /// The addresses that a browser can open.
  var addresses: [String] { rows.compactMap(\.webLink) }

  /// Titles and addresses: an entry has a paragraph of its own.
  var text: String {
    rows.map { row in
      [row.title, row.link ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Titles that are links.
  var html: String {
    let entries = rows.map { row in
      let title = ArticleHTML.escaped(title(of: row))
      guard let link = row.webLink else { return "<p>\(title)</p>" }
      return "<p><a href=\"\(ArticleHTML.escaped(link))\">\(title)</a></p>"
    }
    return "<!DOCTYPE html><html><head><meta charset=\"utf-8\"></head><body>" + entries.joined()
      + "</body></html>"
  }

  private func title(of row: FeedRow) -> String { row.title.isEmpty ? row.link ?? "" : row.title }

  /// For the clipboard.
  var copied: LazyContent { LazyContent(text: { text }, html: { html }) }

  /// For a drag, which carries links; nil if there is none.
  var dragged: LazyContent? {
    let addresses = addresses
    guard !addresses.isEmpty else { return nil }
    return LazyContent(
      addresses: addresses, text: { addresses.joined(separator: "\n") }, html: { html })
  }
}
