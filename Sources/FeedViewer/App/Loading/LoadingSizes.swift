import FeedViewerBase
import FeedViewerFeeds

/// The sizes of files, in bytes of their text, from which they are read in other ways.
nonisolated struct LoadingSizes: Sendable {
  /// The file stays open, so that its texts are read again when they are needed; the entries of smaller files stay in
  /// memory.
  var reread = 64 << 10
  /// Only those entries are read that the list shows.
  var archive = 512 << 20
  /// The number of entries from which that is so of smaller files. Their rows take more memory than their texts.
  var archiveCount = 1_000_000
  /// The number of entries of such a file that are read anyway.
  var archiveHead = 4_096
  /// How much of such a file's end is looked at before its entries are counted.
  var archiveTail = 512 << 10
  /// The largest file of which all entries are read.
  var limit = FeedLimits.fileSize

  /// Files of which all entries are read, however many there are.
  static let whole = LoadingSizes(archive: .max, archiveCount: .max)

  /// The least bytes of an entry with a title or an identifier.
  private static let leastEntrySize = 16

  /// How a file is read. An error is reported by the reader.
  func plan(forFileAt path: FilePath) -> LoadingPlan {
    let status = FileStatus(ofFileAt: path.text)
    let (size, text) = (status?.size ?? 0, TextSize(ofFileAt: path.text))
    let isArchive = text.map { $0.bytes >= archive || seemsToHaveManyEntries(path, $0) } ?? false
    return LoadingPlan(
      status: status, textSize: text?.bytes ?? 0, keepsText: size >= reread, isArchive: isArchive,
      isCompressed: text?.isCompressed ?? false)
  }

  private func seemsToHaveManyEntries(_ path: FilePath, _ text: TextSize) -> Bool {
    guard text.bytes / Self.leastEntrySize >= archiveCount else { return false }
    let count = FeedReader.estimatedEntryCount(ofFileAt: path.text, text)
    return count.map { $0 >= archiveCount } ?? false
  }
}

/// How a file is read, which depends on its size.
nonisolated struct LoadingPlan: Sendable {
  /// The state of the file before it is read; nil if there is none.
  let status: FileStatus?
  /// The size of its text in bytes, by a guess if it is compressed.
  let textSize: Int
  /// Whether texts are read again when they are needed.
  let keepsText: Bool
  /// Whether only those entries are read that the list shows, if the places of all can be found without reading them.
  let isArchive: Bool
  let isCompressed: Bool

  /// Whether reading takes so long that it gives way to the window.
  var isLong: Bool { textSize >= 16 << 20 }

  /// How many entries the file seems to have.
  ///
  /// - Parameters:
  ///   - count: How many were read.
  ///   - end: The end of the last of them in the text, in bytes.
  func estimatedCount(read count: Int, end: Int) -> Int {
    Int((Double(count) * Double(textSize) / Double(max(end, 1))).rounded())
  }
}
