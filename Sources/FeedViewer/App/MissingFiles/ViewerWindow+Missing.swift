import FeedViewerBase
import FeedViewerFeeds
import GtkInterop

/// Missing files in the list of feeds.
extension ViewerWindow {
  /// Stands for all missing files in the list of feeds: no path of a file.
  static let missingFiles = FilePath("missing files")

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

  /// Whether a row of the list of feeds stands for missing files.
  func isMissing(_ path: FilePath) -> Bool { path == Self.missingFiles || library.missing.contains(path) }

  /// A missing file has no entries to show: tells why it is missing.
  func selectMissing(_ path: FilePath) {
    selectedMissing = path
    guard let file = library.missing.files.first(where: { $0.path == path }) else { return }
    toast.show(
      FeedError(file: UntrustedText.line(FileName.of(path)), reason: file.reason).message.localized,
      hasUndo: false)
  }

  /// Removes missing files from the session.
  ///
  /// - Parameter path: Nil, or the row of all of them, for all.
  func removeMissing(_ path: FilePath?) {
    let paths = path.flatMap { $0 == Self.missingFiles ? nil : Set([$0]) }
    guard let title = editor.removeMissing(paths) else { return }
    toast.show(title)
  }
}
