import EntryRows
import Localization
import VirtualList
import Compression
import Feeds
import FileNames
import FoundationEssentials
import Glibc
import GtkInterop
import PangoText
import ReadingState

/// What is known of a feed besides its entries.
nonisolated struct FeedHeading: Sendable, Equatable {
  var title: String?
  var format: FeedFormat
  /// The address of the feed's website, as the feed has it.
  var link: String?
  /// Identifies the feed, wherever its file is: see `Feed.key(path:)`.
  var feedKey: String
  /// The repairs of the file; nil if there were none, or if it was not read to its end.
  var repairs: FeedRepairs?
  /// The location of the next page; nil if there is none.
  var nextPage: PageLocation?
  /// Notes to show to the user.
  var notes: [FeedNote] = []
  /// Whether the file ends in the middle.
  var isCutOff = false
}

/// A summary of a file's repairs.
nonisolated struct FeedRepairs: Sendable, Equatable {
  var count: Int
  /// Not empty and in file order; fewer than `count` if there are very many.
  var places: [FeedWarning]

  /// The position at which the file ends in the middle, if it does and if that is among the places.
  private let end: FeedWarning?

  /// - Parameter isCutOff: Whether the file ends in the middle, which is the last of its repairs.
  init(count: Int, places: [FeedWarning], isCutOff: Bool = false) {
    precondition(!places.isEmpty, "At least one repair must have a position.")
    self.count = count
    self.places = places
    end = isCutOff && places.count == count ? places.last : nil
  }

  var first: FeedWarning { places[0] }

  var description: String {
    guard let end else {
      return localized(
        "Repaired \(grouped: count) place at \(first.message).",
        plural: "Repaired \(grouped: count) places, the first at \(first.message).", count: count)
    }
    // What is missing is reported before what was repaired.
    let cut = localized(
      "The file ends in the middle, at line \(end.line), column \(end.column): \(end.repair).")
    guard count > 1 else { return cut }
    return cut + " "
      + localized(
        "Repaired \(grouped: count - 1) more place at \(first.message).",
        plural: "Repaired \(grouped: count - 1) more places, the first at \(first.message).", count: count - 1
      )
  }
}

/// Consecutive rows under one title, which is bounded like all texts of rows.
nonisolated struct LoadedSection: Sendable {
  var title: String?
  var rows: [FeedRow]
  /// The marks that the rows have; nil if they have none yet.
  var marking: RowMarking?
}

/// When rows got the marks of which feed.
nonisolated struct RowMarking: Sendable, Equatable {
  var feedKey: String
  /// `ReadingState.changeCount`.
  var changeCount: Int
}

/// The events of reading a file: any number of parts, then one of the last two.
nonisolated enum LoadEvent: Sendable {
  /// Where the entries of a large file are; comes between parts, long before the last one.
  case outlined(FileOutline)
  /// The next rows; the first section continues the previous one if the titles are equal.
  case part(FeedHeading, [LoadedSection])
  case finished(FeedHeading)
  case failed(FeedError)
}

/// Reads feed files and makes their rows, off the main thread.
nonisolated enum FeedLoader {
  /// The events of reading one file. Releasing the stream cancels the reading.
  ///
  /// - Parameters:
  ///   - state: The marks that rows get.
  ///   - rereadSize: The size in bytes from which a file stays open, so that its texts are read again when they are needed;
  ///     the entries of smaller files stay in memory.
  ///   - outlinedSize: The size in bytes from which entries are looked for before they are read.
  static func events(
    path: String, state: ReadingState, rereadSize: Int = 64 << 10, outlinedSize: Int = 16 << 20
  ) -> AsyncStream<LoadEvent> {
    AsyncStream { continuation in
      let reading = Task.detached(priority: .userInitiated) {
        let size = size(of: path)
        let now = Date()
        var outlining: Task<Void, Never>?
        read(path, state: state, keepsText: size >= rereadSize, now: now) { event in
          if case .terminated = continuation.yield(event) { return false }
          // After the first rows, which are to be shown at once.
          if outlining == nil, size >= outlinedSize { outlining = outline(path, now: now, continuation) }
          return !Task.isCancelled
        }
        outlining?.cancel()
        continuation.finish()
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }

  /// Finds the entries of a file, if it is not compressed, which would take as long as reading it.
  private static func outline(
    _ path: String, now: Date, _ continuation: AsyncStream<LoadEvent>.Continuation
  ) -> Task<Void, Never> {
    Task.detached(priority: .utility) {
      // An error is reported by the reader.
      let structure = try? FeedReader.structure(
        contentsOf: path, keepsCopy: false, threads: FeedReader.fastestThreadCount
      ) { _, _ in
        !Task.isCancelled
      }
      if let structure { continuation.yield(.outlined(FileOutline(structure, path: path, now: now))) }
    }
  }

  /// The rows of a feed that was read completely. Looks for pictures on the disk.
  static func sections(of feed: Feed, path: String) -> [LoadedSection] {
    var maker = RowMaker(path: path, format: feed.format)
    let title = feed.title ?? FileName.of(path)
    return feed.sections.map { section in
      LoadedSection(
        title: section.title.map { RowText.paragraph($0) },
        rows: maker.rows(for: section, of: feed, feedTitle: title, text: nil))
    }
  }

  /// 0 for a file that can't be read, which the reader reports.
  private static func size(of path: String) -> Int {
    var status = stat()
    return PathText.withCString(path) { stat($0, &status) } == 0 ? Int(status.st_size) : 0
  }

  /// Blocks until the file is read.
  ///
  /// - Parameters:
  ///   - now: The reference time of relative dates.
  ///   - report: Returns whether reading should continue.
  private static func read(
    _ path: String, state: ReadingState, keepsText: Bool, now: Date, report: @escaping (LoadEvent) -> Bool
  ) {
    var maker: RowMaker?
    // What identifies a feed may follow its first entries. The marks are those of one key.
    var marking: RowMarking?
    var hasAllMarks = false
    do throws(FeedError) {
      let feed = try FeedReader.stream(contentsOf: path, decompressor: .libraries, keepsText: keepsText) {
        batch in
        var current = maker ?? RowMaker(path: path, format: batch.format, now: now)
        if let marking {
          if !hasAllMarks { current.marks = state.load(FeedKey(marking.feedKey)) }
          hasAllMarks = true
        } else {
          let new = RowMarking(feedKey: batch.feed.key(path: path), changeCount: state.changeCount)
          // The first rows are to be shown at once.
          let first = batch.sections.flatMap { $0.entries.map { EntryKey($0.key) } }
          current.marks = state.load(first: first, of: FeedKey(new.feedKey))
          marking = new
        }
        let title = batch.feed.title ?? FileName.of(path)
        let sections = batch.sections.map { section in
          LoadedSection(
            title: section.title.map { RowText.paragraph($0) },
            rows: current.rows(for: section, of: batch.feed, feedTitle: title, text: batch.text),
            marking: marking)
        }
        maker = current
        return report(.part(heading(of: batch.feed, feedKey: marking?.feedKey, path: path), sections))
      }
      // Reading places are looked up when articles are opened.
      if let marking, !hasAllMarks { state.load(FeedKey(marking.feedKey)) }
      var complete = heading(of: feed, feedKey: marking?.feedKey, path: path)
      if !feed.warnings.isEmpty {
        complete.repairs = FeedRepairs(
          count: feed.repairCount, places: feed.warnings, isCutOff: feed.isCutOff)
      }
      complete.nextPage = feed.pages.following.map { PageLocation(of: $0, from: path) }
      LoadedPages.shared.shrink(to: LoadedPages.restingSize)
      // Entries and their drafts were freed between rows that stay.
      HeapMemory.trim()
      _ = report(.finished(complete))
    } catch {
      _ = report(.failed(error))
    }
  }

  private static func heading(of feed: Feed, feedKey: String?, path: String) -> FeedHeading {
    FeedHeading(
      title: feed.title.map { RowText.paragraph($0) }, format: feed.format,
      link: feed.link,
      feedKey: feedKey ?? feed.key(path: path),
      notes: feed.notes,
      isCutOff: feed.isCutOff)
  }
}

/// File names for display.
nonisolated enum FileName {
  static func of(_ path: String) -> String {
    PathText.display(path.split(separator: "/").last.map(String.init) ?? path)
  }
}
