import Expectations
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// A library whose files are controlled by a test, and a model of a list that follows its edits.
final class LibraryFixture: @MainActor LibraryConsumer {
  private(set) var library: FeedLibrary! = nil
  /// The keys shown by a list that knows only the edits.
  private(set) var shown: [[ItemKey]] = []
  private(set) var edits: [ListEdit] = []
  private(set) var changes: [ChangeSet] = []
  private(set) var revealed: [Int] = []
  private(set) var markChangeCount = 0
  var visibleRows: [RowIndexPath] = []
  var selectedRow: RowIndexPath?
  var visiblePages: [EntryPage] { [] }
  var isArranging: Bool { false }
  var otherOrder: ((RowIndexPath) -> Int?)? { nil }
  private var sources: [FilePath: EventSource] = [:]
  private var watched: [FilePath: () -> Void] = [:]

  /// - Parameters:
  ///   - state: The marks of entries.
  ///   - load: Reads files; nil lets the test tell what is read.
  init(state: ReadingState = ReadingState(), load: FeedLibrary.Load? = nil) {
    library = FeedLibrary(
      state: state,
      load: { [unowned self] path, earlier in
        if let load { return load(path, earlier) }
        let source = EventSource()
        self.sources[path] = source
        return AsyncStream { await source.next() }
      },
      watch: { [unowned self] path, changed in
        self.watched[path] = changed
        return WatchedFile()
      })
    library.consumer = self
  }

  /// A library that reads files from the disk, and only where the list shows them, however small they are.
  ///
  /// - Parameters:
  ///   - state: The marks that rows get when they are read.
  ///   - head: The number of entries that are read anyway.
  convenience init(holdingFilesMarkedIn state: ReadingState, head: Int) {
    self.init(load: { path, earlier in
      FeedLoader.events(path: path, state: state, sizes: .holding(head: head), since: earlier)
    })
  }

  /// The keys of the rows in each section of the library.
  var keys: [[String]] { library.sections.map { $0.rows.map(\.entryKey) } }

  /// The titles of the sections.
  var titles: [String] { library.sections.map(\.title) }

  /// Makes a file's reading report an event, and waits until it was handled.
  ///
  /// - Parameter patience: How long the library may take to ask for it; it never does after the file was closed.
  func report(_ events: LoadEvent..., of path: String, within patience: Duration = .seconds(5)) async {
    guard let source = sources[FilePath(path)] else { return }
    await source.isWaited(for: patience)
    source.send(events)
    // The library's task asks for the next event after it has handled these.
    await source.isWaited(for: .milliseconds(500))
  }

  /// Opens a file that is read at once.
  func open(_ path: String, title: String, _ keys: [String]) async {
    library.open([path])
    await finish(path, title: title, keys)
  }

  func finish(
    _ path: String, title: String, _ keys: [String], within patience: Duration = .seconds(5)
  ) async {
    let heading = Self.heading(title, path)
    await report(
      .part(heading, [Self.section(keys, path: path)]), .finished(heading), of: path, within: patience)
  }

  /// Waits until these rows of the first section are read, as a list that shows them does.
  func need(_ wanted: [Int]) async throws {
    library.need(wanted.map { RowIndexPath(section: 0, row: $0) })
    try await expect(
      MainLoop.settle { wanted.allSatisfy { !library.sections[0].rows[$0].isPlaceholder } })
  }

  /// Waits until all rows of the first section are read.
  func needAll() async throws {
    while let first = library.sections[0].rows.firstIndex(where: \.isPlaceholder) {
      try await need(Array(first..<min(first + 256, library.sections[0].rows.count)))
    }
  }

  /// Simulates a change of a watched file.
  func change(_ path: String) { watched[FilePath(path)]?() }

  static func heading(_ title: String?, _ path: String) -> FeedHeading {
    FeedHeading(title: title, format: .rss, feedKey: path)
  }

  static func section(_ keys: [String], title: String? = nil, path: String, format: FeedFormat = .rss)
    -> LoadedSection
  {
    var maker = RowMaker(path: FilePath(path), format: format)
    return LoadedSection(
      title: title,
      rows: keys.map { key in
        let entry = FeedEntry(key: key, title: "Title of \(key)", link: "https://feed.example/\(key)")
        return maker.row(for: entry, of: Feed(format: .rss), feedTitle: "Feed")
      })
  }

  /// Whether a list that knows only the edits shows the library's rows.
  var listAgrees: Bool { shown == fullKeys }

  private var fullKeys: [[ItemKey]] { library.sections.map { $0.rows.map(\.key) } }

  func apply(_ update: ListUpdate) {
    switch update {
    case .edits(let edits): follow(edits)
    case .change(let change, _):
      changes.append(change)
      follow(change)
    case .read(let rows):
      expect(shown.map(\.count), equals: library.sections.map(\.rows.count))
      for place in rows {
        shown[place.section][place.row] = library.sections[place.section].rows[place.row].key
      }
    case .marks: markChangeCount += 1
    case .files: break
    case .reveal(let section): revealed.append(section)
    }
  }

  private func follow(_ edits: [ListEdit]) {
    self.edits += edits
    do {
      follow(try ChangeSet(edits, before: shown.map(\.count), after: fullKeys.map(\.count)))
    } catch {
      Issue.record("The edits \(edits) contradict the library: \(error)")
    }
  }

  /// Rows that stay or move keep their content; only the others are requested.
  private func follow(_ change: ChangeSet) {
    let before = shown
    shown = fullKeys
    for section in shown.indices {
      for row in shown[section].indices {
        let place = RowIndexPath(section: section, row: row)
        if let old = change.oldIndexPath(for: place) {
          shown[section][row] = before[old.section][old.row]
        }
      }
    }
  }
}

/// A fake watch of a file.
private final class WatchedFile {}

/// The events of one file, delivered one by one.
private final class EventSource {
  private var pending: [LoadEvent] = []
  private var waiter: CheckedContinuation<LoadEvent?, Never>?

  func next() async -> LoadEvent? {
    if !pending.isEmpty { return pending.removeFirst() }
    return await withCheckedContinuation { waiter = $0 }
  }

  func send(_ events: [LoadEvent]) {
    pending += events
    guard let waiter, !pending.isEmpty else { return }
    self.waiter = nil
    waiter.resume(returning: pending.removeFirst())
  }

  /// Waits up to `limit` until the library waits for the next event.
  func isWaited(for limit: Duration) async {
    let deadline = ContinuousClock.now + limit
    while waiter == nil || !pending.isEmpty, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  isolated deinit { waiter?.resume(returning: nil) }
}

extension FeedLibrary {
  func setRead(_ isRead: Bool, at places: [RowIndexPath]) {
    set(.read, isRead, of: places.compactMap(row(at:)))
  }

  @discardableResult
  func deleteRows(_ places: [RowIndexPath]) -> RemovedEntries { delete(places.compactMap(row(at:))) }
}

nonisolated extension LoadingSizes {
  /// All files are held, however small they are.
  static func holding(head: Int, tail: Int = LoadingSizes().archiveTail) -> LoadingSizes {
    LoadingSizes(reread: 0, archive: 0, archiveHead: head, archiveTail: tail)
  }
}
