/// The contents of a feed as one line of JSON, for scripts and tests.
public enum FeedInspection {
  /// The feed with all entries: `title`, `link`, `language`, `format`, `entries`, `warnings`, and `notes` if there
  /// are any; for OPML files also `outlines`, the number of outlines, and `feeds`, the number of those that stand for
  /// feeds. Without line feeds.
  public static func jsonLine(for feed: Feed) -> String {
    JSONStream.text { write(feed, to: $0) }
  }

  /// Writes the same line piece by piece, because for a large file it is larger than the file.
  /// - Parameter output: Receives the pieces in order. Each is valid only during the call.
  public static func write(_ feed: Feed, to output: @escaping (UnsafeRawBufferPointer) -> Void) {
    var line = JSONStream(isPretty: false, to: output)
    line.member("format", .string(feed.format.rawValue))
    line.member("id", .optional(feed.identifier))
    line.member("title", .optional(feed.title))
    line.member("link", .optional(feed.link))
    line.member("summary", .optional(feed.summary))
    line.member("language", .optional(feed.language))
    line.member("icon", .optional(feed.iconReference))
    line.member(
      "entries",
      feed.sections.lazy.flatMap { section in section.entries.lazy.map { value($0, section: section.title) } }
    )
    line.member("warnings", feed.warnings.lazy.map(value))
    line.member("repairs", .number(Int64(feed.repairCount)))
    if !feed.notes.isEmpty { line.member("notes", feed.notes.lazy.map { .string($0.description) }) }
    line.member("next", ifAny: feed.pages.following)
    if let count = feed.outlineCount {
      line.member("outlines", .number(Int64(count)))
      line.member("feeds", feed.sections.lazy.flatMap(subscriptions))
    }
    line.finish()
  }

  private static func value(_ warning: FeedWarning) -> JSONWriter.Value {
    .object([
      ("line", .number(Int64(warning.line))), ("column", .number(Int64(warning.column))),
      ("found", .string(warning.found)), ("repair", .string(warning.repair)),
    ])
  }

  private static func subscriptions(of section: FeedSection) -> some Sequence<JSONWriter.Value> {
    let folder = JSONWriter.Value.array((section.folder?.displayNames ?? []).map { .string($0) })
    return section.entries.lazy.compactMap { entry in
      entry.feedAddress.map { address in
        .object([
          ("title", .optional(entry.title)), ("xmlUrl", .string(address)), ("htmlUrl", .optional(entry.link)),
          ("folder", folder),
        ])
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

  /// `{"error": "..."}` with the error's sentence. Without line feeds.
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
