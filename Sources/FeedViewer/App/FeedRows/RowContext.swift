import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import PangoText
import VirtualList

/// What the texts of rows depend on besides their entries: the file, and what is known of its feed.
nonisolated final class RowContext: Sendable {
  /// The most characters of an entry's body that a row shows.
  static let previewLength = 300

  /// The file of the entries.
  let path: FilePath
  let format: FeedFormat
  /// The reference time of relative dates, in seconds since 1970.
  let now: Int64
  let clock: LocalClock
  let feedTitle: String
  /// Without entries.
  private let feed: Feed
  private let initial: Initial
  private let dates: DateText

  init(
    path: FilePath, format: FeedFormat, now: Int64, clock: LocalClock, feedTitle: String, feed: Feed
  ) {
    self.path = path
    self.format = format
    self.now = now
    self.clock = clock
    self.feedTitle = feedTitle
    self.feed = feed.heading
    initial = Initial(of: feedTitle)
    dates = DateText(clock: clock)
  }

  /// Whether texts would be the same with what is known of the feed now.
  func isCurrent(_ feed: Feed, feedTitle: String) -> Bool {
    self.feed.author == feed.author && self.feed.link == feed.link && self.feed.language == feed.language
      && self.feedTitle == feedTitle
  }

  /// The author of entries without one.
  var feedAuthor: String? { feed.author }
  /// The language of entries without one.
  var feedLanguage: String? { feed.language }

  /// The texts of an entry's row. Looks for its picture on the disk.
  ///
  /// - Parameter ordinal: The entry's index in the file.
  func texts(of entry: FeedEntry, ordinal: Int) -> RowTexts {
    if format == .opml { return outlineTexts(of: entry) }
    let author = entry.byline ?? feedAuthor
    let date = entry.date
    let preview = entry.preview(maximumLength: Self.previewLength)
    let dateText = date.map { dates.relative($0, now: now) } ?? entry.dateText
    // By the entry's index in the file, as in the ancestor's demo, never by its position in the list: an edit would
    // then change the accessories, and with them the heights, of all rows below.
    let hasDetail = format == .demo && ordinal % 2 == 1
    return RowTexts(
      title: entry.title, preview: preview, author: author,
      link: link(of: entry),
      metadata: Self.metadata(author: author, date: dateText, below: entry.title ?? preview),
      metadataTooltip: date.map { dates.full($0) },
      thumbnail: thumbnail(of: entry),
      accessory: hasDetail ? .detail : .disclosure, feedAddress: entry.feedAddress, date: date,
      dateText: entry.dateText)
  }

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
      return image.map { .image(path: $0, placeholder: initial) } ?? .initial(initial)
    } catch {
      return .refused(.outsideFolder, placeholder: initial)
    }
  }

  /// The details of a row at another moment, in seconds since 1970, than that at which its file was read.
  func metadata(of texts: RowTexts, at moment: Int64) -> String {
    guard let date = texts.date else { return texts.metadata }
    return RowText.paragraph(
      Self.metadata(
        author: texts.author, date: dates.relative(date, now: moment),
        below: texts.title.isEmpty ? texts.preview : texts.title))
  }

  /// The texts of an outline's row: its name, the address of its feed, and whether the feed can be opened here.
  private func outlineTexts(of entry: FeedEntry) -> RowTexts {
    let address = entry.feedAddress ?? entry.link
    let file = address.flatMap { try? LocalReference.listedFeed($0, in: path.text) }
    var place = address ?? ""
    if let address, entry.feedAddress != nil, file == nil {
      place +=
        " · "
        + (LocalReference.isRemote(address) ? localized("not on this computer") : localized("no such file"))
    }
    return RowTexts(
      title: entry.title, preview: entry.preview(maximumLength: Self.previewLength), link: entry.link,
      metadata: place, metadataTooltip: address, thumbnail: .initial(Initial(of: entry.title ?? place)),
      accessory: file == nil ? .none : .disclosure, feedFile: file, feedAddress: entry.feedAddress,
      dateText: entry.dateText)
  }

  /// The texts of a row whose entry is not in the file any more.
  func missing(title: String) -> RowTexts {
    RowTexts(
      title: title, preview: "", author: nil,
      metadata: localized("The file has changed since it was read. Press F5 to read it again."),
      thumbnail: .initial(initial), accessory: .disclosure)
  }

  /// "AUTHOR · DATE", in the direction of the text above it.
  ///
  /// The date is isolated from the author: otherwise, if one of them is Hebrew or Arabic, the day would move behind the
  /// year. In a row of the other direction, both are isolated: the name of the feed comes before them, and the three have
  /// one order (Unicode Bidirectional Algorithm, FSI and PDI).
  private static func metadata(author: String?, date: String?, below text: String) -> String {
    let parts = [author, date].compactMap { $0 }.filter { !$0.isEmpty }
    let directions = parts.map { WritingDirection(of: $0) }
    guard let own = directions.lazy.compactMap(\.self).first ?? (parts.isEmpty ? nil : .leftToRight) else {
      return ""
    }
    func isolated(_ part: String) -> String { "\u{2068}\(part)\u{2069}" }
    if let direction = WritingDirection(of: text), direction != own {
      return direction.mark + parts.map(isolated).joined(separator: " · ")
    }
    guard parts.count > 1, directions.contains(.rightToLeft) else { return parts.joined(separator: " · ") }
    return "\(parts[0]) · \(isolated(parts[1]))"
  }
}

nonisolated extension Feed {
  /// What is known of the feed, without its entries and repairs.
  fileprivate var heading: Feed {
    Feed(format: format, title: title, link: link, language: language, author: author)
  }
}
