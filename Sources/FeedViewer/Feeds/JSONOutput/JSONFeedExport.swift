/// Writes a feed of any format as JSON Feed 1.1.
///
/// Parsing the export yields an equal feed and equal entries: keys, texts, dates, images, attachments, sections and
/// folders; only the notation of dates becomes RFC 3339. What JSON Feed can't express is stored in `_feed_viewer`
/// objects.
public enum JSONFeedExport {
  /// Pretty-printed, with a line feed at the end. O(size of the feed).
  public static func json(for feed: Feed) -> String { JSONStream.text { write(feed, to: $0) } }

  /// Writes the same text piece by piece.
  /// - Parameter output: Receives the pieces in order. Each is valid only during the call.
  public static func write(_ feed: Feed, to output: @escaping (UnsafeRawBufferPointer) -> Void) {
    let folders = FolderTable(of: feed)
    var json = JSONStream(isPretty: true, to: output)
    json.member("version", "https://jsonfeed.org/version/1.1")
    json.member("title", feed.title ?? "")
    json.member("home_page_url", ifAny: feed.link.flatMap { isPage($0) ? $0 : nil })
    json.member("feed_url", ifAny: feed.identifier)
    json.member("description", ifAny: feed.summary)
    json.member("next_url", ifAny: feed.pages.following)
    json.member("icon", ifAny: feed.iconReference)
    json.member("language", ifAny: feed.language)
    if let author = feed.author {
      json.beginArray("authors")
      for name in feed.authors.isEmpty ? [author] : feed.authors { writePerson(name, to: &json) }
      json.endArray()
    }
    // Before the items, which refer to folders by index.
    json.member(JSONFeedExtension.key) { writeOwnMembers(of: feed, folders, to: &$0) }
    json.beginArray("items")
    for section in feed.sections {
      for entry in section.entries { write(entry, in: section, folders, to: &json) }
    }
    json.endArray()
    json.finish()
  }

  /// Whether a browser can open an address as a home page: an identifier such as `urn:x` is none (JSON Feed 1.1, `home_page_url`).
  private static func isPage(_ address: String) -> Bool {
    Reference.isRelative(address) || Reference.isWebAddress(address) || address.hasPrefix("file:")
  }

  /// Writes what JSON Feed can't express of the feed itself.
  private static func writeOwnMembers(of feed: Feed, _ folders: FolderTable, to json: inout JSONStream) {
    json.member("outlines", ifAny: feed.outlineCount.map(Int64.init))
    if feed.outlineCount != nil || !folders.isEmpty {
      json.beginArray("folders")
      for folder in folders.folders {
        json.beginObject()
        json.member("name", folder.name)
        json.member("parent", ifAny: folders.number(of: folder.parent).map(Int64.init))
        json.endObject()
      }
      json.endArray()
    }
    if let link = feed.link, !isPage(link) { json.member("link", link) }
    // All names joined are longer than a reader accepts for one author.
    if let author = feed.author, feed.authors.isEmpty, !FeedDraft.isAuthorName(author) {
      json.member("author", author)
    }
  }

  private static func write(
    _ entry: FeedEntry, in section: FeedSection, _ folders: FolderTable, to json: inout JSONStream
  ) {
    json.beginObject()
    if entry.record.has(.identifier) {
      json.member("id", ifAny: .identifier, of: entry)
    } else {
      json.member("id", entry.key)
    }
    json.member("url", ifAny: .link, of: entry)
    json.member("title", ifAny: .title, of: entry)
    // One of the two texts is required, even if the entry has only a summary.
    if entry.record.has(.content) {
      json.member("content_text", ifAny: .content, of: entry)
    } else {
      json.member("content_text", "")
    }
    json.member("summary", ifAny: .summary, of: entry)
    json.member("image", ifAny: entry.imageAddresses.first)
    json.member("date_published", ifAny: entry.published)
    json.member("date_modified", ifAny: entry.updated)
    if entry.record.has(.author) { writeAuthors(of: entry, to: &json) }
    if entry.record.hasTags { json.tags(of: entry) }
    json.member("language", ifAny: .language, of: entry)
    if !entry.enclosures.isEmpty {
      json.beginArray("attachments")
      for (index, enclosure) in entry.enclosures.enumerated() {
        write(enclosure, duration: index == 0 ? entry.details.duration : nil, to: &json)
      }
      json.endArray()
    }
    json.member(JSONFeedExtension.key) { writeOwnMembers(of: entry, in: section, folders, to: &$0) }
    json.endObject()
  }

  /// Writes the fields of an entry that the standard members can't express.
  private static func writeOwnMembers(
    of entry: FeedEntry, in section: FeedSection, _ folders: FolderTable, to json: inout JSONStream
  ) {
    if let folder = folders.number(of: section.folder) {
      json.member("folder", Int64(folder))
    } else {
      json.member("section", ifAny: section.title)
    }
    let details = entry.details
    // A reader would take the standard member for HTML.
    if entry.record.withUTF8(of: .title, { MarkupRule.isTitleHTML($0) }) == true {
      json.member("title", ifAny: .title, of: entry)
    }
    json.member("date_published", ifAny: inexactSeconds(entry.published))
    json.member("date_modified", ifAny: inexactSeconds(entry.updated))
    json.member("date_text", ifAny: details.dateText)
    if let seconds = inexactSeconds(details.created) {
      json.member("date_created", seconds)
    } else {
      json.member("date_created", ifAny: details.created)
    }
    let authors = details.authors
    if !authors.isEmpty, authors.first != entry.author { json.member("author", ifAny: .author, of: entry) }
    if authors.isEmpty, !entry.bylineIsAuthor { json.member("byline", ifAny: .byline, of: entry) }
    if !entry.record.has(.identifier) { json.member("no_id", true) }
    // Most entries have none of these.
    guard entry.record.lists != nil else { return }
    let addresses = entry.imageAddresses
    let isPlainImage = addresses.first.map { $0.trimmingSpaces == $0 } ?? true
    // Readers treat the image of an item as its thumbnail.
    if !isPlainImage || entry.thumbnails != Array(addresses.prefix(1)) {
      json.member("thumbnails", entry.thumbnails)
    }
    if addresses.count > 1 || !isPlainImage { json.member("images", addresses) }
    json.member("picture_words", ifAny: details.pictureWords)
    json.member("feed_address", ifAny: details.feedAddress)
    if !details.contributors.isEmpty { json.member("contributors", details.contributors) }
    if let source = details.source {
      json.beginObject("source")
      json.member("title", ifAny: source.title)
      json.member("url", ifAny: source.address)
      json.endObject()
    }
    if let comments = details.comments {
      json.beginObject("comments")
      json.member("url", ifAny: comments.address)
      json.member("feed", ifAny: comments.feedAddress)
      json.member("count", ifAny: comments.count.map(Int64.init))
      json.endObject()
    }
    // Otherwise the first attachment has the duration.
    if entry.enclosures.isEmpty { json.member("duration", ifAny: details.duration.map(Int64.init)) }
    let untyped = entry.enclosures.indices.filter { entry.enclosures[$0].type == nil }
    if !untyped.isEmpty {
      json.beginArray("untyped_attachments")
      for index in untyped { json.element(Int64(index)) }
      json.endArray()
    }
  }

  /// The seconds of a date outside the years that readers accept.
  private static func inexactSeconds(_ date: FeedDate?) -> Int64? {
    date.flatMap { DateReader.seconds.contains($0.secondsSinceEpoch) ? nil : $0.secondsSinceEpoch }
  }

  private static func writeAuthors(of entry: FeedEntry, to json: inout JSONStream) {
    json.beginArray("authors")
    let names = entry.details.authors
    for name in names.isEmpty ? [entry.author ?? ""] : names { writePerson(name, to: &json) }
    json.endArray()
  }

  /// Writes an author, who may have an address in place of a name.
  private static func writePerson(_ name: String, to json: inout JSONStream) {
    json.beginObject()
    if Reference.isWebAddress(name) { json.member("url", name) } else { json.member("name", name) }
    json.endObject()
  }

  private static func write(_ enclosure: Enclosure, duration: Int?, to json: inout JSONStream) {
    json.beginObject()
    json.member("url", enclosure.url)
    // The type is required; this one means unknown content.
    json.member("mime_type", enclosure.type ?? "application/octet-stream")
    json.member("title", ifAny: enclosure.title)
    json.member("size_in_bytes", ifAny: enclosure.length)
    json.member("duration_in_seconds", ifAny: duration.map(Int64.init))
    json.endObject()
  }
}
