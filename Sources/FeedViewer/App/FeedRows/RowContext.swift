import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import PangoText
import Synchronization
import VirtualList

/// What the texts of rows depend on besides their entries: the file, and what is known of its feed.
nonisolated final class RowContext: Sendable {
  /// The most characters of an entry's body that a row shows.
  static let previewLength = 300
  /// How many of them are seen in any row: that of one line, beside a picture in a narrow list.
  static let seenLength = 24

  /// The file of the entries.
  let path: FilePath
  let format: FeedFormat
  /// The reference time of relative dates, in seconds since 1970.
  let now: Int64
  let clock: LocalClock
  let feedTitle: String
  /// Without entries.
  private let feed: Feed
  private let dates: DateText
  /// Of the entries that were read in the order of the file so far.
  private let authors = Mutex(SoleAuthor())
  private let storedOmitsAuthor = Atomic<Bool>(false)

  init(
    path: FilePath, format: FeedFormat, now: Int64, clock: LocalClock, feedTitle: String, feed: Feed
  ) {
    self.path = path
    self.format = format
    self.now = now
    self.clock = clock
    self.feedTitle = feedTitle
    self.feed = feed.heading
    dates = DateText(clock: clock)
  }

  /// Whether texts would be the same with what is known of the feed now.
  func isCurrent(_ feed: Feed, feedTitle: String) -> Bool {
    self.feed.author == feed.author && self.feed.link == feed.link && self.feed.language == feed.language
      && self.feedTitle == feedTitle
  }

  /// Whether all entries that were read in the order of the file have one author.
  var soleAuthor: SoleAuthor { authors.withLock { $0 } }

  /// Only the maker of rows that are read in the order of the file adds their authors.
  func addAuthors(of texts: [RowTexts]) {
    authors.withLock { authors in for text in texts { authors.add(text.author) } }
  }

  /// Whether rows with a date do not name their author, because the feed's name says it.
  var omitsAuthor: Bool { storedOmitsAuthor.load(ordering: .relaxed) }

  /// Only the library decides it, when all entries are read.
  @MainActor func setOmitsAuthor(_ omits: Bool) { storedOmitsAuthor.store(omits, ordering: .relaxed) }

  /// The author of entries without one.
  var feedAuthor: String? { feed.author }
  /// The language of entries without one.
  var feedLanguage: String? { feed.language }

  /// The texts of an entry's row. Looks for its picture on the disk.
  func texts(of entry: FeedEntry) -> RowTexts {
    if format == .opml { return outlineTexts(of: entry) }
    let author = entry.byline ?? feedAuthor
    let date = entry.date
    return RowTexts(
      title: entry.title, preview: entry.preview(maximumLength: Self.previewLength), author: author,
      link: link(of: entry), details: leavesOut(author) ? [] : [author],
      thumbnail: thumbnail(of: entry),
      feedAddress: entry.feedAddress, date: date,
      dateText: date.map { dates.relative($0, now: now) } ?? entry.dateText)
  }

  /// Whether rows do not name an author, because the name of the feed says it: it is that of the feed, or the whole feed's.
  private func leavesOut(_ author: String?) -> Bool { author == feedTitle || author == feedAuthor }

  /// The address that is opened for an entry: of a file in the feed's folder if there is such a file, else on the web.
  private func link(of entry: FeedEntry) -> String? {
    if let reference = entry.linkReference,
      (try? LocalReference.file(reference, of: path.text)) != nil
    {
      return reference
    }
    return feed.address(of: entry)
  }

  private func thumbnail(of entry: FeedEntry) -> Thumbnail {
    do throws(LocalReference.Refusal) {
      let image = try LocalImage.path(for: entry, relativeTo: path.text)
      return image.map { .image(path: $0) } ?? .none
    } catch {
      return .refused(.outsideFolder)
    }
  }

  /// What a row calls a date at a moment.
  ///
  /// - Parameter moment: Seconds since 1970; nil for when the file was read.
  func name(of date: FeedDate, at moment: Int64?) -> String { dates.relative(date, now: moment ?? now) }

  /// The date in full.
  func fullName(of date: FeedDate) -> String { dates.full(date) }

  /// What assistive tools call a date at a moment: the same if it is near, else the day in words.
  ///
  /// - Parameter moment: Seconds since 1970; nil for when the file was read.
  func spokenName(of date: FeedDate, at moment: Int64?) -> String { dates.spoken(date, now: moment ?? now) }

  /// The texts of an outline's row: its name, the address of its feed, and whether the feed can be opened here.
  private func outlineTexts(of entry: FeedEntry) -> RowTexts {
    let address = entry.feedAddress ?? entry.link
    let file = address.flatMap { try? LocalReference.listedFeed($0, in: path.text) }
    var place = address ?? ""
    if let address, entry.feedAddress != nil, file == nil {
      place +=
        " · "
        + (LocalReference.isRemote(address) ? localized("web address") : localized("file not found"))
    }
    return RowTexts(
      title: entry.title, preview: entry.preview(maximumLength: Self.previewLength), link: entry.link,
      details: [place], fullPlace: address, thumbnail: .none, feedFile: file,
      feedAddress: entry.feedAddress, dateText: entry.dateText)
  }

  /// The texts of a row whose entry is not in the file any more.
  func missing(title: String) -> RowTexts {
    RowTexts(title: title, preview: "", author: nil, details: [Self.missingText], thumbnail: .none)
  }

  /// What is said in place of the text of an entry that is not in the file any more.
  static var missingText: String { localized("Changed on disk. Press F5 to reload.") }
}

nonisolated extension Feed {
  /// What is known of the feed, without its entries and repairs.
  fileprivate var heading: Feed {
    Feed(format: format, title: title, link: link, language: language, author: author)
  }
}
