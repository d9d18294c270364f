import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import Glibc
import LayoutCore
import VirtualList

/// Makes the rows of one file, in the order of its entries.
nonisolated struct RowMaker {
  let path: FilePath
  let format: FeedFormat
  /// The reference time of relative dates: one moment for the whole file, so that heights stay valid.
  let now: Int64
  let clock: LocalClock
  /// The marks of the feed's entries.
  var marks = FeedMarks()
  /// Whether all entries of the file are read: see `FeedMarks.isRead`.
  var twinsAreKnown = true
  private var ordinal: Int
  /// Whether all entries are read in their order, so that what they have in common is known in the end, and rows last.
  private let readsAll: Bool
  private var context: RowContext?

  /// Makes rows of entries that are read in the order of the file.
  ///
  /// - Parameters:
  ///   - now: The reference time of relative dates, in seconds since 1970.
  ///   - ordinal: The index of the next entry in the file.
  init(
    path: FilePath, format: FeedFormat, now: Int64 = Int64(time(nil)), clock: LocalClock = .current,
    from ordinal: Int = 0
  ) {
    self.init(path: path, format: format, now: now, clock: clock, ordinal: ordinal, readsAll: true)
  }

  /// Makes rows of entries that are read where they are needed.
  ///
  /// - Parameters:
  ///   - ordinal: The index of the next entry in the file.
  ///   - context: What the texts depend on.
  init(from ordinal: Int, in context: RowContext) {
    self.init(
      path: context.path, format: context.format,
      now: context.now, clock: context.clock, ordinal: ordinal, readsAll: false)
    self.context = context
  }

  private init(
    path: FilePath, format: FeedFormat, now: Int64, clock: LocalClock, ordinal: Int, readsAll: Bool
  ) {
    self.ordinal = ordinal
    self.readsAll = readsAll
    self.path = path
    self.format = format
    self.now = now
    self.clock = clock
  }

  /// The row of the next entry, which stays in memory.
  mutating func row(for entry: FeedEntry, of feed: Feed, feedTitle: String) -> FeedRow {
    rows(for: FeedSection(entries: [entry]), of: feed, feedTitle: feedTitle, text: nil)[0]
  }

  /// The rows of the next entries.
  ///
  /// - Parameters:
  ///   - feed: What is known of the feed; its author and address replace missing ones of the entries.
  ///   - feedTitle: The title of the feed; an author of the same name is not named.
  ///   - text: Where entries that have a place can be read again; nil if all are to stay in memory.
  mutating func rows(
    for section: FeedSection, of feed: Feed, feedTitle: String, text: FeedText?
  ) -> [FeedRow] {
    let context = currentContext(feed, feedTitle)
    var rows: [FeedRow] = []
    var start = 0
    while start < section.entries.count {
      let end = endOfPage(from: start, in: section)
      let entries = Array(section.entries[start..<end])
      let texts = entries.map { context.texts(of: $0) }
      if readsAll { context.addAuthors(of: texts) }
      let places = section.places.isEmpty ? [] : section.places[start..<end]
      let page = EntryPage(
        entries, texts, at: text.flatMap { Self.placed(entries, at: places, in: $0) }, firstOrdinal: ordinal,
        context: context)
      if format != .opml {
        for (index, entry) in entries.enumerated() {
          page.setMarks(marks.marks(of: entry, twinsAreKnown: twinsAreKnown), index)
        }
      }
      page.keep(texts)
      rows += page.rows
      ordinal += entries.count
      start = end
    }
    return rows
  }

  private mutating func currentContext(_ feed: Feed, _ feedTitle: String) -> RowContext {
    if let context, context.isCurrent(feed, feedTitle: feedTitle) { return context }
    let new = RowContext(
      path: path, format: format, now: now, clock: clock, feedTitle: feedTitle, feed: feed)
    context = new
    return new
  }

  /// The end of the page that starts with an entry.
  private func endOfPage(from start: Int, in section: FeedSection) -> Int {
    let limit = min(start + EntryPage.capacity, section.entries.count)
    guard section.places.count == section.entries.count, let first = section.places[start] else {
      // Entries without a place stay in memory together.
      return (start + 1..<limit).first { section.places.indices.contains($0) && section.places[$0] != nil }
        ?? limit
    }
    return (start + 1..<limit).first { index in
      guard let place = section.places[index], place.hasContext(of: first) else { return true }
      return place.offset + place.count - first.offset > EntryPage.lengthLimit
    } ?? limit
  }

  private static func placed(
    _ entries: [FeedEntry], at places: ArraySlice<EntryPlace?>, in text: FeedText
  ) -> EntryPage.Source? {
    guard let first = places.first ?? nil else { return nil }
    let packed = places.compactMap { $0?.packed(from: first) }
    guard packed.count == entries.count else { return nil }
    return EntryPage.Source(
      text: text, first: first, places: packed,
      revisions: entries.map { UInt32(truncatingIfNeeded: $0.contentRevision) })
  }
}
