import Dispatch
import FeedViewerBase
import FeedViewerFeeds

/// Where the entries of a large file are, which is known long before all of them are read. The list has a row for each of
/// them at once, and those that it shows are read before their turn.
nonisolated final class FileOutline: Sendable {
  /// Entries that are read together, so that a few are there within a millisecond.
  static let groupLength = 16

  let structure: FeedStructure
  private let context: RowContext
  /// Holds the reading in turn; nil if the file is read anyway.
  let hold: ReadingHold?
  /// What has changed since an earlier state of the file was outlined.
  let change: FileChange?
  /// How many states of the file there were before.
  let number: Int
  /// The row that stands for each entry that was not read yet.
  let awaitedRow: FeedRow
  /// Reads groups, one after the other. Threads that read whole files may occupy all processors.
  private let queue = DispatchQueue(label: "entries before their turn", qos: .userInteractive)

  /// - Parameters:
  ///   - path: The file.
  ///   - now: The reference time of relative dates, in seconds since 1970.
  ///   - hold: Holds the reading in turn.
  ///   - change: What has changed since an earlier state of the file was outlined; nil if that is not known.
  ///   - number: How many states of the file there were before: rows of different ones have different keys.
  init(
    _ structure: FeedStructure, path: FilePath, now: Int64, clock: LocalClock = .current,
    hold: ReadingHold? = nil, change: FileChange? = nil, number: Int = 0
  ) {
    self.hold = hold
    self.change = change
    self.number = number
    self.structure = structure
    context = RowContext(
      path: path, format: structure.feed.format, now: now, clock: clock,
      feedTitle: structure.feed.title ?? FileName.of(path), feed: structure.feed)
    awaitedRow = FeedRow(awaitedIn: context)
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
  func surplus(to guess: FileOutline) -> (middle: Int, end: Int)? { structure.surplus(to: guess.structure) }

  /// Compares entries in the middle of a file that were read before all were counted with what was counted. No more of them
  /// are read.
  ///
  /// - Returns: Consecutive entries, by the numbers that they seemed to have, and by how much these were too low; in order,
  ///   without those that are no entries.
  func distances(of guess: FileOutline) -> [(entries: Range<Int>, distance: Int)] {
    structure.distances(of: guess.structure)
  }

  /// Finds the entries that are at the beginning and at the end of another state of the file, too.
  @concurrent
  func commonEntries(with other: FileOutline) async -> (first: Int, last: Int) {
    structure.commonEntries(with: other.structure)
  }

  /// Whether all entries are in one section without a title, as in all formats but two.
  var isPlain: Bool { structure.feed.format != .opml && structure.feed.format != .demo }

  /// The group of an entry.
  static func group(ofEntry ordinal: Int) -> Int { ordinal / groupLength }

  /// Whether rows are those of all entries of their group.
  func isComplete(_ rows: [FeedRow], _ group: Int) -> Bool {
    rows.count >= min(Self.groupLength, count - group * Self.groupLength)
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

  /// Reads a group of entries.
  ///
  /// - Complexity: O(length of the entries), read from the disk.
  func read(_ group: Int) async -> Group {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.readNow(group)) }
    }
  }

  /// Reads some entries.
  ///
  /// - Complexity: O(length of the entries), read from the disk.
  func read(_ ordinals: [Range<Int>]) async -> Group {
    await withCheckedContinuation { continuation in
      queue.async {
        var group = Group()
        for range in ordinals {
          let read = self.readNow(range)
          group.rows += read.rows
          group.repairs += read.repairs
        }
        continuation.resume(returning: group)
      }
    }
  }

  /// Reads a group of entries on this thread.
  func readNow(_ number: Int) -> Group {
    let first = number * Self.groupLength
    return first < count ? readNow(first..<min(first + Self.groupLength, count)) : Group()
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
        // Numbers that are a guess may be those of other entries when all are counted.
        let state = structure.unknownEntries.isEmpty ? number : -1 - number
        var maker = RowMaker(earlyFrom: first + start, in: context, state: state)
        var section = FeedSection(entries: run.map(\.entry))
        section.places = run.map(\.place)
        rows += maker.rows(
          for: section, of: structure.feed, feedTitle: context.feedTitle, text: structure.text)
      }
      start = end + 1
    }
    return rows
  }
}
