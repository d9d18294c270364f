import FeedViewerBase
import FeedViewerFeeds

/// What is wrong with files, and what is told of them besides their entries.
extension FeedLibrary {
  /// Shows the repairs of a file, in place of those that were shown before.
  func reportRepairs(_ repairs: FeedRepairs?, index: Int) {
    guard repairs != files[index].reportedRepairs else { return }
    let path = files[index].path
    let isDismissed =
      files[index].reportedRepairs != nil && !problems.contains { $0.path == path && $0.isRepair }
    files[index].reportedRepairs = repairs
    // Of a file that is read where it is shown there may be more at every step.
    if isDismissed, repairs?.isSoFar == true { return }
    problems.removeAll { $0.path == path && $0.isRepair }
    if let repairs { addProblem(.repaired(repairs), of: path) }
  }

  /// Reports the notes on a file once. A large file that keeps growing is not reported again.
  func reportNotes(_ notes: [FeedNote], index: Int) {
    let path = files[index].path
    for note in notes where !files[index].reportedNotes.contains(where: note.isKnown(from:)) {
      files[index].reportedNotes.append(note)
      problems.removeAll { $0.path == path && $0.note?.isOfKind(of: note) == true }
      addProblem(.note(note), of: path)
    }
  }

  /// Reports once that a feed continues at a remote page.
  func reportRemotePage(_ page: PageLocation?, index: Int) {
    guard case .remote(let address) = page, address != files[index].reportedRemotePage else { return }
    files[index].reportedRemotePage = address
    addProblem(.continuesRemotely(address), of: files[index].path)
  }

  func addProblem(_ kind: LibraryProblem.Kind, of path: FilePath) {
    problemCount += 1
    problems.append(LibraryProblem(id: problemCount, path: path, kind: kind))
  }

  /// Dismisses a message.
  func dismissProblem(_ id: LibraryProblem.ID) { dismissProblems([id]) }

  /// Dismisses messages.
  func dismissProblems(_ ids: Set<LibraryProblem.ID>) {
    problems.removeAll { ids.contains($0.id) }
    delegate?.libraryDidChangeFiles(self)
  }
}
