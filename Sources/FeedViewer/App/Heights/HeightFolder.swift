import FeedViewerBase
import Glibc
import GtkInterop

/// The folder with the files of remembered heights. It is a cache: what is missing is measured again.
nonisolated struct HeightFolder: Sendable {
  let path: String
  /// The size of all files in bytes; the oldest ones are removed beyond it.
  var sizeLimit = 64 << 20

  /// The file of a feed's heights under some conditions.
  private func path(of name: UInt64) -> String { path + "/" + String(name, radix: 16) + ".heights" }

  /// The heights of a feed; nil if they are not known.
  ///
  /// - Parameters:
  ///   - name: A hash of the feed and the conditions.
  ///   - conditions: A hash of the conditions.
  func table(named name: UInt64, conditions: UInt64) -> HeightTable? {
    HeightTable(contentsOf: path(of: name), conditions: conditions)
  }

  /// The heights of an archive; nil if they are not known.
  ///
  /// - Parameters:
  ///   - name: A hash of the file's path and the conditions.
  ///   - conditions: A hash of the conditions and the state of the file.
  func heightColumn(named name: UInt64, conditions: UInt64) -> HeightColumn? {
    HeightFile(contentsOf: path(of: name), conditions: conditions).flatMap(HeightColumn.init)
  }

  /// Stores heights. A folder that can't be written to keeps none.
  func store(_ file: HeightFile, named name: UInt64, conditions: UInt64) {
    guard Folder.create(path), file.write(to: path(of: name), conditions: conditions) else { return }
    removeOldFiles()
  }

  private func removeOldFiles() {
    var files: [(path: String, size: Int, time: timespec)] = []
    for name in Folder.names(in: path) where name.hasSuffix(".heights") {
      var status = stat()
      let file = path + "/" + name
      guard PathText.withCString(file, { stat($0, &status) }) == 0 else { continue }
      files.append((file, Int(status.st_size), status.st_mtim))
    }
    // The newest ones first.
    files.sort { ($0.time.tv_sec, $0.time.tv_nsec) > ($1.time.tv_sec, $1.time.tv_nsec) }
    var sum = 0
    for file in files {
      sum += file.size
      if sum > sizeLimit { _ = PathText.withCString(file.path) { unlink($0) } }
    }
  }
}
