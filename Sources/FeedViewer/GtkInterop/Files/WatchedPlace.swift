import FeedViewerBase
import Glibc

/// A path that is watched: that of a file, of a folder on the way to it, or of the target of a symbolic link on that way.
///
/// All paths share the places that they have in common, and with them the system's watches: one for each folder. A place
/// holds its folder and, if it is a link, its target. Files and links depend on these, which tell them of changes.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class WatchedPlace {
  private struct Unowned { weak var place: WatchedPlace? }

  private static var places: [FilePath: Unowned] = [:]

  private let path: FilePath
  /// Nil for the root.
  private let folder: WatchedPlace?
  /// What the symbolic link that is here contains; nil if there is none.
  private var link: FilePath?
  /// Where that leads to; nil for a link that leads to itself.
  private var target: WatchedPlace?
  private var watch: InotifyWatch?
  /// Whether the system had no watch for this place.
  private var lacksWatch = false
  private var known: FileState?

  /// The places in this folder, by their names.
  private var children: [FilePath: Unowned] = [:]
  /// Whether changes of the contents of files in this folder matter, and not only their names.
  private var holdsFiles = false
  /// Whether this is a file that is watched, or the target of a link to one.
  private var isFile = false
  /// The links that lead here.
  private var links: [ObjectIdentifier: Unowned] = [:]
  private var handlers: [Int: () -> Void] = [:]
  private var lastNumber = 0
  /// Whether handlers and links are being told of a change.
  private var isTelling = false

  /// - Parameter path: An absolute path.
  static func at(_ path: FilePath) -> WatchedPlace {
    let path = path.withoutEmptyParts
    if let known = places[path]?.place { return known }
    let place = WatchedPlace(path)
    places[path] = Unowned(place: place)
    place.folder?.children[path.name] = Unowned(place: place)
    // The folder first: what changes after this line is noticed.
    if place.folder?.children.count == 1 { place.folder?.follow() }
    place.follow()
    return place
  }

  private init(_ path: FilePath) {
    precondition(path.isAbsolute, "Only absolute paths always name the same file.")
    self.path = path
    folder = path == "/" ? nil : WatchedPlace.at(path.folder)
  }

  isolated deinit {
    if Self.places[path]?.place == nil { Self.places[path] = nil }
    let name = path.name
    if folder?.children[name]?.place == nil { folder?.children[name] = nil }
    target?.links[ObjectIdentifier(self)] = nil
    watch?.end(for: self)
  }

  /// Calls all places in an order in which each follows its folder.
  static func checkAll() {
    let all = places.values.compactMap(\.place).sorted { $0.path.text.utf8.count < $1.path.text.utf8.count }
    for place in all { place.changed(isCertain: false) }
  }

  // MARK: Handlers

  func add(_ changed: @escaping () -> Void) -> Int {
    lastNumber += 1
    handlers[lastNumber] = changed
    becameFile()
    return lastNumber
  }

  /// The contents of this file matter from now on, and not only its name.
  private func becameFile() {
    guard !isFile else { return }
    isFile = true
    if folder?.holdsFiles == false {
      folder?.holdsFiles = true
      folder?.follow()
    }
    follow()
    target?.becameFile()
  }

  func remove(_ number: Int) { handlers[number] = nil }

  /// Whether the system had enough watches for all that this place depends on.
  var isWatched: Bool {
    !lacksWatch && folder?.isWatched ?? true && target?.isWatched ?? true
  }

  // MARK: Changes

  /// The place in this folder that has a name.
  func child(_ name: FilePath) -> WatchedPlace? { children[name]?.place }

  /// Something here has changed, or may have.
  ///
  /// - Parameter isCertain: False if it is to be found out by comparing the state of the file.
  func changed(isCertain: Bool) {
    // Links may lead to each other.
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    let (watchBefore, before) = (watch?.number, known)
    follow()
    let isSame = known == before
    if isCertain || !isSame { for changed in Array(handlers.values) { changed() } }
    for link in links.values.compactMap(\.place) { link.changed(isCertain: isCertain) }
    // Events in a folder are those of the files in it.
    guard !children.isEmpty, watch?.number != watchBefore || !isSame else { return }
    for child in children.values.compactMap(\.place) { child.changed(isCertain: false) }
  }

  /// The system has ended the watch: what it watched is gone.
  func lost(_ ended: InotifyWatch) { if watch?.number == ended.number { watch = nil } }

  /// Looks at what is here now, and watches it.
  private func follow() {
    followLink()
    let state = FileState(of: path)
    // A folder's times change with the names in it, which its watch tells of.
    known = children.isEmpty ? state : state?.withoutTimes
    let events: InotifyWatch.Events? =
      if !children.isEmpty {
        holdsFiles ? .namesAndContents : .names
      } else if let state, isFile, state.hasOtherNames || folder?.watch == nil {
        // The folder does not tell of what is written under another name.
        .contents
      } else {
        nil
      }
    let before = watch
    lacksWatch = false
    switch events.map({ InotifyWatch.begin(path, $0, for: self) }) {
    case .began(let new)?: watch = new
    case .noneLeft?:
      lacksWatch = true
      watch = nil
    case .impossible?, nil: watch = nil
    }
    if let before, before.number != watch?.number { before.end(for: self) }
  }

  private func followLink() {
    let now = FilePath(linkAt: path)
    guard now != link else { return }
    link = now
    target?.links[ObjectIdentifier(self)] = nil
    target = nil
    guard let now, let folder else { return }
    let place = WatchedPlace.at(folder.path.appending(now))
    place.letGo(of: self)
    guard !place.depends(on: self) else { return }
    target = place
    if isFile { place.becameFile() }
    place.links[ObjectIdentifier(self)] = Unowned(place: self)
  }

  /// If the links that begin here lead to a place, the last of them does not hold it any more: the two would hold each other. It
  /// is told of changes there all the same.
  private func letGo(of other: WatchedPlace) {
    var link = self
    while let next = link.target {
      if next === other { link.target = nil } else { link = next }
    }
  }

  /// Whether this place is on the way to itself: the two would hold each other.
  private func depends(on other: WatchedPlace) -> Bool {
    self === other || folder?.depends(on: other) == true || target?.depends(on: other) == true
  }
}

/// What is compared to find out whether a file is another one, or has other contents.
private nonisolated struct FileState: Equatable {
  private var numbers: [Int]
  /// Whether the file has names in other folders, or in the same one.
  let hasOtherNames: Bool

  /// - Returns: Nil if there is no file, or if it can't be reached. Follows symbolic links.
  init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    numbers = [
      Int(bitPattern: UInt(status.st_dev)), Int(bitPattern: UInt(status.st_ino)), Int(status.st_mode),
      Int(status.st_uid), Int(status.st_gid), Int(status.st_size), status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
    hasOtherNames = status.st_nlink > 1 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// The same for a folder, which only matters as the way to files.
  var withoutTimes: FileState {
    var state = self
    state.numbers.removeLast(5)
    return state
  }
}

nonisolated extension FilePath {
  /// What a symbolic link contains; nil if there is none.
  fileprivate init?(linkAt path: FilePath) {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = path.withCString { path in
      bytes.withUnsafeMutableBytes {
        readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
      }
    }
    guard count > 0 else { return nil }
    self.init(PathText.text(of: bytes[..<count]))
  }

  /// The same path without parts that lead nowhere: `//`, `/./`, and a slash at the end.
  fileprivate var withoutEmptyParts: FilePath {
    let parts = text.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    return FilePath("/" + parts.map { String(Substring($0)) }.joined(separator: "/"))
  }
}
