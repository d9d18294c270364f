import EntryRows
import VirtualList
import Compression
import Feeds
import FileNames
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
  /// The repairs of the file, as far as it was read; nil if there were none.
  var repairs: FeedRepairs?
  /// The location of the next page; nil if there is none.
  var nextPage: PageLocation?
  /// Notes to show to the user.
  var notes: [FeedNote] = []
  /// Whether the file ends in the middle.
  var isCutOff = false

  /// The same without a remark that reading all of a large file takes long.
  var whileHeld: FeedHeading {
    var heading = self
    heading.notes.removeAll { if case .largeFile = $0 { true } else { false } }
    return heading
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
  /// Where the entries of a large file are; comes between parts, long before the last one. Of a very large file, first by a
  /// guess.
  case outlined(FileOutline)
  /// What a later state of the file is compared with; comes before the last event, or when a file is held.
  case loaded(LoadedFile)
  /// The next rows; the first section continues the previous one if the titles are equal.
  case part(FeedHeading, [LoadedSection])
  case finished(FeedHeading)
  case failed(FeedError)

  fileprivate var isLast: Bool {
    switch self {
    case .finished, .failed: true
    case .outlined, .loaded, .part: false
    }
  }

  /// The same without a remark that reading all of a large file takes long.
  fileprivate var whileHeld: LoadEvent {
    guard case .part(let heading, let sections) = self else { return self }
    return .part(heading.whileHeld, sections)
  }

  /// The same without its first rows.
  ///
  /// - Parameter count: How many rows are left out; afterwards, how many of the next event.
  fileprivate func leavingOut(_ count: inout Int) -> LoadEvent {
    guard count > 0, case .part(let heading, var sections) = self else { return self }
    for index in sections.indices {
      let known = min(count, sections[index].rows.count)
      sections[index].rows.removeFirst(known)
      count -= known
    }
    return .part(heading, sections.filter { !$0.rows.isEmpty })
  }
}

/// The sizes of files, in bytes, from which they are read in other ways.
nonisolated struct LoadingSizes: Sendable {
  /// The file stays open, so that its texts are read again when they are needed; the entries of smaller files stay in
  /// memory.
  var reread = 64 << 10
  /// Entries are looked for before they are read.
  var outlined = 16 << 20
  /// Only those entries are read that the list shows, until something needs all of them.
  var held = 512 << 20
  /// The number of entries of such a file that are read anyway.
  var heldHead = 20_000
  /// How much of such a file's end is looked at before its entries are counted.
  var heldTail = 512 << 10
}

/// Reads feed files and makes their rows, off the main thread.
nonisolated enum FeedLoader {
  /// The events of reading one file. Releasing the stream cancels the reading.
  ///
  /// - Parameters:
  ///   - state: The marks that rows get.
  ///   - earlier: The state in which the file was read before; nil reads all of it.
  static func events(
    path: String, state: ReadingState, sizes: LoadingSizes = LoadingSizes(), since earlier: LoadedFile? = nil
  ) -> AsyncStream<LoadEvent> {
    AsyncStream { continuation in
      let reading = Task.detached(priority: .userInitiated) {
        // An error is reported by the reader.
        let before = FileStatus(ofFileAt: path)
        let isLarge = (before?.size ?? 0) >= sizes.outlined
        await withTaskExecutorPreference(isLarge ? PatientThreads.shared : nil) {
          await load(path, state, sizes, since: earlier, before, continuation)
        }
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }

  /// - Parameter before: The state of the file before it is read.
  private static func load(
    _ path: String, _ state: ReadingState, _ sizes: LoadingSizes, since earlier: LoadedFile?,
    _ before: FileStatus?, _ continuation: AsyncStream<LoadEvent>.Continuation
  ) async {
    let size = before?.size ?? 0
    let now = Int64(time(nil))
    let change = earlier.flatMap {
      self.change(of: path, since: $0, state: state, sizes, size: size, now)
    }
    if let change {
      for event in change.events { continuation.yield(event) }
      if let outline = change.outline {
        await outline.hold?.wait()
        await readAll(
          path, state: state, now: now, leavingOut: change.loaded.rows, before, outline.structure,
          continuation)
      }
      return continuation.finish()
    }
    var outlining: Task<FileOutline?, Never>?
    var isHeld = false
    var known = LoadedRows()
    // Of what is held little is read.
    let limit = size >= sizes.held ? Int.max : FeedLimits.streamSize
    var last: LoadEvent?
    read(path, state: state, keepsText: size >= sizes.reread, sizeLimit: limit, now: now) { event in
      // The reading was ended here, and goes on below.
      if isHeld { return false }
      known.add(event)
      if event.isLast {
        last = event
        return true
      }
      if case .terminated = continuation.yield(size >= sizes.held ? event.whileHeld : event) {
        return false
      }
      // After the first rows, which are to be shown at once.
      if outlining == nil, size >= sizes.outlined {
        outlining = outline(
          path, now: now, tailSize: size >= sizes.held ? sizes.heldTail : nil, continuation)
      }
      isHeld = size >= sizes.held && known.rows.count >= sizes.heldHead
      return !Task.isCancelled && !isHeld
    }
    if isHeld, let outlining {
      let outline = await value(of: outlining)
      if let loaded = known.held, loaded.prepare(outline?.structure, readAfter: before) {
        continuation.yield(.loaded(loaded))
      }
      await outline?.hold?.wait()
      await readAll(
        path, state: state, now: now, leavingOut: known.rows, before, outline?.structure, continuation)
    } else if let last {
      if size >= sizes.reread, let loaded = known.whole {
        let structure =
          if let outlining { await value(of: outlining)?.structure } else {
            try? FeedReader.structure(contentsOf: path, keepsCopy: false)
          }
        if loaded.prepare(structure, readAfter: before) { continuation.yield(.loaded(loaded)) }
      }
      continuation.yield(last)
    }
    outlining?.cancel()
    continuation.finish()
  }

  private static func value(of outlining: Task<FileOutline?, Never>) async -> FileOutline? {
    await withTaskCancellationHandler {
      await outlining.value
    } onCancel: {
      outlining.cancel()
    }
  }

  /// Reads a file that was held, from the beginning: an entry's key depends on all before it.
  ///
  /// - Parameters:
  ///   - head: The rows that are known.
  ///   - before: The state of the file before these were read.
  ///   - structure: Where the entries are.
  private static func readAll(
    _ path: String, state: ReadingState, now: Int64, leavingOut head: [FeedRow], _ before: FileStatus?,
    _ structure: FeedStructure?, _ continuation: AsyncStream<LoadEvent>.Continuation
  ) async {
    guard !Task.isCancelled else { return }
    var rowCount = head.count
    var known = LoadedRows(head)
    read(path, state: state, keepsText: true, sizeLimit: FeedLimits.streamSize, now: now) { event in
      let event = event.leavingOut(&rowCount)
      known.add(event)
      if let loaded = known.whole, loaded.prepare(structure, readAfter: before) {
        continuation.yield(.loaded(loaded))
      }
      if case .terminated = continuation.yield(event) { return false }
      return !Task.isCancelled
    }
  }

  /// Finds the entries of a file, if it is not compressed, which would take as long as reading it.
  ///
  /// - Parameter tailSize: How much of the end is looked at first, in bytes, of a file whose entries are not read in their
  ///   turn before all of them are needed; nil for other files.
  private static func outline(
    _ path: String, now: Int64, tailSize: Int?, _ continuation: AsyncStream<LoadEvent>.Continuation
  ) -> Task<FileOutline?, Never> {
    Task.detached(executorPreference: PatientThreads.shared, priority: .utility) {
      let hold = tailSize.map { _ in ReadingHold() }
      func deliver(_ structure: FeedStructure) -> FileOutline {
        let outline = FileOutline(structure, path: path, now: now, hold: hold)
        continuation.yield(.outlined(outline))
        return outline
      }
      // An error is reported by the reader.
      let structure = try? FeedReader.structure(
        contentsOf: path, keepsCopy: false, threads: FeedReader.fastestThreadCount,
        entryLimit: hold == nil ? FeedLimits.entryCount : FeedLimits.countedEntries, tailSize: tailSize ?? 0,
        onProgress: { _, _ in !Task.isCancelled }, onGuess: hold == nil ? nil : { _ = deliver($0) })
      guard let structure else {
        hold?.end()
        return nil
      }
      if structure.needsReading { hold?.end() }
      let outline = deliver(structure)
      return outline
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

  /// Blocks until the file is read.
  ///
  /// - Parameters:
  ///   - sizeLimit: The largest file that is read, in bytes.
  ///   - now: The reference time of relative dates.
  ///   - report: Returns whether reading should continue.
  private static func read(
    _ path: String, state: ReadingState, keepsText: Bool, sizeLimit: Int, now: Int64,
    report: @escaping (LoadEvent) -> Bool
  ) {
    var maker: RowMaker?
    // What identifies a feed may follow its first entries. The marks are those of one key.
    var marking: RowMarking?
    var hasAllMarks = false
    do throws(FeedError) {
      let feed = try FeedReader.stream(
        contentsOf: path, decompressor: .libraries, keepsText: keepsText, sizeLimit: sizeLimit
      ) { batch in
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
      let complete = completeHeading(of: feed, feedKey: marking?.feedKey, path: path)
      LoadedPages.shared.shrink(to: LoadedPages.restingSize)
      // Entries and their drafts were freed between rows that stay.
      HeapMemory.trim()
      _ = report(.finished(complete))
    } catch {
      _ = report(.failed(error))
    }
  }

  /// What is known of a feed at the end of its file.
  static func completeHeading(of feed: Feed, feedKey: String?, path: String) -> FeedHeading {
    var complete = heading(of: feed, feedKey: feedKey, path: path)
    if !feed.warnings.isEmpty {
      complete.repairs = FeedRepairs(count: feed.repairCount, places: feed.warnings, isCutOff: feed.isCutOff)
    }
    complete.nextPage = feed.pages.following.map { PageLocation(of: $0, from: path) }
    return complete
  }

  private static func heading(of feed: Feed, feedKey: String?, path: String) -> FeedHeading {
    FeedHeading(
      title: feed.title.map { RowText.paragraph($0) }, format: feed.format,
      link: feed.link,
      feedKey: feedKey ?? feed.key(path: path),
      repairs: feed.warnings.isEmpty
        ? nil : FeedRepairs(count: feed.repairCount, places: feed.warnings, isSoFar: true),
      notes: feed.notes,
      isCutOff: feed.isCutOff)
  }
}
