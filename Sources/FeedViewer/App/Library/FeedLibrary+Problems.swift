import FeedViewerBase
import FeedViewerFeeds

/// What is wrong with files, and what is told of them besides their entries.
extension FeedLibrary {
  /// Keeps the notes on a file, each in place of an earlier one of its kind.
  func reportNotes(_ notes: [FeedNote], index: Int) {
    for note in notes {
      if let known = files[index].reportedNotes.firstIndex(where: note.isOfKind) {
        files[index].reportedNotes[known] = note
      } else {
        files[index].reportedNotes.append(note)
      }
    }
  }

  /// Keeps where on the web a feed continues.
  func reportRemotePage(_ page: PageLocation?, index: Int) {
    if case .remote(let address) = page { files[index].reportedRemotePage = address }
  }

  func addProblem(_ kind: LibraryProblem.Kind, of path: FilePath) {
    problems.append(LibraryProblem(path: path, kind: kind))
  }
}
