import Dispatch
import FeedViewerBase
import FeedViewerFeeds

/// Where the entries of an archive are. The list has a row for each of them, and those that it shows are read.
nonisolated final class FileOutline: Sendable {
  /// Entries that are read together, so that a few are there within a millisecond.
  static let groupLength = 16

  let structure: FeedStructure
  private let context: RowContext
  /// What has changed since an earlier state of the file was outlined.
  let change: FileChange?
  /// How many states of the file there were before it: `change` is since the last one.
  let number: Int
  /// The rows of its entries that are in use.
  let rows: FileRows
  /// The row that stands for each entry that was not read yet.
  let placeholder: FeedRow
  /// Reads groups, one after the other. Threads that read whole files may occupy all processors.
  private let queue = DispatchQueue(label: "entries of an archive", qos: .userInteractive)

  /// - Parameters:
  ///   - path: The file.
  ///   - now: The reference time of relative dates, in seconds since 1970.
  ///   - change: What has changed since an earlier state of the file was outlined; nil if that is not known.
  ///   - number: How many states of the file there were before.
  ///   - rows: The rows of its entries that are in use.
  init(
    _ structure: FeedStructure, path: FilePath, now: Int64, clock: LocalClock = .current,
    change: FileChange? = nil, number: Int = 0, rows: FileRows = FileRows()
  ) {
    self.change = change
    self.number = number
    self.rows = rows
    self.structure = structure
    context = RowContext(
      path: path, format: structure.feed.format, now: now, clock: clock,
      feedTitle: structure.feed.title ?? FileName.of(path), feed: structure.feed)
    placeholder = FeedRow(placeholderIn: context)
  }

  /// What is known of the feed without reading its entries.
  var feed: Feed { structure.feed }

  /// The number of entries in the file.
  var count: Int { structure.entryCount }

  /// Those entries of which nothing but a guess of their number is known; empty after all were counted.
  var unknownEntries: Range<Int> { structure.unknownEntries }

  /// By how many entries a file has more than were guessed before they were counted.
  ///
  /// - Returns: Nil if what was found at the end were no entries.
  func surplus(to estimate: FileOutline) -> (middle: Int, end: Int)? {
    structure.surplus(to: estimate.structure)
  }

  /// Finds the entries that are at the beginning and at the end of another state of the file, too.
  @concurrent
  func commonEntries(with other: FileOutline) async -> (first: Int, last: Int) {
    structure.commonEntries(with: other.structure)
  }

  /// Whether something is known of one of some entries, so that they can be read.
  func areKnown(_ entries: Range<Int>) -> Bool {
    !unknownEntries.contains(entries.lowerBound) || !unknownEntries.contains(entries.upperBound - 1)
  }

  /// The group of an entry.
  func group(ofEntry ordinal: Int) -> Range<Int> {
    let first = ordinal / Self.groupLength * Self.groupLength
    return first..<min(first + Self.groupLength, count)
  }

  /// Repairs that were made while entries were counted, and whose lines are not known.
  var unplacedRepairs: [FoundRepair] { structure.unplacedRepairs }

  /// The places of repairs in the file.
  ///
  /// - Complexity: O(size of the file before the last one), read from the disk; less if places near it were found before.
  @concurrent
  func warnings(_ repairs: [FoundRepair]) async -> [FeedWarning] { structure.warnings(repairs) }

  /// Entries that were read together.
  struct Group {
    /// The rows, without marks; fewer than entries if some can't be read alone.
    var rows: [FeedRow] = []
    /// What was repaired.
    var repairs: [FoundRepair] = []
  }

  /// Reads some entries.
  ///
  /// - Complexity: O(length of the entries), read from the disk.
  func read(_ ordinals: [Range<Int>]) async -> Group {
    await withCheckedContinuation { continuation in
      queue.async {
        var group = Group()
        for range in ordinals {
          let read = self.readNow(range.clamped(to: 0..<self.count))
          group.rows += read.rows
          group.repairs += read.repairs
        }
        continuation.resume(returning: group)
      }
    }
  }

  private func readNow(_ ordinals: Range<Int>) -> Group {
    let found = structure.entries(ordinals)
    return Group(
      rows: rows(of: found, from: ordinals.lowerBound), repairs: found.flatMap { $0?.repairs ?? [] })
  }

  /// Makes rows, without marks.
  ///
  /// - Parameters:
  ///   - entries: Consecutive entries; nil for those of which no rows are made.
  ///   - first: The number of the first one.
  func rows(of entries: [LoneEntry?], from first: Int) -> [FeedRow] {
    var rows: [FeedRow] = []
    var start = 0
    // Those between entries without rows are in pages of their own.
    while start < entries.count {
      let end = entries[start...].firstIndex { $0 == nil } ?? entries.count
      let run = entries[start..<end].compactMap(\.self)
      if !run.isEmpty {
        var maker = RowMaker(from: first + start, in: context)
        var section = FeedSection(entries: run.map(\.entry))
        section.places = run.map(\.place)
        let made = maker.rows(
          for: section, of: structure.feed, feedTitle: context.feedTitle, text: structure.text)
        // Numbers that are a guess may be those of other entries when all are counted.
        let isEstimate = !unknownEntries.isEmpty && first + start >= unknownEntries.upperBound
        rows += isEstimate ? made : self.rows.unique(made)
      }
      start = end + 1
    }
    return rows
  }
}
