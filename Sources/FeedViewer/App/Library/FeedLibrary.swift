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
  /// Calls back after a file has changed, until the object that it returns goes away.
  typealias Watch = (_ path: String, _ changed: @escaping () -> Void) -> AnyObject

  weak var delegate: (any FeedLibraryDelegate)?
  /// In the order in which they were opened.
  var files: [OpenFile] = []
  /// What the list shows: the sections of all files in their order, and those inserted in the window.
  var sections: [LibrarySection] = []
  /// Errors that have not been dismissed, the oldest first.
  var problems: [LibraryProblem] = []
  var readMarks = ReadMarks()
  /// Whether parts of a file that is still being read wait until somebody asks for them (`BatchFetching`).
  var holdsPartsBack = false
  /// Files being read, by path.
  var readings: [String: FileReading] = [:]
  /// Watches of the open files, by path.
  var watches: [String: AnyObject] = [:]
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
    load: @escaping Load = FeedLoader.events(path:), watch: @escaping Watch = { FileWatch($0, changed: $1) },
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

  func index(ofFile path: String) -> Int? { files.firstIndex { $0.path == path } }

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
  func dismissProblem(_ id: LibraryProblem.ID) {
    guard let index = problems.firstIndex(where: { $0.id == id }) else { return }
    let path = problems.remove(at: index).path
    files.removeAll { $0.path == path && $0.error != nil }
    if self.index(ofFile: path) == nil { watches[path] = nil }
    delegate?.libraryDidChangeFiles(self)
  }

  /// Replaces all sections by others, and says by keys what became of each row.
  func replaceSections(with new: [LibrarySection]) {
    let change = ChangeSet.difference(from: sections.map(\.keys), to: new.map(\.keys))
    sections = new
    if !change.isEmpty { delegate?.library(self, didChange: change) }
  }
}

/// A file that is being read.
struct FileReading {
  /// Ends when the file is read or the reading is cancelled.
  var task: Task<Void, Never>
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
  fileprivate var keys: SectionKeys {
    SectionKeys(
      key: key.text, rows: rows.map { SectionKeys.Row(key: $0.content.key.text, revision: $0.revision) })
  }
}

extension LibrarySection.Row {
  /// Changes with everything that the row shows.
  var revision: UInt64 { isRead ? content.revision ^ 1 : content.revision }
}
