import EntryRows
import Localization
import VirtualList
import Feeds
import FoundationEssentials
import ReadingState

/// Makes the rows of one file, in the order of its entries.
nonisolated struct RowMaker {
  /// The most characters of an entry's body that a row shows.
  static let previewLength = 300

  let path: String
  let format: FeedFormat
  /// The reference time of relative dates: one moment for the whole file, so that heights stay valid.
  let now: Int64
  let clock: LocalClock
  private let dates: DateText
  /// The marks of the feed's entries.
  var marks = FeedMarks()
  private var ordinal = 0
  private var lastInitial: (title: String, initial: Initial)?

  /// - Parameter now: The reference time of relative dates.
  init(path: String, format: FeedFormat, now: Date = Date(), clock: LocalClock = .current) {
    self.path = path
    self.format = format
    self.now = Int64(now.timeIntervalSince1970)
    self.clock = clock
    dates = DateText(clock: clock)
  }

  /// - Parameters:
  ///   - feed: What is known of the feed; its author and address replace missing ones of the entry.
  ///   - feedTitle: The title whose initial replaces a picture.
  mutating func row(for entry: FeedEntry, of feed: Feed, feedTitle: String) -> FeedRow {
    defer { ordinal += 1 }
    if format == .opml { return outlineRow(for: entry) }
    let initial = initial(ofFeed: feedTitle)
    let image = LocalImage.path(for: entry, relativeTo: path)
    let author = entry.byline ?? feed.author
    let date = entry.date
    let preview = entry.preview(maximumLength: Self.previewLength)
    let dateText = date.map { dates.relative($0, now: now) } ?? entry.dateText
    // By the entry's index in the file, as in the ancestor's demo, never by its position in the list: an edit would
    // then change the accessories, and with them the heights, of all rows below.
    let hasDetail = format == .demo && ordinal % 2 == 1
    return FeedRow(
      entry: entry, path: path, ordinal: ordinal, key: ItemKey("\(path)|\(entry.key)"),
      preview: preview,
      author: author, link: feed.address(of: entry),
      metadata: Self.metadata(author: author, date: dateText, below: entry.title ?? preview),
      metadataTooltip: date.map { dates.full($0) },
      thumbnail: image.map { .image(path: $0, placeholder: initial) } ?? .initial(initial),
      accessory: hasDetail ? .detail : .disclosure, marks: marks.marks(of: entry.key))
  }

  /// All rows of a feed have the same initial, and a title may be megabytes long.
  private mutating func initial(ofFeed title: String) -> Initial {
    if let lastInitial, lastInitial.title == title { return lastInitial.initial }
    let made = Initial(of: title)
    lastInitial = (title, made)
    return made
  }

  /// The row of an outline: its name, the address of its feed, and whether the feed can be opened here.
  private func outlineRow(for entry: FeedEntry) -> FeedRow {
    let address = entry.feedAddress ?? entry.link
    let file = address.flatMap { LocalReference.path(of: $0, relativeTo: path) }
    var place = address ?? ""
    if let address, entry.feedAddress != nil, file == nil {
      place +=
        " · "
        + (LocalReference.isRemote(address) ? localized("not on this computer") : localized("no such file"))
    }
    return FeedRow(
      entry: entry, path: path, ordinal: ordinal, key: ItemKey("\(path)|\(entry.key)"),
      preview: entry.preview(maximumLength: Self.previewLength), author: nil, link: entry.link,
      metadata: place,
      metadataTooltip: address, thumbnail: .initial(Initial(of: entry.title ?? place)),
      accessory: file == nil ? .none : .disclosure, feedFile: file)
  }

  /// "AUTHOR · DATE", in the direction of the text above it.
  ///
  /// The date is isolated from the author: otherwise, after a Hebrew or Arabic name, the day would move behind the
  /// year (Unicode Bidirectional Algorithm, FSI and PDI).
  private static func metadata(author: String?, date: String?, below text: String) -> String {
    let authorDirection = author.flatMap(WritingDirection.init(of:))
    let isolated = authorDirection == .rightToLeft ? date.map { "\u{2068}\($0)\u{2069}" } : date
    let line = [author, isolated].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    guard !line.isEmpty, let direction = WritingDirection(of: text),
      direction != (authorDirection ?? WritingDirection(of: line) ?? .leftToRight)
    else { return line }
    return direction.mark + line
  }
}
