import FeedViewerBase
import FeedViewerFeeds

/// Files of the last session that are missing.
extension FeedLibrary {
  /// The files of the session: those that are open and those that are missing, in order.
  ///
  /// - Complexity: O(n).
  var sessionFiles: [FilePath] { missing.merged(with: files.map(\.path)) }

  /// Why nothing of a file can be shown; nil if it can be read, or is not on the shelf.
  ///
  /// - Complexity: O(missing files) for a file that is not open.
  func error(ofFile path: FilePath) -> FeedError? {
    if let index = index(ofFile: path) { return files[index].error }
    return missing.files.first { $0.path == path }.map { FeedError(file: path.text, reason: $0.reason) }
  }

  /// Adds missing files to the session, and opens them as soon as they are there.
  func addMissing(_ files: [MissingFiles.File]) {
    missing.add(files.filter { index(ofFile: $0.path) == nil })
    missingChanged()
    lookForMissing()
  }

  /// Removes missing files from the session.
  ///
  /// - Parameter paths: Nil for all of them.
  /// - Returns: What `addMissing` adds again.
  @discardableResult
  func removeMissing(_ paths: Set<FilePath>? = nil) -> [MissingFiles.File] {
    let removed = missing.remove(paths ?? Set(missing.files.map(\.path)))
    if !removed.isEmpty { missingChanged() }
    return removed
  }

  /// Opens the missing files that are there again, where they were in the session.
  func lookForMissing() {
    guard !missing.isEmpty else { return }
    // One after the other.
    guard !missingSearch.isBusy else { return missingSearch.isOutdated = true }
    missingSearch.isBusy = true
    missingSearch.isOutdated = false
    let paths = missing.files.map(\.path)
    Task { [weak self] in
      let look = await MissingFilesLook.look(for: paths)
      guard let self else { return }
      self.missingSearch.isBusy = false
      self.missing.setReasons(look.reasons)
      // What has come back before it was watched.
      if self.watchMissing(look.returning) { self.missingSearch.isOutdated = true }
      self.bringBack(Set(paths.filter { look.reasons[$0] == nil }))
      if self.missingSearch.isOutdated { self.lookForMissing() }
    }
  }

  /// Puts another file in the place of an open or missing one, and reads it. If the other one is open, only the first one goes.
  func replaceFile(_ path: FilePath, by new: FilePath) {
    var order = sessionFiles
    guard let place = order.firstIndex(of: path) else { return }
    removeMissing([path, new])
    close(path)
    guard index(ofFile: new) == nil else { return }
    order.remove(at: place)
    let open = Set(files.map(\.path))
    files.insert(OpenFile(path: new), at: order[..<place].count { open.contains($0) })
    start([new])
    consumer?.apply(.files)
  }

  private func bringBack(_ paths: Set<FilePath>) {
    let found = missing.files.filter { paths.contains($0.path) }
    guard !found.isEmpty else { return }
    let order = sessionFiles
    missing.remove(paths)
    // All at once: the disk of very many files may have been mounted.
    let known = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
    files = order.compactMap { path in
      known[path] ?? (paths.contains(path) ? OpenFile(path: path) : nil)
    }
    start(found.map(\.path))
    missingChanged()
  }

  /// Watches what has to come back.
  ///
  /// - Returns: Whether there are new watches.
  private func watchMissing(_ returning: Set<FilePath>) -> Bool {
    missingSearch.watches = missingSearch.watches.filter { returning.contains($0.key) }
    let new = returning.filter { missingSearch.watches[$0] == nil }
    for path in new {
      missingSearch.watches[path] = watch(path) { [weak self] in self?.lookForMissing() }
    }
    return new.contains { missingSearch.watches[$0] != nil }
  }

  private func missingChanged() {
    if missing.isEmpty { missingSearch.watches = [:] }
    consumer?.apply(.files)
  }
}
