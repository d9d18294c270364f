import Feeds

/// What is done with every input: read, inspect, preview, export, read again.
public enum Exercise {
  /// - Returns: What is wrong with the answer; nil if nothing is.
  public static func run(_ bytes: [UInt8]) -> String? {
    guard let feed = try? FeedReader.parse(bytes, named: "input") else { return nil }
    _ = FeedInspection.jsonLine(for: feed)
    let entries = feed.sections.flatMap(\.entries)
    for entry in entries {
      if entry.preview(maximumLength: 20).count > 20 { return "a preview is too long" }
      _ = entry.contentRevision
    }
    if Set(entries.map(\.key)).count != entries.count { return "two entries have one key" }
    var batched: [String] = []
    _ = try? FeedReader.stream(bytes, named: "input") { batch in
      batched += batch.sections.flatMap(\.entries).map(\.key)
      return true
    }
    if batched != entries.map(\.key) { return "the batches are not the feed" }
    let export = Array(JSONFeedExport.json(for: feed).utf8)
    guard let again = try? FeedReader.parse(export, named: "export") else { return "the export is no feed" }
    return again.entryCount == entries.count ? nil : "the export has other entries"
  }
}
