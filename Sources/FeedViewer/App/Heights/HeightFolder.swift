import FoundationEssentials

/// The folder with the files of remembered heights. It is a cache: what is missing is measured again.
nonisolated struct HeightFolder: Sendable {
  let path: String
  /// The size of all files in bytes; the oldest ones are removed beyond it.
  var sizeLimit = 64 << 20

  /// The file of a feed's heights under some conditions.
  private func file(_ name: UInt64) -> String { path + "/" + String(name, radix: 16) + ".heights" }

  /// The heights of a feed; nil if they are not known.
  ///
  /// - Parameters:
  ///   - name: A hash of the feed and the conditions.
  ///   - conditions: A hash of the conditions.
  func table(named name: UInt64, conditions: UInt64) -> HeightTable? {
    HeightTable(contentsOf: file(name), conditions: conditions)
  }

  /// Stores the heights of a feed. A folder that can't be written to keeps none.
  func store(_ table: HeightTable, named name: UInt64, conditions: UInt64) {
    guard (try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)) != nil,
      table.write(to: file(name), conditions: conditions)
    else { return }
    removeOldFiles()
  }

  private func removeOldFiles() {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
    var files: [(path: String, size: Int, date: Date)] = names.compactMap { name in
      let file = path + "/" + name
      guard name.hasSuffix(".heights"), let values = try? FileManager.default.attributesOfItem(atPath: file),
        let size = values[.size] as? Int, let date = values[.modificationDate] as? Date
      else { return nil }
      return (file, size, date)
    }
    files.sort { $0.date > $1.date }
    var sum = 0
    for file in files {
      sum += file.size
      if sum > sizeLimit { try? FileManager.default.removeItem(atPath: file.path) }
    }
  }
}
