import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import LayoutCore

/// The rows of a file that has changed: those of entries that stay, and new ones. Only what is new is read.
nonisolated struct RowUpdate: Sendable {
  /// Of an archive, more entries at its beginning are not read.
  private static let archiveLimit = 4_096
  /// Of another file more than this share is read faster with all others.
  private static let shareLimit = 0.5
  /// Entries that are read together.
  private static let readSize = 256

  /// The rows in the order of the file; of an archive, the first ones.
  let rows: [FeedRow]
  /// The number of entries that were read.
  let readCount: Int

  /// Nil if a file that is no archive must be read: too much has changed, or an entry can't be read alone.
  ///
  /// - Parameters:
  ///   - change: What has changed.
  ///   - earlier: The file before.
  ///   - state: The marks that new rows get.
  init?(_ change: FileChange, of path: FilePath, since earlier: LoadedFile, state: ReadingState) {
    let old = earlier.rows
    // Of an archive, those at its beginning.
    let hunks = change.hunks.filter {
      !earlier.isArchive || $0.old.upperBound <= old.count && $0.old.lowerBound < old.count
    }
    let newCount = hunks.reduce(0) { $0 + $1.new.count }
    let limit =
      earlier.isArchive
      ? Self.archiveLimit : max(64, Int(Double(change.structure.entryCount) * Self.shareLimit))
    let fresh = newCount <= limit ? Self.read(hunks, change, path, earlier, state) : nil
    guard fresh != nil || earlier.isArchive else { return nil }
    var rows: [FeedRow] = []
    var moved: [(row: FeedRow, ordinal: Int)] = []
    func keep(_ range: Range<Int>) {
      for row in old[range] {
        moved.append((row, rows.count))
        rows.append(row)
      }
    }
    var place = 0
    var count = 0
    for hunk in change.hunks {
      keep(place..<min(hunk.old.lowerBound, old.count))
      place = min(hunk.old.upperBound, old.count)
      guard hunk.old.lowerBound < old.count || !earlier.isArchive else { break }
      guard let new = fresh?[hunk.new.lowerBound] else {
        // What follows is read when the list shows it.
        place = old.count
        break
      }
      rows += new
      count += new.count
    }
    keep(place..<old.count)
    // Only what was replaced can have been edited or moved.
    FeedRow.takeIdentities(
      hunks.flatMap { fresh?[$0.new.lowerBound] ?? [] },
      from: hunks.flatMap { old[$0.old.clamped(to: old.indices)] })
    change.move(moved)
    self.rows = rows
    readCount = count
  }

  /// Makes the rows of new entries.
  ///
  /// - Returns: The rows by the number of the first entry; nil if an entry can't be read alone.
  private static func read(
    _ hunks: [EntryHunk], _ change: FileChange, _ path: FilePath, _ earlier: LoadedFile, _ state: ReadingState
  ) -> [Int: [FeedRow]]? {
    let structure = change.structure
    var sections: [(first: Int, section: FeedSection)] = []
    for hunk in hunks {
      var section = FeedSection()
      for start in stride(from: hunk.new.lowerBound, to: hunk.new.upperBound, by: readSize) {
        let found = structure.entries(start..<min(start + readSize, hunk.new.upperBound)).compactMap(\.self)
        // What is repaired must be reported, which a reading of the whole file does.
        let isRepaired = zip(start..., found).contains {
          $1.place == nil && structure.place(ofEntry: $0) != nil
        }
        if isRepaired { return nil }
        section.entries += found.map(\.entry)
        section.places += found.map(\.place)
      }
      guard section.entries.count == hunk.new.count else { return nil }
      sections.append((hunk.new.lowerBound, section))
    }
    let marks = state.load(FeedKey(earlier.heading.feedKey))
    let title = structure.feed.title ?? FileName.of(path)
    var rows: [Int: [FeedRow]] = [:]
    for (first, section) in sections {
      var maker = RowMaker(path: path, format: structure.feed.format, from: first)
      maker.marks = marks
      maker.twinsAreKnown = !earlier.isArchive
      rows[first] = maker.rows(for: section, of: structure.feed, feedTitle: title, text: structure.text)
    }
    return rows
  }
}
