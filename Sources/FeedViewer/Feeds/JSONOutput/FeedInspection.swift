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
    line.member("format", feed.format.rawValue)
    line.member("id", orNull: feed.identifier)
    line.member("title", orNull: feed.title)
    line.member("link", orNull: feed.link)
    line.member("summary", orNull: feed.summary)
    line.member("language", orNull: feed.language)
    line.member("icon", orNull: feed.iconReference)
    line.beginArray("entries")
    for section in feed.sections {
      for entry in section.entries { write(entry, section: section.title, to: &line) }
    }
    line.endArray()
    line.beginArray("warnings")
    for warning in feed.warnings { write(warning, to: &line) }
    line.endArray()
    line.member("repairs", Int64(feed.repairCount))
    if !feed.notes.isEmpty { line.member("notes", feed.notes.lazy.map(\.description)) }
    line.member("next", ifAny: feed.pages.following)
    if let count = feed.outlineCount {
      line.member("outlines", Int64(count))
      line.beginArray("feeds")
      for section in feed.sections { writeSubscriptions(of: section, to: &line) }
      line.endArray()
    }
    line.finish()
  }

  private static func write(_ warning: FeedWarning, to line: inout JSONStream) {
    line.beginObject()
    line.member("line", Int64(warning.line))
    line.member("column", Int64(warning.column))
    line.member("found", warning.found.description)
    line.member("repair", warning.repair.description)
    line.endObject()
  }

  private static func writeSubscriptions(of section: FeedSection, to line: inout JSONStream) {
    let folder = section.folder?.displayNames ?? []
    for entry in section.entries {
      guard let address = entry.feedAddress else { continue }
      line.beginObject()
      line.member("title", orNull: entry.title)
      line.member("xmlUrl", address)
      line.member("htmlUrl", orNull: entry.link)
      line.member("folder", folder)
      line.endObject()
    }
  }

  private static func write(_ details: EntryDetails, to line: inout JSONStream) {
    line.member("created", ifAny: details.created)
    if !details.contributors.isEmpty { line.member("contributors", details.contributors) }
    if let source = details.source {
      line.beginObject("source")
      line.member("title", orNull: source.title)
      line.member("url", orNull: source.address)
      line.endObject()
    }
    if let comments = details.comments {
      line.beginObject("comments")
      line.member("url", orNull: comments.address)
      line.member("feed", orNull: comments.feedAddress)
      line.member("count", orNull: comments.count.map(Int64.init))
      line.endObject()
    }
    line.member("duration", ifAny: details.duration.map(Int64.init))
  }

  /// `{"error": "..."}` with the error's sentence. Without line feeds.
  public static func jsonLine(for error: FeedError) -> String {
    JSONStream.text {
      var line = JSONStream(isPretty: false, to: $0)
      line.member("error", error.description)
      line.finish()
    }
  }

  /// All digits of a number. `String(_:radix:)` divides 128 bits for each digit, which took a quarter of the whole output.
  private static func hexadecimal<Number: FixedWidthInteger>(_ number: Number) -> String {
    let digits = Number.bitWidth / 4
    return String(unsafeUninitializedCapacity: digits) { bytes in
      for index in 0..<digits {
        let digit = UInt8(truncatingIfNeeded: number >> (4 * (digits - 1 - index))) & 15
        bytes[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return digits
    }
  }

  private static func write(_ entry: FeedEntry, section: String?, to line: inout JSONStream) {
    line.beginObject()
    line.member("key", hexadecimal(entry.identity.key))
    line.member("check", hexadecimal(entry.identity.check))
    line.member("name", entry.key)
    line.member("id", orNull: .identifier, of: entry)
    line.member("title", orNull: .title, of: entry)
    line.member("link", orNull: .link, of: entry)
    line.member("published", orNull: entry.published)
    line.member("updated", orNull: entry.updated)
    line.member("author", orNull: .author, of: entry)
    // The body is the content, else the summary.
    line.members("summary", .summary, "content", .content, lastOf: "body", of: entry)
    line.tags(of: entry)
    line.beginArray("enclosures")
    for enclosure in entry.enclosures {
      line.beginObject()
      line.member("url", enclosure.url)
      line.member("type", orNull: enclosure.type)
      line.member("length", orNull: enclosure.length)
      line.endObject()
    }
    line.endArray()
    line.member("thumbnails", entry.thumbnails)
    line.member("images", entry.imageAddresses)
    line.member("language", orNull: .language, of: entry)
    line.member("dateText", orNull: entry.dateText)
    write(entry.details, to: &line)
    line.member("feed", ifAny: entry.feedAddress)
    line.member("section", ifAny: section)
    line.endObject()
  }
}
