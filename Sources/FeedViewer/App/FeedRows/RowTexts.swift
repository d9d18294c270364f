import FeedViewerFeeds
import FeedViewerRows
import PangoText

/// The texts and pictures that a row shows of its entry.
///
/// Each text is bounded, as far as a row can show it, and one paragraph.
nonisolated struct RowTexts: Sendable {
  /// Empty if there is none.
  let title: String
  let preview: String
  let author: String?
  /// The address of the entry, resolved as far as possible.
  let link: String?
  /// What the last line tells before the date: the author, unless the name of the feed says it.
  private(set) var details: [String]
  /// The date in the details; nil if there is none.
  let date: FeedDate?
  /// How the date was called when the file was read, or the text of a date that could not be parsed.
  var dateText: String?
  /// The address of which the details may show a part.
  let fullPlace: String?
  let thumbnail: Thumbnail
  /// The local file of the feed that an outline stands for; activating the row opens it.
  let feedFile: String?
  /// The address of the feed that an outline stands for.
  let feedAddress: String?

  init(
    title: String?, preview: String, author: String? = nil, link: String? = nil, details: [String?],
    fullPlace: String? = nil, thumbnail: Thumbnail, feedFile: String? = nil,
    feedAddress: String? = nil, date: FeedDate? = nil, dateText: String? = nil
  ) {
    self.title = RowText.paragraph(title ?? "")
    self.preview = RowText.paragraph(preview)
    self.author = author.map { RowText.paragraph($0) }
    self.link = link
    self.details = details.compactMap { $0.map { RowText.paragraph($0) } }.filter { !$0.isEmpty }
    self.date = date
    self.dateText = dateText.map { RowText.paragraph($0) }
    self.fullPlace = fullPlace
    self.thumbnail = thumbnail
    self.feedFile = feedFile
    self.feedAddress = feedAddress
  }

  /// The same without the author, if there is something else in the last line.
  var withoutAuthor: RowTexts {
    guard dateText?.isEmpty == false else { return self }
    var texts = self
    texts.details.removeAll { $0 == author }
    return texts
  }

  /// The last line.
  ///
  /// - Parameter feed: The name of the feed, which precedes what else it tells; nil or empty for none.
  func detailLine(naming feed: String? = nil) -> DetailLine {
    DetailLine(detailParts(naming: feed), below: title.isEmpty ? preview : title)
  }

  /// The parts of the last line: the feed, the author unless both have the same name, and the date.
  func detailParts(naming feed: String? = nil) -> [String] {
    ([feed ?? ""] + details.filter { $0 != feed } + [dateText ?? ""]).filter { !$0.isEmpty }
  }

  /// About the memory that the texts take, in bytes.
  var size: Int {
    let others = [author, link, fullPlace, feedFile, feedAddress, dateText] + details
    return 400 + title.utf8.count + preview.utf8.count + others.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}
