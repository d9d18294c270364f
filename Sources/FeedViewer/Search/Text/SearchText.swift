import FeedViewerBase
import FeedViewerFeeds

/// The folded texts of the entries of one file, in file order: what a search looks at.
///
/// A value that shares its parts with its copies. Texts of parts of a file are made on workers and appended in file order.
/// They take about as much memory as the texts of the entries, and twelve bytes more for each.
public struct SearchText: Sendable {
  /// About as many bytes of text are one unit of work for a processor.
  private static let chunkSize = 1 << 20

  private(set) var chunks: [SearchChunk] = []
  /// The number of entries.
  public private(set) var count = 0
  /// The memory of the text in bytes.
  public private(set) var byteCount = 0
  private(set) var frequencies = ByteFrequencies()

  /// A text without entries.
  public init() {}

  /// The text of consecutive entries.
  ///
  /// - Parameters:
  ///   - entries: In file order.
  ///   - feedAuthor: The author of entries without one.
  /// - Complexity: O(length of the texts), about a nanosecond for each byte.
  public init(_ entries: some Sequence<FeedEntry>, feedAuthor: String? = nil) {
    var writer = ChunkWriter()
    for entry in entries {
      writer.append(entry, feedAuthor: feedAuthor)
      if writer.byteCount >= Self.chunkSize { append(writer.takeChunk()) }
    }
    if writer.entryCount > 0 { append(writer.takeChunk()) }
  }

  private mutating func append(_ chunk: SearchChunk) {
    chunks.append(chunk)
    count += chunk.count
    byteCount += chunk.byteCount
    frequencies.add(chunk.frequencies)
  }

  /// Appends the text of the entries that follow. O(length of their text / 1 MB).
  public mutating func append(_ text: SearchText) {
    chunks += text.chunks
    count += text.count
    byteCount += text.byteCount
    frequencies.add(text.frequencies)
  }
}

/// Writes the folded texts of entries into the memory of one chunk.
private struct ChunkWriter: ~Copyable {
  private typealias Separator = SearchChunk.Separator

  private var folder = TextFolder()
  private var starts: [UInt32] = [0]
  private var dates: [FeedDate?] = []

  var byteCount: Int { folder.count }
  var entryCount: Int { dates.count }

  mutating func append(_ entry: FeedEntry, feedAuthor: String?) {
    entry.withUTF8(of: .title) { folder.append($0) }
    folder.endField(with: Separator.title)
    if !entry.withUTF8(of: .byline, { folder.append($0) }), let feedAuthor { folder.append(feedAuthor) }
    for contributor in entry.details.contributors {
      folder.endField(with: Separator.item)
      folder.append(contributor)
    }
    folder.endField(with: Separator.authors)
    for tag in entry.tags {
      folder.append(tag)
      folder.endField(with: Separator.item)
    }
    folder.endField(with: Separator.tags)
    entry.withUTF8(of: entry.bodyText) {
      folder.reserve($0.count)
      folder.append($0)
    }
    folder.endField(with: Separator.body)
    guard let end = UInt32(exactly: folder.count) else {
      preconditionFailure("The texts of a feed are shorter than 4 GB.")
    }
    starts.append(end)
    dates.append(entry.date)
  }

  /// The entries written so far; the next ones are in another chunk.
  mutating func takeChunk() -> SearchChunk {
    let chunk = SearchChunk(folder.takeBytes(), starts: starts, dates: dates)
    starts = [0]
    dates = []
    return chunk
  }
}
