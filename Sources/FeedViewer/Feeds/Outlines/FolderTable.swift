/// The folders of an OPML file, each once and parents first. Entries refer to them by index.
struct FolderTable: Sendable {
  private(set) var folders: [FeedFolder] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  init() {}

  /// - Complexity: O(sections + folders).
  init(of feed: Feed) {
    for section in feed.sections {
      var missing: [FeedFolder] = []
      var folder = section.folder
      while let current = folder, numbers[ObjectIdentifier(current)] == nil {
        missing.append(current)
        folder = current.parent
      }
      for folder in missing.reversed() {
        numbers[ObjectIdentifier(folder)] = folders.count
        folders.append(folder)
      }
    }
  }

  var isEmpty: Bool { folders.isEmpty }

  func number(of folder: FeedFolder?) -> Int? { folder.flatMap { numbers[ObjectIdentifier($0)] } }

  /// The folder at an index, or nil.
  func folder(_ number: Int?) -> FeedFolder? {
    number.flatMap { folders.indices.contains($0) ? folders[$0] : nil }
  }

  /// Appends a folder whose parent was appended before.
  mutating func append(_ name: String, in parent: Int?) {
    let around = folder(parent)
    folders.append(FeedFolder(name: name, in: (around?.depth ?? 0) < FeedFolder.depthLimit ? around : nil))
  }
}
