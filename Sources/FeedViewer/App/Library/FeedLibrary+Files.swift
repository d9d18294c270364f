import FeedViewerBase
import GtkInterop
import LayoutCore

/// Closing files and moving them in the list. Both can be undone.
extension FeedLibrary {
  /// What is known of a file that was closed: nothing that would keep it open.
  struct ClosedFile {
    fileprivate let file: OpenFile
    /// Its index among the open files.
    fileprivate let index: Int
    fileprivate let problems: [LibraryProblem]

    var path: FilePath { file.path }
    var title: String { file.title }
  }

  /// What is to be let go before a file is closed.
  func closing(_ path: FilePath) -> ClosingFile {
    ClosingFile(path: path, pages: index(ofFile: path).map { files[$0].pages.visited } ?? [])
  }

  /// Closes a file: its rows and messages go, and it is not watched any more. Marks stay.
  ///
  /// - Returns: What `reopen` brings back; nil if the file is not open.
  /// - Complexity: O(n) for all rows of the library.
  @discardableResult
  func close(_ path: FilePath) -> ClosedFile? {
    guard let index = index(ofFile: path) else { return nil }
    readings[path]?.task?.cancel()
    endOutline(of: path)
    // Parts that the list waits for do not come any more.
    readings[path] = nil
    watches[path] = nil
    readQueue.changed.remove(path)
    if pathToReveal == path { pathToReveal = nil }
    let closed = ClosedFile(
      file: files[index].closed, index: index, problems: problems.filter { $0.path == path })
    problems.removeAll { $0.path == path }
    files.remove(at: index)
    if places[path] != nil { replaceSections(with: sections.filter { $0.path != path }) }
    changed()
    // Edits that waited for the file.
    performWaitingEdits()
    follower?.follow(.fileClosed(path))
    HeapMemory.trimLater()
    return closed
  }

  /// Opens a closed file again where it was, and reads it.
  ///
  /// - Complexity: O(n) for all rows of the library.
  func reopen(_ closed: ClosedFile) {
    guard index(ofFile: closed.path) == nil else { return }
    files.insert(closed.file, at: min(closed.index, files.count))
    problems += closed.problems
    pathToReveal = closed.path
    start([closed.path])
    changed()
  }

  /// Moves a file to another place among the open files, and its sections with it.
  ///
  /// - Parameters:
  ///   - from: The file's index.
  ///   - to: Its index afterwards.
  /// - Complexity: O(n) for all rows of the library.
  func moveFile(from: Int, to: Int) {
    guard from != to, files.indices.contains(from), files.indices.contains(to) else { return }
    let file = files.remove(at: from)
    files.insert(file, at: to)
    let own = sections.filter { $0.path == file.path }
    if !own.isEmpty {
      replaceSections(with: sections.filter { $0.path != file.path })
      var all = sections
      all.insert(contentsOf: own, at: insertionIndex(forSectionOf: file.path))
      replaceSections(with: all)
    }
    changed()
  }

  /// Moves a file by a number of places, or as far as there are any.
  func moveFile(_ path: FilePath, by distance: Int) {
    guard let from = index(ofFile: path) else { return }
    moveFile(from: from, to: min(max(from + distance, 0), files.count - 1))
  }

  /// The unread entries of each file, by path: of one that is being read those that were read; none if the number is not
  /// known.
  ///
  /// - Complexity: O(sections).
  var unreadCounts: [FilePath: UnreadCount] {
    var counts: [FilePath: UnreadCount] = [:]
    for section in sections {
      guard let path = section.path else { continue }
      let isKnown = !section.isCountEstimated && section.markedCount == nil
      let known = UnreadCount(entries: section.entryCount, unread: isKnown ? section.unreadCount : 0)
      counts[path] = counts[path, default: UnreadCount()] + (section.unread ?? known)
    }
    return counts
  }

  /// The same of files whose entries are all read or counted: the others would have numbers that grow while one looks at them.
  ///
  /// - Complexity: O(sections + files).
  var settledUnreadCounts: [FilePath: UnreadCount] {
    let unsettled = Set(files.lazy.filter { $0.isLoadingFirst }.map(\.path))
      .union(sections.lazy.filter(\.isCountEstimated).compactMap(\.path))
    return unreadCounts.filter { !unsettled.contains($0.key) }
  }

  /// The number of unread entries in all files; nil while entries are read for the first time, or counted.
  ///
  /// - Complexity: O(sections + files).
  var unreadCount: UnreadCount? {
    areSettled ? unreadCounts.values.reduce(UnreadCount(), +) : nil
  }

  /// The number of starred entries; nil unless all entries are known.
  ///
  /// - Complexity: O(sections + files).
  var starredCount: Int? {
    guard areAllRead else { return nil }
    return sections.reduce(0) { $0 + $1.starredCount }
  }

  /// Whether all entries of all files are known.
  var areAllRead: Bool { areSettled && !awaitsEntries }

  private var areSettled: Bool {
    !files.contains(where: \.isLoadingFirst) && !sections.contains(where: \.isCountEstimated)
  }

  /// Whether a file has more and more entries, and it is not known yet how many there will be.
  func isGrowing(_ file: OpenFile) -> Bool {
    file.isLoadingFirst && file.announced == nil && readings[file.path]?.listed == nil
  }

  private func changed() {
    deliverEdits()
    consumer?.apply(.files)
    readNext()
  }
}
