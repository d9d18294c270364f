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
    json.member("version", .string("https://jsonfeed.org/version/1.1"))
    json.member("title", .string(feed.title ?? ""))
    json.member("home_page_url", ifAny: feed.link)
    json.member("feed_url", ifAny: feed.identifier)
    json.member("description", ifAny: feed.summary)
    json.member("next_url", ifAny: feed.pages.following)
    json.member("icon", ifAny: feed.iconReference)
    json.member("language", ifAny: feed.language)
    if let author = feed.author { json.member("authors", people([author])) }
    // Before the items, which refer to folders by index.
    let own = extensionMembers(of: feed, folders)
    if !own.isEmpty { json.member("\(JSONFeedExtension.key)", .object(own)) }
    json.member(
      "items",
      feed.sections.lazy.flatMap { section in
        section.entries.lazy.map { item($0, JSONFeedExtension($0, in: section, folders)) }
      })
    json.finish()
  }

  /// The members of the feed itself that JSON Feed can't express.
  private static func extensionMembers(of feed: Feed, _ folders: FolderTable) -> [(String, JSONWriter.Value)]
  {
    var members: [(String, JSONWriter.Value)] = []
    if let count = feed.outlineCount { members.append(("outlines", .number(Int64(count)))) }
    if feed.outlineCount != nil || !folders.isEmpty { members.append(("folders", folders.value)) }
    // All names joined are longer than a reader accepts for one author.
    if let author = feed.author, !FeedDraft.isAuthorName(author) {
      members.append(("author", .string(author)))
    }
    return members
  }

  private static func item(_ entry: FeedEntry, _ own: JSONFeedExtension) -> JSONWriter.Value {
    var members: [(String, JSONWriter.Value)] = [("id", .string(entry.identifier ?? entry.key))]
    func add(_ name: String, _ text: String?) {
      if let text { members.append((name, .string(text))) }
    }
    add("url", entry.link)
    add("title", entry.title)
    // One of the two texts is required, even if the entry has only a summary.
    members.append(("content_text", .string(entry.content ?? "")))
    add("summary", entry.summary)
    add("image", entry.imageReferences.first)
    add("date_published", entry.published?.iso8601UTC)
    add("date_modified", entry.updated?.iso8601UTC)
    if let author = entry.author { members.append(("authors", .array(people([author])))) }
    if !entry.tags.isEmpty { members.append(("tags", .array(entry.tags.map { .string($0) }))) }
    add("language", entry.language)
    if !entry.enclosures.isEmpty {
      let duration = entry.details.duration
      let attachments = entry.enclosures.enumerated().map {
        attachment($1, duration: $0 == 0 ? duration : nil)
      }
      members.append(("attachments", .array(attachments)))
    }
    if !own.members.isEmpty { members.append(("\(JSONFeedExtension.key)", .object(own.members))) }
    return .object(members)
  }

  private static func people(_ names: [String]) -> [JSONWriter.Value] {
    names.map { .object([("name", .string($0))]) }
  }

  private static func attachment(_ enclosure: Enclosure, duration: Int?) -> JSONWriter.Value {
    var members: [(String, JSONWriter.Value)] = [
      ("url", .string(enclosure.url)),
      // The type is required; this one means unknown content.
      ("mime_type", .string(enclosure.type ?? "application/octet-stream")),
    ]
    if let title = enclosure.title { members.append(("title", .string(title))) }
    if let length = enclosure.length { members.append(("size_in_bytes", .number(length))) }
    if let duration { members.append(("duration_in_seconds", .number(Int64(duration)))) }
    return .object(members)
  }
}
