import LayoutCore

/// Closing files and moving them in the list. Both can be undone.
extension FeedLibrary {
  /// A file that was closed.
  struct ClosedFile {
    fileprivate let file: OpenFile
    /// Its index among the open files.
    fileprivate let index: Int
    fileprivate let sections: [LibrarySection]
    fileprivate let problems: [LibraryProblem]

    var path: String { file.path }
    var title: String { file.title }
  }

  /// Closes a file: its rows and messages go, and it is not watched any more. Marks stay.
  ///
  /// - Returns: What `reopen` brings back; nil if the file is not open.
  /// - Complexity: O(n) for all rows of the library.
  @discardableResult
  func close(_ path: String) -> ClosedFile? {
    guard let index = index(ofFile: path) else { return nil }
    readings[path]?.task?.cancel()
    endOutline(of: path)
    // Parts that the list waits for do not come any more.
    readings[path] = nil
    watches[path] = nil
    readQueue.changed.remove(path)
    if pathToReveal == path { pathToReveal = nil }
    let closed = ClosedFile(
      file: files[index], index: index, sections: sections.filter { $0.path == path },
      problems: problems.filter { $0.path == path })
    problems.removeAll { $0.path == path }
    files.remove(at: index)
    if !closed.sections.isEmpty { replaceSections(with: sections.filter { $0.path != path }) }
    changed()
    return closed
  }

  /// Opens a closed file again where it was, with the rows that it had; what has changed since is read.
  ///
  /// - Complexity: O(n) for all rows of the library.
  func reopen(_ closed: ClosedFile) {
    guard index(ofFile: closed.path) == nil else { return }
    files.insert(closed.file, at: min(closed.index, files.count))
    if !closed.sections.isEmpty {
      var all = sections
      all.insert(contentsOf: closed.sections, at: insertionIndex(forSectionOf: closed.path))
      replaceSections(with: all)
    }
    problems += closed.problems
    start([closed.path], isLive: true)
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
  func moveFile(_ path: String, by distance: Int) {
    guard let from = index(ofFile: path) else { return }
    moveFile(from: from, to: min(max(from + distance, 0), files.count - 1))
  }

  /// The unread entries of each file, by path: of one that is being read those that were read; none if the number is not
  /// known.
  ///
  /// - Complexity: O(sections).
  var unreadCounts: [String: UnreadCount] {
    var counts: [String: UnreadCount] = [:]
    for section in sections {
      guard let path = section.path else { continue }
      let isKnown = !section.isCountGuessed && section.markedCount == nil
      let known = UnreadCount(entries: section.rows.count, unread: isKnown ? section.unreadCount : 0)
      counts[path] = counts[path, default: UnreadCount()] + (section.unread ?? known)
    }
    return counts
  }

  private func changed() {
    deliverEdits()
    delegate?.libraryDidChangeFiles(self)
    readNext()
  }
}
