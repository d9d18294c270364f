/// What was read, as one line of JSON for scripts and tests.
public enum FeedInspection {
  /// The feed with all entries: `title`, `link`, `language`, `format`, `entries`, `warnings`, `notes` if there are any; of an OPML file
  /// also `outlines`, their number, and `feeds`, those that stand for feeds. No line feeds.
  public static func jsonLine(for feed: Feed) -> String {
    let entries = feed.sections.flatMap { section in section.entries.map { value($0, section: section.title) }
    }
    let warnings = feed.warnings.map { warning in
      JSONWriter.Value.object([
        ("line", .number(Int64(warning.line))), ("column", .number(Int64(warning.column))),
        ("found", .string(warning.found)), ("repair", .string(warning.repair)),
      ])
    }
    var members: [(String, JSONWriter.Value)] = [
      ("format", .string(feed.format.rawValue)), ("id", .optional(feed.identifier)),
      ("title", .optional(feed.title)), ("link", .optional(feed.link)),
      ("summary", .optional(feed.summary)),
      ("language", .optional(feed.language)), ("icon", .optional(feed.iconReference)),
      ("entries", .array(entries)), ("warnings", .array(warnings)),
      ("repairs", .number(Int64(feed.repairCount))),
    ]
    if !feed.notes.isEmpty { members.append(("notes", .array(feed.notes.map { .string($0.description) }))) }
    if let next = feed.pages.following { members.append(("next", .string(next))) }
    if let count = feed.outlineCount {
      members += [("outlines", .number(Int64(count))), ("feeds", .array(subscriptions(of: feed)))]
    }
    return JSONWriter.line(.object(members))
  }

  private static func subscriptions(of feed: Feed) -> [JSONWriter.Value] {
    feed.sections.flatMap { section in
      section.entries.compactMap { entry in
        entry.feedAddress.map { address in
          .object([
            ("title", .optional(entry.title)), ("xmlUrl", .string(address)),
            ("htmlUrl", .optional(entry.link)),
            ("folder", .array(section.folders.map { .string($0) })),
          ])
        }
      }
    }
  }

  private static func details(_ details: EntryDetails) -> [(String, JSONWriter.Value)] {
    var members: [(String, JSONWriter.Value)] = []
    if !details.contributors.isEmpty {
      members.append(("contributors", .array(details.contributors.map { .string($0) })))
    }
    if let source = details.source {
      members.append(
        ("source", .object([("title", .optional(source.title)), ("url", .optional(source.address))])))
    }
    if let comments = details.comments {
      members.append(
        (
          "comments",
          .object([
            ("url", .optional(comments.address)), ("feed", .optional(comments.feedAddress)),
            ("count", comments.count.map { .number(Int64($0)) } ?? .null),
          ])
        ))
    }
    if let duration = details.duration { members.append(("duration", .number(Int64(duration)))) }
    return members
  }

  /// `{"error": "..."}` with the error's sentence. No line feeds.
  public static func jsonLine(for error: FeedError) -> String {
    JSONWriter.line(.object([("error", .string(error.description))]))
  }

  private static func value(_ entry: FeedEntry, section: String?) -> JSONWriter.Value {
    let enclosures = entry.enclosures.map { enclosure in
      JSONWriter.Value.object([
        ("url", .string(enclosure.url)), ("type", .optional(enclosure.type)),
        ("length", enclosure.length.map { .number($0) } ?? .null),
      ])
    }
    var members: [(String, JSONWriter.Value)] = [
      ("key", .string(entry.key)), ("id", .optional(entry.identifier)), ("title", .optional(entry.title)),
      ("link", .optional(entry.link)), ("published", .optional(entry.published?.iso8601UTC)),
      ("updated", .optional(entry.updated?.iso8601UTC)), ("author", .optional(entry.author)),
      ("summary", .optional(entry.summary)), ("content", .optional(entry.content)),
      ("body", .optional(entry.body)), ("tags", .array(entry.tags.map { .string($0) })),
      ("enclosures", .array(enclosures)), ("thumbnails", .array(entry.thumbnails.map { .string($0) })),
      ("images", .array(entry.imageReferences.map { .string($0) })), ("language", .optional(entry.language)),
      ("dateText", .optional(entry.dateText)),
    ]
    members += details(entry.details)
    if let address = entry.feedAddress { members.append(("feed", .string(address))) }
    if let section { members.append(("section", .string(section))) }
    return .object(members)
  }
}
