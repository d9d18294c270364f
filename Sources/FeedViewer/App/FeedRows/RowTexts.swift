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
  /// Author and date, as it was called when the file was read.
  var metadata: String
  /// The date in the details; nil if there is none.
  let date: FeedDate?
  let metadataTooltip: String?
  let thumbnail: Thumbnail
  /// The accessory at the row's end.
  let accessory: RowAccessory
  /// The local file of the feed that an outline stands for; activating the row opens it.
  let feedFile: String?
  /// The address of the feed that an outline stands for.
  let feedAddress: String?
  /// The text of a date that could not be parsed.
  let dateText: String?

  init(
    title: String?, preview: String, author: String? = nil, link: String? = nil, metadata: String,
    metadataTooltip: String? = nil, thumbnail: Thumbnail, accessory: RowAccessory, feedFile: String? = nil,
    feedAddress: String? = nil, date: FeedDate? = nil, dateText: String? = nil
  ) {
    self.title = RowText.paragraph(title ?? "")
    self.preview = RowText.paragraph(preview)
    self.author = author.map { RowText.paragraph($0) }
    self.link = link
    self.metadata = RowText.paragraph(metadata)
    self.date = date
    self.metadataTooltip = metadataTooltip
    self.thumbnail = thumbnail
    self.accessory = accessory
    self.feedFile = feedFile
    self.feedAddress = feedAddress
    self.dateText = dateText
  }

  /// About the memory that the texts take, in bytes.
  var size: Int {
    let others = [author, link, metadataTooltip, feedFile, feedAddress, dateText]
    return 400 + title.utf8.count + preview.utf8.count + metadata.utf8.count
      + others.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}
