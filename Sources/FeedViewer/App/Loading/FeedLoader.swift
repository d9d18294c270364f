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
        await withTaskExecutorPreference(plan.textSize >= sizes.listed ? PatientThreads.shared : nil) {
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
    let now = Int64(time(nil))
    let change = earlier.flatMap { self.change(of: path, since: $0, state: state, plan, now) }
    if let change {
      for event in change.events { continuation.yield(event) }
      if let outline = change.outline {
        await outline.hold?.wait()
        await readAll(
          path, state: state, now: now, leavingOut: change.loaded.rows, plan, outline.structure, outline.rows,
          continuation)
      }
      return continuation.finish()
    }
    var outlining: Task<FileOutline?, Never>?
    var isArchive = false
    var known = LoadedRows()
    let rows = plan.findsEntriesFirst ? FileRows() : nil
    // Of what is held little is read.
    let limit = plan.isArchive ? Int.max : FeedLimits.streamSize
    var last: LoadEvent?
    read(
      path, state: state, keepsText: plan.keepsText, twinsAreKnown: !plan.isArchive, sizeLimit: limit,
      now: now,
      rows
    ) { event in
      // The reading was ended here, and goes on below.
      if isArchive { return false }
      known.add(event)
      if event.isLast {
        last = event
        return true
      }
      if case .terminated = continuation.yield(plan.isArchive ? event.withoutSizeRemark : event) {
        return false
      }
      // After the first rows, which are to be shown at once.
      if outlining == nil, let rows {
        outlining = outline(
          path, now: now, tailSize: plan.isArchive ? sizes.archiveTail : nil, rows, continuation)
      }
      isArchive = plan.isArchive && known.rows.count >= sizes.archiveHead
      return !Task.isCancelled && !isArchive
    }
    if isArchive, let outlining {
      // All of it is decompressed before its entries are counted.
      if plan.isCompressed, let end = known.rows.last?.textEnd {
        continuation.yield(.estimated(plan.estimatedCount(read: known.rows.count, end: end)))
      }
      let outline = await value(of: outlining)
      if let loaded = known.archive, loaded.prepare(outline?.structure, readAfter: plan.status) {
        continuation.yield(.loaded(loaded))
      }
      await outline?.hold?.wait()
      await readAll(
        path, state: state, now: now, leavingOut: known.rows, plan, outline?.structure, rows, continuation)
    } else if let last {
      if plan.keepsText, let loaded = known.whole {
        let structure =
          if let outlining { await value(of: outlining)?.structure } else {
            try? FeedReader.structure(contentsOf: path.text, keepsCopy: false)
          }
        if loaded.prepare(structure, readAfter: plan.status) { continuation.yield(.loaded(loaded)) }
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

  /// Reads a file that was held, from the beginning.
  ///
  /// - Parameters:
  ///   - head: The rows that are known.
  ///   - plan: How the file is read.
  ///   - structure: Where the entries are.
  ///   - rows: The rows of its entries that are in use.
  private static func readAll(
    _ path: FilePath, state: ReadingState, now: Int64, leavingOut head: [FeedRow], _ plan: LoadingPlan,
    _ structure: FeedStructure?, _ rows: FileRows?, _ continuation: AsyncStream<LoadEvent>.Continuation
  ) async {
    guard !Task.isCancelled else { return }
    // Of a compressed file it is the text that is too large; its size is known once its entries are.
    guard structure?.textSize ?? plan.textSize <= FeedLimits.streamSize else {
      let reason = FeedError.Reason.tooLarge(limit: FeedLimits.streamSize)
      continuation.yield(.failed(FeedError(file: path.text, reason: reason)))
      return
    }
    var rowCount = head.count
    var known = LoadedRows(head)
    read(path, state: state, keepsText: true, sizeLimit: FeedLimits.streamSize, now: now, rows) { event in
      let event = event.leavingOut(&rowCount)
      known.add(event)
      if let loaded = known.whole, loaded.prepare(structure, readAfter: plan.status) {
        continuation.yield(.loaded(loaded))
      }
      if case .terminated = continuation.yield(event) { return false }
      return !Task.isCancelled
    }
  }

  /// Finds the entries of a file.
  ///
  /// - Parameters:
  ///   - tailSize: How much of the end is looked at first, in bytes, of a file whose entries are not read in their
  ///     turn before all of them are needed; nil for other files.
  ///   - rows: The rows of its entries that are in use.
  private static func outline(
    _ path: FilePath, now: Int64, tailSize: Int?, _ rows: FileRows,
    _ continuation: AsyncStream<LoadEvent>.Continuation
  ) -> Task<FileOutline?, Never> {
    Task.detached(executorPreference: PatientThreads.shared, priority: .utility) {
      let hold = tailSize.map { _ in ReadingHold() }
      func deliver(_ structure: FeedStructure) -> FileOutline {
        let outline = FileOutline(structure, path: path, now: now, hold: hold, rows: rows)
        continuation.yield(.listed(outline))
        return outline
      }
      // An error is reported by the reader.
      let structure = try? FeedReader.structure(
        contentsOf: path.text, decompressor: .libraries, keepsCopy: hold != nil,
        threads: FeedReader.fastestThreadCount,
        entryLimit: hold == nil ? FeedLimits.entryCount : FeedLimits.countedEntries, tailSize: tailSize ?? 0,
        onProgress: { _, _ in !Task.isCancelled }, onEstimate: hold == nil ? nil : { _ = deliver($0) })
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
  ///   - twinsAreKnown: Whether all of the file is read: see `FeedMarks.isRead`.
  ///   - sizeLimit: The largest file that is read, in bytes.
  ///   - now: The reference time of relative dates.
  ///   - known: The rows of its entries that are in use; nil if only this reads them.
  ///   - report: Returns whether reading should continue.
  private static func read(
    _ path: FilePath, state: ReadingState, keepsText: Bool, twinsAreKnown: Bool = true, sizeLimit: Int,
    now: Int64, _ known: FileRows?, report: @escaping (LoadEvent) -> Bool
  ) {
    var maker: RowMaker?
    // As they were read in order: their keys count the entries before them, as earlier versions of the program did.
    var rows: [FeedRow] = []
    // What identifies a feed may follow its first entries. The marks are those of one key.
    var marking: RowMarking?
    var hasAllMarks = false
    // The rows keep the file open.
    defer { rows = [] }
    do throws(FeedError) {
      let feed = try FeedReader.stream(
        contentsOf: path.text, decompressor: .libraries, keepsText: keepsText, sizeLimit: sizeLimit
      ) { batch in
        var current = maker ?? RowMaker(path: path, format: batch.format, now: now)
        current.twinsAreKnown = twinsAreKnown
        if let marking {
          if !hasAllMarks {
            // Where the list shows entries before their turn, these wait for their marks, too.
            let feed = FeedKey(marking.feedKey)
            current.marks = known == nil ? state.load(feed) : state.loadOthers(of: feed)
          }
          hasAllMarks = true
        } else {
          let new = RowMarking(feedKey: batch.feed.key(path: path.text), changeCount: state.changeCount)
          // The first rows are to be shown at once.
          let first = batch.sections.flatMap { $0.entries.map { EntryKey($0.identity) } }
          current.marks = state.load(first: first, of: FeedKey(new.feedKey))
          marking = new
        }
        let title = batch.feed.title ?? FileName.of(path)
        let sections = batch.sections.map { section in
          let made = current.rows(for: section, of: batch.feed, feedTitle: title, text: batch.text)
          rows += made
          return LoadedSection(
            title: section.title.map { RowText.paragraph($0) },
            rows: known?.uniqueInOrder(made) ?? made, marking: marking)
        }
        maker = current
        let goesOn = report(.part(heading(of: batch.feed, feedKey: marking?.feedKey, path: path), sections))
        if !goesOn {
          rows = []
          // Rows that are read where the list shows them get marks, too, even those that were read already.
          if !hasAllMarks, let marking { state.loadOthers(of: FeedKey(marking.feedKey)) }
        }
        return goesOn
      }
      // Reading places are looked up when articles are opened.
      if let marking {
        if !hasAllMarks { state.load(FeedKey(marking.feedKey)) }
        if !rows.isEmpty, feed.format != .opml { join(rows, of: marking.feedKey, in: state) }
      }
      let complete = completeHeading(of: feed, feedKey: marking?.feedKey, path: path)
      LoadedPages.shared.shrink(to: LoadedPages.restingSize)
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
  static func join(_ rows: [FeedRow], of feedKey: String, in state: ReadingState) {
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
