import FeedViewerBase
import FeedViewerFeeds
import GtkInterop

/// Missing files in the list of feeds.
extension ViewerWindow {
  func addMissingFileActions() {
    Action.add("remove-missing-files", to: pointer) { [weak self] in self?.removeMissing(nil) }
  }

  /// Missing files as the sidebar lists them: one item for many of them.
  var missingItems: [SidebarItem] {
    let files = library.missing.files
    let icon = "application-rss+xml-symbolic"
    guard files.count <= MissingFiles.rowLimit else {
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

  /// Removes missing files from the session.
  ///
  /// - Parameter path: Nil, or the row of all of them, for all.
  func removeMissing(_ path: FilePath?) {
    let paths = path.flatMap { $0 == MissingFiles.list ? nil : Set([$0]) }
    guard let title = editor.removeMissing(paths) else { return }
    toast.show(title)
  }
}
