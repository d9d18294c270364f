import CGtk
import FeedViewerBase
import FeedViewerFeeds

/// What can be said of an open file and its feed, worded for the reader.
struct FeedInformation {
  let title: String
  let summary: String?
  /// An address that a web browser can open.
  let website: String?
  /// Names and values, in order.
  let facts: [(name: String, value: String)]
  let remarks: FileRemarks

  /// - Complexity: O(rows of the file).
  init(of file: OpenFile, in library: FeedLibrary, _ disk: FileFacts) {
    let sections = library.sections.filter { $0.path == file.path }
    title = UntrustedText.line(file.title)
    summary = file.heading?.summary
    website = file.heading?.link.flatMap { WebAddress.isPage($0) ? $0 : nil }
    remarks = FileRemarks(of: file, isWatched: library.watches[file.path] != nil)
    facts =
      [
        (localized("File"), UntrustedText.revealed(file.path.display)),
        (localized("Format"), file.heading?.format.name),
        (localized("Size"), disk.size.map(Self.text)), (localized("Encoding"), disk.encoding),
      ].compactMap { name, value in value.map { (name, $0) } } + Self.counts(sections) + Self.dates(sections)
  }

  private static func text(ofSize bytes: Int) -> String {
    guard let text = g_format_size(guint64(bytes)) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  private static func counts(_ sections: [LibrarySection]) -> [(name: String, value: String)] {
    let count = sections.reduce(0) { $0 + $1.rows.count }
    if sections.contains(where: \.isCountEstimated) {
      return [(localized("Entries"), EntryCount.text(about: count))]
    }
    var counts = [(localized("Entries"), EntryCount.grouped(count))]
    let unread = sections.compactMap(\.unread).reduce(UnreadCount(), +)
    if unread.entries == count {
      let sign = unread.isExact ? "" : "≈"
      counts += [
        (localized("Read", context: "entries"), sign + EntryCount.grouped(count - unread.unread)),
        (localized("Unread"), sign + EntryCount.grouped(unread.unread)),
      ]
    }
    if sections.allSatisfy({ $0.placeholderCount == 0 }) {
      counts.append((localized("Starred"), EntryCount.grouped(sections.reduce(0) { $0 + $1.starredCount })))
    }
    return counts
  }

  /// The dates of the earliest and the latest entry, if all are known.
  private static func dates(_ sections: [LibrarySection]) -> [(name: String, value: String)] {
    guard sections.allSatisfy({ $0.placeholderCount == 0 }) else { return [] }
    let dates = sections.lazy.flatMap(\.rows.readRows).compactMap(\.date)
    guard let first = dates.min(), let last = dates.max() else { return [] }
    let text = DateText(clock: .current)
    return [(localized("First entry"), text.full(first)), (localized("Last entry"), text.full(last))]
  }
}

extension FeedFormat {
  /// The name of the format, which is the same in all languages.
  fileprivate var name: String {
    switch self {
    case .rss090: "RSS 0.90"
    case .rss: "RSS"
    case .rss10: "RSS 1.0"
    case .atom10: "Atom 1.0"
    case .atom03: "Atom 0.3"
    case .jsonFeed: "JSON Feed"
    case .demo: "JSON"
    case .opml: "OPML"
    }
  }
}
