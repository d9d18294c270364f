/// The fields that JSON Feed can't express, in a `_feed_viewer` object of exported items. Other readers ignore it.
struct JSONFeedExtension {
  static let key: StaticString = "_feed_viewer"

  var section: String?
  var folder: FeedFolder?
  private var folderNumber: Int?
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
  private var untyped: [Int]?

  init() {}

  /// Collects the fields of an entry that the standard members can't express.
  init(_ entry: FeedEntry, in section: FeedSection, _ folders: FolderTable) {
    folderNumber = folders.number(of: section.folder)
    self.section = folderNumber == nil ? section.title : nil
    title = entry.record.withUTF8(of: .title) { MarkupRule.isTitleHTML($0) } == true ? entry.title : nil
    published = JSONFeedExtension.inexact(entry.published)
    updated = JSONFeedExtension.inexact(entry.updated)
    let authors = entry.details.authors
    author = authors.isEmpty || authors.first == entry.author ? nil : entry.author
    byline = entry.bylineIsAuthor || !authors.isEmpty ? nil : entry.byline
    hasNoIdentifier = !entry.record.has(.identifier)
    // Most entries have none of these.
    guard entry.record.lists != nil else { return }
    dateText = entry.dateText
    created = entry.created
    let addresses = entry.imageAddresses
    let isPlainImage = addresses.first.map { $0.trimmingSpaces == $0 } ?? true
    // Readers treat the image of an item as its thumbnail.
    let isThumbnail = isPlainImage && entry.thumbnails == Array(addresses.prefix(1))
    thumbnails = isThumbnail ? nil : entry.thumbnails
    images = addresses.count > 1 || !isPlainImage ? addresses : nil
    feedAddress = entry.feedAddress
    let details = entry.details
    pictureWords = details.pictureWords
    contributors = details.contributors.isEmpty ? nil : details.contributors
    source = details.source
    comments = details.comments
    // Otherwise the first attachment has the duration.
    duration = entry.enclosures.isEmpty ? details.duration : nil
    let untyped = entry.enclosures.indices.filter { entry.enclosures[$0].type == nil }
    self.untyped = untyped.isEmpty ? nil : untyped
  }

  /// A date outside the years that readers accept.
  private static func inexact(_ date: FeedDate?) -> FeedDate? {
    date.flatMap { DateReader.seconds.contains($0.secondsSinceEpoch) ? nil : $0 }
  }

  // MARK: Reading

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
    for number in untyped ?? [] where entry.enclosures.indices.contains(number) {
      entry.enclosures[number].type = nil
    }
  }

  // MARK: Writing

  /// The members to write; empty if the standard members suffice.
  var members: [(StaticString, JSONValue)] {
    var members: [(StaticString, JSONValue)] = []
    func add(_ name: StaticString, _ value: JSONValue?) {
      if let value { members.append((name, value)) }
    }
    func list(_ texts: [String]?) -> JSONValue? { texts.map { .array($0.map { .string($0) }) } }
    add("section", section.map { .string($0) })
    add("folder", folderNumber.map { .number(Int64($0)) })
    add("title", title.map { .string($0) })
    add("date_published", published.map { .number($0.secondsSinceEpoch) })
    add("date_modified", updated.map { .number($0.secondsSinceEpoch) })
    add("date_text", dateText.map { .string($0) })
    add(
      "date_created",
      created.map { Self.inexact($0) == nil ? .string($0.iso8601UTC) : .number($0.secondsSinceEpoch) })
    add("author", author.map { .string($0) })
    add("byline", byline.map { .string($0) })
    if hasNoIdentifier { add("no_id", .bool(true)) }
    add("thumbnails", list(thumbnails))
    add("images", list(images))
    add("picture_words", pictureWords.map { .string($0) })
    add("feed_address", feedAddress.map { .string($0) })
    add("contributors", list(contributors))
    add("source", source.map { .present([("title", .text($0.title)), ("url", .text($0.address))]) })
    add(
      "comments",
      comments.map {
        .present([
          ("url", .text($0.address)), ("feed", .text($0.feedAddress)),
          ("count", $0.count.map { .number(Int64($0)) }),
        ])
      })
    add("duration", duration.map { .number(Int64($0)) })
    add("untyped_attachments", untyped.map { .array($0.map { .number(Int64($0)) }) })
    return members
  }
}

extension JSONValue {
  /// An object of the members that have a value.
  fileprivate static func present(_ members: [(StaticString, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}

extension JSONValue? {
  /// A string value, or nil.
  fileprivate static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
}
