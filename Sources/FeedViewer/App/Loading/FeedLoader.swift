import Dispatch
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import FeedViewerRows
import Glibc
import GtkInterop
import PangoText
import VirtualList

/// Reads feed files and makes their rows, off the main thread.
nonisolated enum FeedLoader {
  /// The events of reading one file. Releasing the stream cancels the reading.
  ///
  /// - Parameters:
  ///   - state: The marks that rows get.
  ///   - earlier: The state in which the file was read before; nil reads all of it.
  static func events(
    path: FilePath, state: ReadingState, sizes: LoadingSizes = LoadingSizes(),
    since earlier: LoadedFile? = nil
  ) -> AsyncStream<LoadEvent> {
    AsyncStream { continuation in
      let reading = Task.detached(priority: .userInitiated) {
        let plan = sizes.plan(forFileAt: path)
        await withTaskExecutorPreference(plan.isLong ? PatientThreads.shared : nil) {
          await load(path, state, sizes, plan, since: earlier, continuation)
        }
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }

  private static func load(
    _ path: FilePath, _ state: ReadingState, _ sizes: LoadingSizes, _ plan: LoadingPlan,
    since earlier: LoadedFile?, _ continuation: AsyncStream<LoadEvent>.Continuation
  ) async {
    defer { continuation.finish() }
    let now = Int64(time(nil))
    if let earlier, let events = changes(of: path, since: earlier, state: state, plan, now) {
      for event in events { continuation.yield(event) }
      return
    }
    var known = LoadedRows()
    var mayBeListed = plan.isArchive
    var (isListed, isTooLarge) = (false, false)
    var last: LoadEvent?
    read(
      path, state: state, keepsText: plan.keepsText, isArchive: plan.isArchive,
      // Of an archive little is read.
      sizeLimit: plan.isArchive ? .max : sizes.limit, now: now
    ) { event in
      // The reading was ended here.
      if isListed || last != nil { return false }
      // Of a compressed file it is the text that is too large. All entries may have been read.
      if isTooLarge, event.hasRows {
        last = .failed(FeedError(file: path.text, reason: .tooLarge(limit: sizes.limit)))
        return false
      }
      known.add(event)
      if event.isLast {
        last = event
        return true
      }
      if case .terminated = continuation.yield(mayBeListed ? event.withoutSizeRemark : event) {
        return false
      }
      guard mayBeListed, known.rows.count >= sizes.archiveHead else { return !Task.isCancelled }
      mayBeListed = false
      isListed = list(path, state, plan, sizes, known, now: now, continuation)
      isTooLarge = !isListed && plan.textSize > sizes.limit
      return !isListed && !Task.isCancelled
    }
    guard let last, !isListed else { return }
    if plan.keepsText, let loaded = known.whole {
      let structure = try? FeedReader.structure(
        contentsOf: path.text, keepsCopy: false, threads: FeedReader.fastestThreadCount,
        onProgress: { _, _ in !Task.isCancelled })
      if loaded.prepare(structure, readAfter: plan.status) { continuation.yield(.loaded(loaded)) }
    }
    continuation.yield(last)
  }

  /// Finds the entries of an archive.
  ///
  /// - Parameter known: Its first rows.
  /// - Returns: Whether no other entry has to be read before the list shows it. Otherwise all are to be read; an error is then
  ///   reported by the reader.
  private static func list(
    _ path: FilePath, _ state: ReadingState, _ plan: LoadingPlan, _ sizes: LoadingSizes, _ known: LoadedRows,
    now: Int64, _ continuation: AsyncStream<LoadEvent>.Continuation
  ) -> Bool {
    // Rows that are read where the list shows them get marks, too, even those that were read already. To count all entries may take
    // long.
    if let feed = known.heading.map({ FeedKey($0.feedKey) }) {
      DispatchQueue.global(qos: .userInitiated).async { state.loadOthers(of: feed) }
    }
    // All of it is decompressed before its entries are counted.
    if plan.isCompressed, let end = known.rows.last?.textEnd {
      continuation.yield(.estimated(plan.estimatedCount(read: known.rows.count, end: end)))
    }
    let rows = FileRows()
    func deliver(_ structure: FeedStructure) {
      guard structure.feed.format.isPlain else { return }
      continuation.yield(.listed(FileOutline(structure, path: path, now: now, rows: rows)))
    }
    let structure = try? FeedReader.structure(
      contentsOf: path.text, threads: FeedReader.fastestThreadCount,
      entryLimit: FeedLimits.countedEntries, tailSize: sizes.archiveTail,
      onProgress: { _, _ in !Task.isCancelled }, onEstimate: deliver)
    guard let structure, !structure.needsReading, structure.feed.format.isPlain,
      structure.entryCount > known.rows.count
    else { return false }
    // A file that has changed meanwhile is compared as soon as its entries are listed.
    if let loaded = known.archive, loaded.prepare(structure, readAfter: plan.status) {
      continuation.yield(.loaded(loaded))
    }
    deliver(structure)
    return true
  }

  /// The rows of a feed that was read completely. Looks for pictures on the disk.
  static func sections(of feed: Feed, path: FilePath) -> [LoadedSection] {
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
  ///   - isArchive: Whether perhaps only the first entries are read, so that twins are not known: see `FeedMarks.isRead`.
  ///   - sizeLimit: The largest file that is read, in bytes.
  ///   - now: The reference time of relative dates.
  ///   - report: Returns whether reading should continue.
  private static func read(
    _ path: FilePath, state: ReadingState, keepsText: Bool, isArchive: Bool, sizeLimit: Int, now: Int64,
    report: @escaping (LoadEvent) -> Bool
  ) {
    var maker: RowMaker?
    // As they were read in order: their keys count the entries before them, as earlier versions of the program did.
    var rows = RowRuns()
    // What identifies a feed may follow its first entries. The marks are those of one key.
    var marking: RowMarking?
    var hasAllMarks = false
    var outlines: OutlineTreeMaker?
    // The rows keep the file open.
    defer { rows = RowRuns() }
    do throws(FeedError) {
      let feed = try FeedReader.stream(
        contentsOf: path.text, keepsText: keepsText, sizeLimit: sizeLimit
      ) { batch in
        var current = maker ?? RowMaker(path: path, format: batch.feed.format, now: now)
        current.twinsAreKnown = !isArchive
        if let marking {
          if !isArchive, !hasAllMarks {
            current.marks = state.load(FeedKey(marking.feedKey))
            hasAllMarks = true
          }
        } else {
          let new = RowMarking(feedKey: batch.feed.key(path: path.text), changeCount: state.changeCount)
          // The first rows are to be shown at once.
          let first = batch.sections.flatMap { $0.entries.map { EntryKey($0.identity) } }
          current.marks = state.load(first: first, of: FeedKey(new.feedKey))
          marking = new
        }
        let title = batch.feed.title ?? FileName.of(path)
        if batch.feed.format == .opml, outlines == nil { outlines = OutlineTreeMaker() }
        let sections = batch.sections.map { section in
          let made = current.rows(for: section, of: batch.feed, feedTitle: title, text: batch.text)
          rows.append(made)
          outlines?.add(made, in: section.folder)
          return LoadedSection(
            title: section.title.map { RowText.paragraph($0) }, rows: made, marking: marking,
            isOfArchive: isArchive, folder: outlines?.place(of: section.folder) ?? [])
        }
        maker = current
        let goesOn = report(.part(heading(of: batch.feed, feedKey: marking?.feedKey, path: path), sections))
        if !goesOn { rows = RowRuns() }
        return goesOn
      }
      // Reading places are looked up when articles are opened.
      if let marking {
        if !hasAllMarks { state.load(FeedKey(marking.feedKey)) }
        if !rows.isEmpty, feed.format != .opml { join(rows, of: marking.feedKey, in: state) }
      }
      var complete = completeHeading(of: feed, feedKey: marking?.feedKey, path: path)
      complete.outlines = outlines?.makeTree()
      // Entries and their drafts were freed between rows that stay.
      HeapMemory.trim()
      _ = report(.finished(complete))
    } catch {
      _ = report(.failed(error))
    }
  }

  /// Tells the reading state which entries a version of a feed has.
  ///
  /// - Parameter rows: Those of all its entries.
  static func join(_ rows: some Collection<FeedRow> & Sendable, of feedKey: String, in state: ReadingState) {
    state.join(rows.map(\.stateKey), of: FeedKey(feedKey)) { rows.map(\.entryKey) }
  }

  /// What is known of a feed at the end of its file.
  static func completeHeading(of feed: Feed, feedKey: String?, path: FilePath) -> FeedHeading {
    var complete = heading(of: feed, feedKey: feedKey, path: path)
    if !feed.warnings.isEmpty {
      complete.repairs = FeedRepairs(count: feed.repairCount, places: feed.warnings, isCutOff: feed.isCutOff)
    }
    complete.nextPage = feed.pages.following.map { PageLocation(of: $0, from: path) }
    return complete
  }

  private static func heading(of feed: Feed, feedKey: String?, path: FilePath) -> FeedHeading {
    FeedHeading(
      title: feed.title.map { RowText.paragraph($0) }, format: feed.format,
      link: feed.link, summary: feed.summary.map { RowText.paragraph($0) },
      feedKey: feedKey ?? feed.key(path: path.text),
      repairs: feed.warnings.isEmpty
        ? nil : FeedRepairs(count: feed.repairCount, places: feed.warnings, isSoFar: true),
      notes: feed.notes,
      completeCount: feed.completeCount)
  }
}
