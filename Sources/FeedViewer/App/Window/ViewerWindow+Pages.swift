import FeedViewerBase
import GtkInterop
import LayoutCore
import VirtualList

/// Opening the pages of entries in the browser.
extension ViewerWindow {
  /// The most pages that are opened together: a browser has a tab for each.
  private static let pageLimit = 100
  /// More pages are opened only after a question.
  private static let unaskedPageLimit = 10

  /// The entry whose page is opened alone: the one that is read, or else the selected one; without that, the one that the list
  /// has hidden while it was read.
  private var entryWithPage: FeedRow? { entryInFocus ?? article.row }

  private var opensSeveralPages: Bool { !isReading && list.selection.rows.count > 1 }

  /// Whether the entry that is read, or one of those that are selected, has a page, as far as that is known.
  var hasPageToOpen: Bool {
    guard opensSeveralPages else { return entryWithPage?.webLink != nil }
    let places = list.selection.rows
    guard places.count <= Self.pageLimit else { return false }
    let known = entries.knownRows(at: places)
    return known.count < places.count || known.contains { $0.webLink != nil }
  }

  /// Opens the page of the entry that is read, or those of the selected entries, after those were read that the list has not
  /// shown yet.
  func openPages() {
    guard opensSeveralPages else { return openPages(of: entryWithPage.map { [$0] } ?? []) }
    let places = list.selection.rows
    readingLinks?.cancel()
    readingLinks = Task { [weak self] in
      guard let rows = await self?.entries.readRows(at: places, limit: Self.pageLimit), !Task.isCancelled
      else { return }
      self?.openPages(of: rows)
    }
  }

  /// Opens the page of a row without selecting it.
  func openPage(of place: RowIndexPath) { openPages(of: entries.row(at: place).map { [$0] } ?? []) }

  /// Opens each page once, and many of them after a question.
  private func openPages(of rows: [FeedRow]) {
    var known: Set<String> = []
    let links = rows.compactMap { row in
      row.webLink.flatMap { known.insert($0).inserted ? FeedLink(address: $0, file: row.path) : nil }
    }
    guard links.count > Self.unaskedPageLimit else { return article.links.open(links) }
    LinkDialog.ask(aboutCount: links.count, over: pointer) { [weak self] in self?.article.links.open(links) }
  }
}
