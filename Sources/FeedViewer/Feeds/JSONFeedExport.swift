/// Writes a feed of any format as JSON Feed 1.1.
///
/// Parsing the export gives the same entries, with their keys, texts, dates, pictures and sections; only the
/// wording of the dates becomes RFC 3339. What JSON Feed has no words for stands in an object
/// `_feed_viewer`.
public enum JSONFeedExport {
  /// Pretty-printed, closed with a line feed. O(size of the feed).
  public static func json(for feed: Feed) -> String {
    var members: [(String, JSONWriter.Value)] = [
      ("version", .string("https://jsonfeed.org/version/1.1")), ("title", .string(escaped(feed.title ?? ""))),
    ]
    func add(_ name: String, _ text: String?) {
      if let text { members.append((name, .string(text))) }
    }
    add("home_page_url", feed.link)
    add("feed_url", feed.identifier)
    add("description", feed.summary)
    add("next_url", feed.pages.following)
    add("icon", feed.iconReference)
    add("language", feed.language)
    if let author = feed.author { members.append(("authors", people([author]))) }
    let items = feed.sections.flatMap { section in section.entries.map { item($0, section: section.title) } }
    members.append(("items", .array(items)))
    return JSONWriter.pretty(.object(members))
  }

  private static func item(_ entry: FeedEntry, section: String?) -> JSONWriter.Value {
    var members: [(String, JSONWriter.Value)] = [("id", .string(entry.identifier ?? entry.key))]
    func add(_ name: String, _ text: String?) {
      if let text { members.append((name, .string(text))) }
    }
    add("url", entry.link)
    add("title", entry.title.map(escaped))
    // One of the two texts has to be there; a summary alone is still a summary.
    members.append(("content_text", .string(entry.content ?? "")))
    add("summary", entry.summary)
    add("image", entry.imageReferences.first)
    add("date_published", entry.published?.iso8601UTC)
    add("date_modified", entry.updated?.iso8601UTC)
    if let author = entry.author { members.append(("authors", people([author]))) }
    if !entry.tags.isEmpty { members.append(("tags", .array(entry.tags.map { .string($0) }))) }
    add("language", entry.language)
    if !entry.enclosures.isEmpty { members.append(("attachments", .array(entry.enclosures.map(attachment)))) }
    let own = JSONFeedExtension(entry, section: section).members
    if !own.isEmpty { members.append(("\(JSONFeedExtension.key)", .object(own))) }
    return .object(members)
  }

  private static func people(_ names: [String]) -> JSONWriter.Value {
    .array(names.map { .object([("name", .string($0))]) })
  }

  private static func attachment(_ enclosure: Enclosure) -> JSONWriter.Value {
    var members: [(String, JSONWriter.Value)] = [
      ("url", .string(enclosure.url)),
      // Required; what is not known is any bytes.
      ("mime_type", .string(enclosure.type ?? "application/octet-stream")),
    ]
    if let title = enclosure.title { members.append(("title", .string(title))) }
    if let length = enclosure.length { members.append(("size_in_bytes", .number(length))) }
    return .object(members)
  }

  /// A title that would be taken for HTML gets its markup characters escaped, so that it is read back as it
  /// is.
  private static func escaped(_ title: String) -> String {
    var title = title
    guard title.withUTF8({ MarkupRule.isTitleHTML($0) }) else { return title }
    return title.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
