import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import GtkInterop

/// Missing files in the list of feeds.
extension ViewerWindow {
  /// Missing files as the sidebar lists them: one item for many of them.
  var missingItems: [SidebarItem] {
    let files = library.missing.files
    let icon = "application-rss+xml-symbolic"
    guard !library.missing.areOneRow else {
      let title = localized(
        "\(grouped: files.count) missing file", plural: "\(grouped: files.count) missing files",
        count: files.count)
      return [
        SidebarItem(
          id: .missingFiles, icon: icon, name: title, status: .failed, accessibleName: title,
          menu: .missingFiles)
      ]
    }
    return files.map { file in
      let (name, sentence) = (UntrustedText.line(FileName.of(file.path)), file.reason.message.localized)
      return SidebarItem(
        id: .list(.feed(file.path)), icon: icon, name: name, status: .failed,
        tooltip: "\(sentence)\n\(UntrustedText.line(file.path.display))",
        accessibleName: ListText.joined([name, localized("can’t be read")]), menu: .problem(sentence))
    }
  }

  /// Whether a row of the sidebar stands for missing files.
  func isMissing(_ path: FilePath) -> Bool { path == MissingFiles.list || library.missing.contains(path) }

  /// Lets the reader choose the file that takes the place of one that is missing or can't be read.
  func locateFile(_ path: FilePath) {
    FileChooser.open(
      title: localized("Locate File"), parent: pointer, filters: fileFilters, choosesSeveral: false
    ) { [weak self] paths in
      if let new = paths.first { self?.replaceFile(path, by: new) }
    }
  }

  /// Puts another file in the place of an open or missing one, and shows it. It has the marks of that.
  func replaceFile(_ path: FilePath, by new: FilePath) {
    guard new != path else { return library.reload(path) }
    Task { [weak self, state = keeper.state] in
      await Self.copyMarks(of: path, to: new, in: state)
      guard let self else { return }
      if let row = self.article.row, row.path == path { self.article.close() }
      self.library.replaceFile(path, by: new)
      self.show(.feed(new))
    }
  }

  /// A feed that tells no identifier of its own is known by the path of its file.
  @concurrent
  private static func copyMarks(of path: FilePath, to new: FilePath, in state: ReadingState) async {
    state.copyMarks(of: FeedKey(path.text), to: FeedKey(new.text))
  }

  /// Removes missing files from the session.
  ///
  /// - Parameter path: Nil, or the row of all of them, for all.
  func removeMissing(_ path: FilePath?) {
    let paths = path.flatMap { $0 == MissingFiles.list ? nil : Set([$0]) }
    guard let title = editor.removeMissing(paths) else { return }
    toast.show(title)
  }
}
