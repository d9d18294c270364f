/// The fields that JSON Feed can't express, in a `_feed_viewer` object of exported items. Other readers ignore it.
struct JSONFeedExtension {
  static let key: StaticString = "_feed_viewer"

  var section: String?
  var folder: FeedFolder?
  /// The title, if a reader would take the standard member for HTML.
  private var title: String?
  private var published: FeedDate?
  private var updated: FeedDate?
  private var dateText: String?
  private var created: FeedDate?
  /// The author, if that is not the first of several.
  private var author: String?
  private var byline: String?
  private var pictureWords: String?
  private var hasNoIdentifier = false
  private var thumbnails: [String]?
  private var images: [String]?
  private var feedAddress: String?
  private var contributors: [String]?
  private var source: EntrySource?
  private var comments: EntryComments?
  private var duration: Int?
  /// The indices of the attachments without a type.
  private var untyped: [Int] = []

  mutating func read(_ reader: inout JSONFeedReader) throws(JSONScanner.Fault) {
    guard try reader.enterObject() else { return }
    while let key = try reader.scanner.nextKey() {
      switch reader.name(key) {
      case "section": section = try reader.textOrNumber()
      case "folder": folder = reader.folders.folder(try reader.amount())
      case "title": title = try reader.plainTitle()
      case "date_published": published = try reader.date()
      case "date_modified": updated = try reader.date()
      case "date_text": dateText = try reader.textOrNumber()
      case "date_created": created = try reader.date()
      case "author": author = try reader.textOrNumber()
      case "byline": byline = try reader.textOrNumber()
      case "picture_words": pictureWords = try reader.textOrNumber()
      case "no_id": hasNoIdentifier = try reader.flag()
      case "thumbnails": thumbnails = try reader.texts().map(CleanAddress.of)
      case "images": images = try reader.texts().map(CleanAddress.of)
      case "feed_address": feedAddress = try reader.textOrNumber().map(CleanAddress.of)
      case "contributors": contributors = try reader.texts()
      case "source": try readSource(&reader)
      case "comments": try readComments(&reader)
      case "duration": duration = try reader.amount()
      case "untyped_attachments": untyped = try reader.amounts()
      default: try reader.scanner.skipValue()
      }
    }
  }

  private mutating func readSource(_ reader: inout JSONFeedReader) throws(JSONScanner.Fault) {
    guard try reader.enterObject() else { return }
    var result = EntrySource()
    while let key = try reader.scanner.nextKey() {
      switch reader.name(key) {
      case "title": result.title = try reader.textOrNumber()
      case "url": result.address = try reader.address()
      default: try reader.scanner.skipValue()
      }
    }
    if result.title != nil || result.address != nil { source = result }
  }

  private mutating func readComments(_ reader: inout JSONFeedReader) throws(JSONScanner.Fault) {
    guard try reader.enterObject() else { return }
    var result = EntryComments()
    while let key = try reader.scanner.nextKey() {
      switch reader.name(key) {
      case "url": result.address = try reader.address()
      case "feed": result.feedAddress = try reader.address()
      case "count": result.count = try reader.amount()
      default: try reader.scanner.skipValue()
      }
    }
    if result != EntryComments() { comments = result }
  }

  func apply(to entry: inout FeedEntry.Values) {
    if hasNoIdentifier { entry.identifier = nil }
    if let title { entry.title = title }
    if let published { entry.published = published }
    if let updated { entry.updated = updated }
    if let created { entry.details.created = created }
    // An entry without a date keeps the text of its date; an exact date in this object has a text too.
    let isDated = (entry.published ?? entry.updated ?? entry.details.created) != nil
    entry.details.dateText = isDated ? nil : dateText ?? entry.details.dateText
    if let author, entry.details.authors.contains(author) { entry.author = author }
    if let byline { entry.byline = byline }
    if let thumbnails { entry.thumbnails = thumbnails }
    if let images { (entry.imageReferences, entry.imageBases) = (images, nil) }
    if let feedAddress, Reference.isSafe(feedAddress) { entry.details.feedAddress = feedAddress }
    if let pictureWords { entry.details.pictureWords = pictureWords }
    if let contributors { entry.details.contributors = Array(contributors.prefix(EntryDraft.listLimit)) }
    if let source { entry.details.source = source }
    if let comments { entry.details.comments = comments }
    if let duration, entry.details.duration == nil, MediaDuration.isPossible(duration) {
      entry.details.duration = duration
    }
    for number in untyped where entry.enclosures.indices.contains(number) {
      entry.enclosures[number].type = nil
    }
  }
}
