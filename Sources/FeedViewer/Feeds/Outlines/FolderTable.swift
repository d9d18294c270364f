/// The folders of an OPML file, each once, those around another before it: entries name theirs by its number.
struct FolderTable {
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

  /// The folder with a number, if there is one.
  func folder(_ number: Int?) -> FeedFolder? {
    number.flatMap { folders.indices.contains($0) ? folders[$0] : nil }
  }

  /// Takes the next folder, which is in one that was taken before.
  mutating func append(_ name: String, in parent: Int?) {
    let around = folder(parent)
    folders.append(FeedFolder(name: name, in: (around?.depth ?? 0) < FeedFolder.depthLimit ? around : nil))
  }
}
