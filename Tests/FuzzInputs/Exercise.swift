import FeedViewerFeeds

/// Exercises the reader on one input: read, inspect, preview, export, read again.
public enum Exercise {
  /// - Returns: The first fault found; nil if there is none.
  public static func run(_ bytes: [UInt8]) -> String? {
    readPacked(bytes) ?? readArticle(bytes) ?? readFeed(bytes)
  }

  /// A Zstandard frame of blocks that are not compressed, without a checksum (RFC 8878, sections 3.1.1.1 and 3.1.1.2).
  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    func number(_ number: Int, length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    // A single segment, whose size has four bytes.
    var packed = [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + number(bytes.count, length: 4)
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(100_000)
      rest = rest.dropFirst(block.count)
      packed += number(block.count << 3 | (rest.isEmpty ? 1 : 0), length: 3) + block
    } while !rest.isEmpty
    return packed
  }

  /// Checks that the bytes are the same feed when they are compressed.
  private static func readPacked(_ bytes: [UInt8]) -> String? {
    // Input that starts with a signature would be compressed twice, which is refused.
    guard CompressionFormat(of: bytes) == nil else { return nil }
    let plain = try? FeedReader.parse(bytes, named: "input")
    let packed = try? FeedReader.parse(packed(bytes), named: "input")
    // Repairs are not compared: in a compressed file they are also looked for after the root's end.
    return plain.map(JSONFeedExport.json) == packed.map(JSONFeedExport.json)
      ? nil : "a packed file is another feed"
  }

  /// Reads the bytes as the text of an entry.
  private static func readArticle(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    for article in [
      ArticleReader.article(html: text, base: "http://x/y"), ArticleReader.article(plain: text),
    ] {
      if let fault = ArticleCheck.fault(in: article) { return fault }
    }
    return nil
  }

  private static func readFeed(_ bytes: [UInt8]) -> String? {
    guard let feed = try? FeedReader.parse(bytes, named: "input") else { return nil }
    _ = FeedInspection.jsonLine(for: feed)
    let entries = feed.sections.flatMap(\.entries)
    for entry in entries {
      if entry.preview(maximumLength: 20).count > 20 { return "a preview is too long" }
      _ = entry.contentRevision
    }
    // Keys are compared by their bytes, because canonically equivalent keys may denote different entries.
    if Set(entries.map { Array($0.key.utf8) }).count != entries.count { return "two entries have one key" }
    var batched: [String] = []
    _ = try? FeedReader.stream(bytes, named: "input") { batch in
      batched += batch.sections.flatMap(\.entries).map(\.key)
      return true
    }
    if batched != entries.map(\.key) { return "the batches are not the feed" }
    let export = JSONFeedExport.json(for: feed)
    guard var again = try? FeedReader.parse(Array(export.utf8), named: "export") else {
      return "the export is no feed"
    }
    // Compares fields that the inspection does not contain, such as authors and folders.
    if let difference = difference(export, JSONFeedExport.json(for: again)) {
      return "the export of the export is another: \(difference)"
    }
    // Properties of the file, not of the feed.
    (again.format, again.warnings, again.repairCount) = (feed.format, feed.warnings, feed.repairCount)
    again.notes = feed.notes
    return difference(inspection(of: feed), inspection(of: again)).map {
      "the export is another feed: \($0)"
    }
  }

  /// What the inspection prints, without the keys and checks of entries, which depend on how their texts are written.
  private static func inspection(of feed: Feed) -> String {
    let parts = FeedInspection.jsonLine(for: feed).split(
      separator: "{\"key\":\"", omittingEmptySubsequences: false)
    let length = 32 + "\",\"check\":\"".count + 8 + "\",".count
    return parts[0] + parts.dropFirst().map { "{" + String($0.utf8.dropFirst(length))! }.joined()
  }

  /// Where two texts start to differ; nil if they are equal.
  private static func difference(_ expected: String, _ found: String) -> String? {
    if expected.utf8.elementsEqual(found.utf8) { return nil }
    let common = zip(expected.utf8, found.utf8).prefix { $0 == $1 }.count
    let parts = [expected, found].map {
      String(decoding: $0.utf8.dropFirst(max(common - 60, 0)).prefix(120), as: UTF8.self).debugDescription
    }
    return parts.joined(separator: " became ")
  }
}
