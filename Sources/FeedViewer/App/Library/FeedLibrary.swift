import FeedViewerBase
import FeedViewerReadingState
import LayoutCore
import VirtualList

/// The state of the window without widgets: open files, their rows without those of removed entries, and marks.
final class FeedLibrary {
  /// Reads a file. If it was read before, and has changed since, only what is new is read, if that is possible.
  typealias Load = (_ path: FilePath, _ earlier: LoadedFile?) -> AsyncStream<LoadEvent>
  /// Watches a file and calls back after changes until the returned object is released; nil if the system can't watch
  /// it.
  typealias Watch = (_ path: FilePath, _ changed: @escaping () -> Void) -> AnyObject?

  weak var consumer: (any LibraryConsumer)?
  weak var follower: (any WindowEventFollower)?
  /// The heights of rows that were shown.
  weak var heights: HeightMemory?
  /// In the order in which they were opened.
  var files: [OpenFile] = [] {
    didSet {
      if files.count == fileNumbers.count + 1, fileNumbers[files[files.count - 1].path] == nil {
        fileNumbers[files[files.count - 1].path] = files.count - 1
      } else if files.count != fileNumbers.count {
        fileNumbers = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1.path, $0) })
      }
    }
  }
  private var fileNumbers: [FilePath: Int] = [:]
  /// The sections of all files in order. Code that inserts, removes or moves sections must update `places`.
  var sections: [LibrarySection] = [] {
    didSet { sectionsVersion += 1 }
  }
  /// Counts the changes of sections and of their rows.
  private(set) var sectionsVersion = 0
  /// The positions of the sections of each file; nil until they are needed.
  var knownPlaces: SectionPlaces?
  /// Additions that the list was not told of; empty between two iterations of the main loop.
  var pendingEdits = PendingEdits()
  /// Edits of rows that can't be edited yet; each is tried again when more rows can be.
  var waitingEdits: [() -> Void] = []
  /// What is wrong with files that are shown, and with what is stored, oldest first.
  var problems: [LibraryProblem] = []
  /// The marks of entries, by feed and entry, so that they survive reloading and moving of files.
  let state: ReadingState
  /// The keys for marks of the feeds in files that were read, by path.
  var feedKeys: [FilePath: String] = [:]
  /// How long the list waits for pages of feeds.
  let batchDuration = BatchDuration()
  /// The most rows that are kept of entries that were read because the list showed them, or others beside them: several times
  /// what lies in the list's ranges.
  var loadedLimit = 4_096
  /// Changes when entries without rows have other marks than before.
  private(set) var marksVersion = 0
  /// Changes whenever rows of files were replaced, because a file was read again.
  var contentVersion = 0
  /// The readings in progress, by path.
  var readings: [FilePath: FileReading] = [:]
  /// The files of the last session that are not there.
  var missing = MissingFiles()
  var missingSearch = MissingFilesSearch()
  /// The watches of open files, by path.
  var watches: [FilePath: AnyObject] = [:]
  /// The queue of files to be read.
  var readQueue = ReadQueue()
  /// The file to scroll to as soon as it has a section.
  var pathToReveal: FilePath?
  let load: Load
  let watch: Watch

  /// - Parameters:
  ///   - load: Reads a file; nil reads it from the disk.
  ///   - watch: Watches a file; nil watches it on the disk.
  init(state: ReadingState = ReadingState(), load: Load? = nil, watch: Watch? = nil) {
    self.state = state
    self.load = load ?? { FeedLoader.events(path: $0, state: state, since: $1) }
    self.watch = watch ?? { FileWatch.watching($0, changed: $1) }
  }

  var isLoading: Bool { files.contains { $0.isLoading } }

  /// Whether an open file is being read.
  func isLoading(_ path: FilePath) -> Bool { index(ofFile: path).map { files[$0].isLoading } ?? false }

  /// Whether a file that is shown is being read again.
  var isReloading: Bool {
    files.contains { if case .reloading = $0.state { true } else { false } }
  }

  /// The number of entries that have rows.
  var entryCount: Int { sections.reduce(0) { $0 + $1.entryCount } }

  /// The number of entries, with those of large files that are still being read.
  var expectedEntryCount: Int {
    files.reduce(entryCount) { count, file in
      guard let announced = file.announced else { return count }
      return count + max(0, announced.count - rowCount(ofFile: file.path))
    }
  }

  /// The number of rows of a file.
  ///
  /// - Complexity: O(sections between its first and last one).
  private func rowCount(ofFile path: FilePath) -> Int {
    guard let place = places[path] else { return 0 }
    return sections[place.sections].reduce(0) { $0 + $1.rows.count }
  }

  /// Whether there are rows of entries of which nothing but their number is known.
  var awaitsEntries: Bool { sections.contains { $0.placeholderCount > 0 } }

  func row(at place: RowIndexPath) -> FeedRow? { sections.row(at: place) }

  /// - Complexity: O(1).
  func index(ofFile path: FilePath) -> Int? { fileNumbers[path] }

  /// Whether a file, or the one of which it is a later page, is open.
  ///
  /// - Complexity: O(1), O(files) for one that is not open itself.
  func isOpen(_ path: FilePath) -> Bool {
    index(ofFile: path) != nil || files.contains { $0.pages.visited.contains(path) }
  }

  /// The positions of the sections of each file.
  /// - Complexity: O(1), or O(sections) after sections were removed or replaced.
  var places: SectionPlaces {
    if let knownPlaces { return knownPlaces }
    let places = SectionPlaces(of: sections)
    knownPlaces = places
    return places
  }

  /// Sets or removes a mark of rows.
  ///
  /// - Returns: The rows that did not have it, or had it.
  @discardableResult
  func set(_ mark: EntryMarks, _ isOn: Bool, of rows: some Sequence<FeedRow>) -> RowBits {
    set(mark, isOn, of: RowBits(rows))
  }

  /// Sets or removes a mark of rows.
  ///
  /// - Parameter mark: One mark.
  /// - Returns: The rows that did not have it, or had it.
  /// - Complexity: O(k) for k rows, and O(n) for all rows of the library if any of them changes, with very little for rows that
  ///   follow each other on a page.
  @discardableResult
  func set(_ mark: EntryMarks, _ isOn: Bool, of rows: RowBits) -> RowBits {
    let changed = rows.having(mark, !isOn)
    guard !changed.isEmpty else { return changed }
    for (path, own) in changed.files {
      if readings[path]?.listed != nil { attach(own.rows) }
      own.set(mark, isOn)
      store(mark, isOn, of: own, in: path)
    }
    for index in sections.indices { countUnread(ofSection: index) }
    consumer?.apply(.marks)
    return changed
  }

  /// Stores a mark of rows of one file.
  private func store(_ mark: EntryMarks, _ isOn: Bool, of rows: RowBits, in path: FilePath) {
    let twinsAreKnown = twinsAreKnown(in: path)
    if !twinsAreKnown { adoptEarlierMarks(rows.rows[...]) }
    let (feed, entries) = (FeedKey(feedKey(of: path)), rows.stateKeys)
    state.set(mark, isOn, entries, of: feed, twinsAreKnown: twinsAreKnown)
    // Exact copies share their marks. Those that were removed may have other rows since.
    guard !twinsAreKnown || mark == .removed || state.hasCopies(of: entries, feed) else { return }
    for index in sections.indices where FeedKey(sections[index].feedKey) == feed {
      _ = showMarks(ofSection: index)
    }
  }

  /// Gives rows of one file the marks that earlier versions of the program made, before these are changed.
  func adoptEarlierMarks(_ rows: ArraySlice<FeedRow>) {
    guard let first = rows.first, !twinsAreKnown(in: first.path) else { return }
    let feed = FeedKey(feedKey(of: first))
    guard state.marks(of: feed).hasEarlierMarks else { return }
    state.adopt(rows.map(\.entryKey), by: rows.map(\.stateKey), of: feed)
  }

  /// Whether a row's entry is one of those that are read where they are needed.
  func isReadAlone(_ row: FeedRow) -> Bool {
    readings[row.path]?.listed.map { row.ordinal >= $0.first } ?? false
  }

  /// Whether all entries of a file are read, so that those with the same key are known: see `FeedMarks.isRead`.
  func twinsAreKnown(in path: FilePath) -> Bool { !isArchive(path) }

  /// The key for marks of a row's feed.
  func feedKey(of row: FeedRow) -> String { feedKey(of: row.path) }

  private func feedKey(of path: FilePath) -> String { feedKeys[path] ?? path.text }

  /// The title of the file that a row belongs to: its own may be a later page of that.
  ///
  /// - Complexity: O(1), O(files) for a later page.
  func feedTitle(of row: FeedRow) -> String? {
    if let index = index(ofFile: row.path) { return files[index].title }
    guard let key = feedKeys[row.path] else { return nil }
    return files.first { feedKeys[$0.path].map(FeedKey.init) == FeedKey(key) }?.title
  }

  /// Reports a problem to the user.
  func report(_ kind: LibraryProblem.Kind, of path: FilePath) {
    addProblem(kind, of: path)
    consumer?.apply(.files)
  }

  /// Call when it is to be found out again which entries without rows have marks.
  func forgetMarksOfOthers() { marksVersion += 1 }

  /// Shows the marks of a feed that were loaded after its rows were made.
  ///
  /// - Complexity: O(n) for all rows of the library.
  func marksArrived(of feed: FeedKey) {
    marksVersion += 1
    marksChanged(of: feed)
  }

  /// Shows the marks of a feed that were changed by its entries' keys.
  ///
  /// - Complexity: O(n) for all rows of the library.
  func marksChanged(of feed: FeedKey) {
    var hasChanged = false
    for index in sections.indices where FeedKey(sections[index].feedKey) == feed {
      if showMarks(ofSection: index) { hasChanged = true }
    }
    if hasChanged { consumer?.apply(.marks) }
    leaveOutRemoved()
  }

  /// Shows the marks that are known in the rows of a section.
  ///
  /// - Returns: Whether anything has changed.
  func showMarks(ofSection index: Int) -> Bool {
    let marks = state.marks(of: FeedKey(sections[index].feedKey))
    let before = sections[index].unread
    var hasChanged = false
    sections[index].rows.forEachRead { _, row in
      let new = marks.marks(of: row, twinsAreKnown: twinsAreKnown(in: row.path))
      guard new != row.marks else { return }
      row.setMarks(new)
      hasChanged = true
    }
    countUnread(ofSection: index)
    return hasChanged || sections[index].unread != before
  }

  /// Counts the unread entries of a section after marks have changed.
  func countUnread(ofSection index: Int) {
    let section = sections[index]
    let listed = section.path.flatMap { readings[$0]?.listed }
    let marked =
      listed == nil ? nil : state.marks(of: FeedKey(section.feedKey)).readCount
    // Of deleted rows it is not known whether they were read.
    let surplus = listed?.edited == nil ? listed?.readSurplus : nil
    sections[index].markedCount = marked.map { $0 + (surplus ?? 0) }
    sections[index].isMarkedCountExact = surplus != nil
    sections[index].countUnread()
  }

  /// Replaces all sections. The list follows by the differences, found by key.
  func replaceSections(with new: [LibrarySection]) {
    if !pendingEdits.isEmpty, pendingEdits.shown == nil { deliverEdits() }
    pendingEdits.replace(sections.map { $0.keys() })
    sections = new
    knownPlaces = nil
    contentVersion += 1
  }

  /// Tells of pending edits, as one batch.
  func deliverEdits() {
    guard !pendingEdits.isEmpty else { return }
    let pending = pendingEdits
    pendingEdits = PendingEdits()
    if let shown = pending.shown {
      let change = ChangeSet.difference(from: shown, to: sections.map { $0.keys() })
      // Without a difference, too: rows of a file that was read again are other objects.
      consumer?.apply(.change(change))
    } else {
      consumer?.apply(.edits(pending.edits(of: sections)))
    }
  }
}

/// A file that is being read.
struct FileReading {
  /// Distinguishes consecutive readings of the same file.
  let id: Int
  /// The task that reads the file; nil until it starts.
  var task: Task<Void, Never>?
  /// The sections read so far, if the file's old rows are still shown.
  var collected: [LibrarySection]?
  /// Whether the file is read because it changed on the disk.
  var isLive = false
  /// The state of the file with which it is compared; nil if it is read.
  var earlier: LoadedFile?
  /// Whether the file has changed since the reading started.
  var isOutdated = false
  /// The number of entries that were read so far, if they are shown at once.
  var entryCount = 0
  /// The rows that are shown until the entries of the changed file are counted; nil if it had no such rows.
  var replaced: ListedFile?
  /// Whether the entries can't be counted again.
  var hasFailed = false
  /// The rows that the list has before their entries are read; nil if it has none.
  var listed: ListedFile?
  /// `ReadingState.changeCount` before the first rows got their marks.
  var changeCount: Int?
}

nonisolated extension LibrarySection {
  /// The key of a row that stands for an entry that was not read yet.
  func placeholderKey(_ index: Int) -> ItemKey {
    // Those of rows, and their addresses, are even.
    ItemKey(identity: (UInt64(truncatingIfNeeded: key.hashValue) &+ UInt64(index)) << 1 | 1)
  }
}

nonisolated extension [LibrarySection] {
  /// The row at a place; nil if there is none.
  func row(at place: RowIndexPath) -> FeedRow? {
    guard indices.contains(place.section), self[place.section].rows.indices.contains(place.row) else {
      return nil
    }
    return self[place.section].rows[place.row]
  }
}
