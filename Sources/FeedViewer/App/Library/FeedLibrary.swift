import LayoutCore

/// What a library tells its window.
protocol FeedLibraryDelegate: AnyObject {
  /// The sections have changed; these edits lead from the state before to the present one.
  func library(_ library: FeedLibrary, didEdit edits: [ListEdit])
  /// The sections have changed by what was found in a file.
  func library(_ library: FeedLibrary, didChange change: ChangeSet)
  /// Files came, went, were read or failed.
  func libraryDidChangeFiles(_ library: FeedLibrary)
  /// A file that was asked for is there: show it.
  func library(_ library: FeedLibrary, wantsToReveal section: Int)
  /// A file has been read without an error.
  func library(_ library: FeedLibrary, didRead file: OpenFile)
}

/// The state of the window: open files, their rows as shown, local edits and read marks. No widgets.
final class FeedLibrary {
  typealias Load = (_ path: String) -> AsyncStream<LoadEvent>
  /// Calls back after a file has changed, until the object that it returns goes away; nil if the system can't watch it.
  typealias Watch = (_ path: String, _ changed: @escaping () -> Void) -> AnyObject?

  weak var delegate: (any FeedLibraryDelegate)?
  /// In the order in which they were opened.
  var files: [OpenFile] = [] {
    didSet {
      if files.count == fileNumbers.count + 1 {
        fileNumbers[files[files.count - 1].path] = files.count - 1
      } else if files.count != fileNumbers.count {
        fileNumbers = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1.path, $0) })
      }
    }
  }
  private var fileNumbers: [String: Int] = [:]
  /// What the list shows: the sections of all files in their order, and those inserted in the window. Whatever inserts,
  /// removes or moves sections says so in `places`.
  var sections: [LibrarySection] = []
  /// Where the sections of the files are; nil until somebody asks.
  var knownPlaces: SectionPlaces?
  /// What was added to the sections and the delegate does not know yet: nothing between two turns of the main loop.
  var pendingEdits = PendingEdits()
  /// Errors that have not been dismissed, the oldest first.
  var problems: [LibraryProblem] = []
  var readMarks = ReadMarks()
  /// Whether parts of a file that is still being read wait until somebody asks for them (`BatchFetching`).
  var holdsPartsBack = false
  /// Files being read, by path.
  var readings: [String: FileReading] = [:]
  /// Watches of the open files, by path.
  var watches: [String: AnyObject] = [:]
  /// That the system watches no more files was told.
  var hasToldUnwatched = false
  /// Files that wait to be read, and what was read while many are.
  var arrivals = Arrivals()
  /// The file to show as soon as it has a section.
  var pathToReveal: String?
  /// Copies of entries get numbers, so that their keys are new.
  var insertionCount = 0
  var problemCount = 0
  let load: Load
  let watch: Watch
  /// A number from 0 up to, not including, its argument.
  let random: (Int) -> Int

  init(
    load: @escaping Load = FeedLoader.events(path:),
    watch: @escaping Watch = { FileWatch.watching($0, changed: $1) },
    random: @escaping (Int) -> Int = { Int.random(in: 0..<$0) }
  ) {
    self.load = load
    self.watch = watch
    self.random = random
  }

  var isLoading: Bool { files.contains { $0.isLoading } }

  /// Whether a file on show is being read again.
  var isReloading: Bool {
    files.contains { if case .reloading = $0.state { true } else { false } }
  }

  var entryCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  func row(at place: RowIndexPath) -> LibrarySection.Row? {
    guard sections.indices.contains(place.section),
      sections[place.section].rows.indices.contains(place.row)
    else { return nil }
    return sections[place.section].rows[place.row]
  }

  /// - Complexity: O(1).
  func index(ofFile path: String) -> Int? { fileNumbers[path] }

  /// Where the sections of the files are.
  /// - Complexity: O(1), or O(sections) after sections were removed or replaced.
  var places: SectionPlaces {
    if let knownPlaces { return knownPlaces }
    let places = SectionPlaces(of: sections)
    knownPlaces = places
    return places
  }

  /// Marks rows as read or unread.
  func setRead(_ isRead: Bool, at selected: some Sequence<RowIndexPath>) {
    var changed: [RowIndexPath] = []
    for place in selected {
      guard let row = row(at: place), row.isRead != isRead else { continue }
      sections[place.section].rows[place.row].isRead = isRead
      readMarks.set(isRead, feed: sections[place.section].feedKey, entry: row.content.entry.key)
      changed.append(place)
    }
    if !changed.isEmpty { delegate?.library(self, didEdit: [.reloadRows(changed.sorted())]) }
  }

  /// Takes a message away, and the file with it if it could not be read at all.
  func dismissProblem(_ id: LibraryProblem.ID) { dismissProblems([id]) }

  /// Takes messages away, and the files with them that could not be read at all.
  func dismissProblems(_ ids: Set<LibraryProblem.ID>) {
    let paths = Set(problems.lazy.filter { ids.contains($0.id) }.map(\.path))
    guard !paths.isEmpty else { return }
    problems.removeAll { ids.contains($0.id) }
    files.removeAll { $0.error != nil && paths.contains($0.path) }
    for path in paths where index(ofFile: path) == nil { watches[path] = nil }
    delegate?.libraryDidChangeFiles(self)
  }

  /// Replaces all sections by others; the delegate is told by keys what became of each row.
  func replaceSections(with new: [LibrarySection]) {
    if !pendingEdits.isEmpty, pendingEdits.shown == nil { tellEdits() }
    pendingEdits.replace(sections.map(\.keys))
    sections = new
    knownPlaces = nil
  }

  /// Tells the delegate what has become of the sections since it was last told, in one batch.
  func tellEdits() {
    guard !pendingEdits.isEmpty else { return }
    let pending = pendingEdits
    pendingEdits = PendingEdits()
    if let shown = pending.shown {
      let change = ChangeSet.difference(from: shown, to: sections.map(\.keys))
      if !change.isEmpty { delegate?.library(self, didChange: change) }
    } else {
      delegate?.library(self, didEdit: pending.edits(of: sections))
    }
  }
}

/// A file that is being read.
struct FileReading {
  /// Readings of a file one after the other are told apart by it.
  let id: Int
  /// Ends when the file is read or the reading is cancelled; nil until it begins.
  var task: Task<Void, Never>?
  /// What was read so far of a file whose old rows are still shown.
  var collected: [LibrarySection]?
  /// The file is read because it changed, not because somebody asked for it.
  var isLive = false
  /// The file has changed since the reading began.
  var isOutdated = false
  /// What was read so far and nobody has asked for.
  var held: [LoadedSection] = []
  /// Somebody who has asked for the next part.
  var awaitedPart: AwaitedPart?
}

extension LibrarySection {
  var keys: SectionKeys {
    SectionKeys(
      key: key.text, rows: rows.map { SectionKeys.Row(key: $0.content.key.text, revision: $0.revision) })
  }
}

extension LibrarySection.Row {
  /// Changes with everything that the row shows.
  var revision: UInt64 { isRead ? content.revision ^ 1 : content.revision }
}
