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
    let own = extensionMembers(of: feed, folders)
    if !own.isEmpty { json.member(JSONFeedExtension.key, .object(own)) }
    json.beginArray("items")
    for section in feed.sections {
      for entry in section.entries { write(entry, JSONFeedExtension(entry, in: section, folders), to: &json) }
    }
    json.endArray()
    json.finish()
  }

  /// Whether a browser can open an address as a home page: an identifier such as `urn:x` is none (JSON Feed 1.1, `home_page_url`).
  private static func isPage(_ address: String) -> Bool {
    Reference.isRelative(address) || Reference.isWebAddress(address) || address.hasPrefix("file:")
  }

  /// The members of the feed itself that JSON Feed can't express.
  private static func extensionMembers(of feed: Feed, _ folders: FolderTable) -> [(StaticString, JSONValue)] {
    var members: [(StaticString, JSONValue)] = []
    if let count = feed.outlineCount { members.append(("outlines", .number(Int64(count)))) }
    if feed.outlineCount != nil || !folders.isEmpty { members.append(("folders", folders.value)) }
    if let link = feed.link, !isPage(link) { members.append(("link", .string(link))) }
    // All names joined are longer than a reader accepts for one author.
    if let author = feed.author, feed.authors.isEmpty, !FeedDraft.isAuthorName(author) {
      members.append(("author", .string(author)))
    }
    return members
  }

  private static func write(_ entry: FeedEntry, _ own: JSONFeedExtension, to json: inout JSONStream) {
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
    let members = own.members
    if !members.isEmpty { json.member(JSONFeedExtension.key, .object(members)) }
    json.endObject()
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
    if let length = enclosure.length { json.member("size_in_bytes", length) }
    if let duration { json.member("duration_in_seconds", Int64(duration)) }
    json.endObject()
  }
}
