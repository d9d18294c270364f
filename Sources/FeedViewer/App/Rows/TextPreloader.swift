import LayoutCore
import VirtualList

/// Has texts of rows read from their files on workers before the rows come into view: those in the list's preload range.
final class TextPreloader: ListRangeObserver {
  private let entries: ShownEntries
  /// The pages that were sent to workers last, so that rows of one page do not send it again.
  private var sent: [ObjectIdentifier] = []
  private static let sentLimit = 64

  init(_ entries: ShownEntries) { self.entries = entries }

  func listView(_ list: ListView, didEnter range: RangeKind, _ rows: [RowIndexPath]) {
    guard range == .preload else { return }
    readPlaceholders(rows, nearest: list.visibleRows)
    var pages: [EntryPage] = []
    for place in rows {
      guard let page = entries.shownRow(at: place)?.page, page !== pages.last, !page.isLoaded,
        !sent.contains(ObjectIdentifier(page))
      else { continue }
      pages.append(page)
      sent.append(ObjectIdentifier(page))
    }
    guard !pages.isEmpty else { return }
    if sent.count > Self.sentLimit { sent.removeFirst(sent.count - Self.sentLimit) }
    Task { [weak self] in
      await Self.load(pages)
      self?.sent.removeAll { page in pages.contains { ObjectIdentifier($0) == page } }
    }
  }

  /// Has entries loaded, those on screen first.
  private func readPlaceholders(_ rows: [RowIndexPath], nearest visible: [RowIndexPath]) {
    let placeholder = rows.filter { entries.shownRow(at: $0)?.isPlaceholder == true }
    guard !placeholder.isEmpty else { return }
    let seen = Set(visible)
    entries.need(placeholder.filter(seen.contains) + placeholder.filter { !seen.contains($0) })
  }

  @concurrent
  private nonisolated static func load(_ pages: [EntryPage]) async {
    for page in pages where !page.isLoaded { page.load() }
  }
}
