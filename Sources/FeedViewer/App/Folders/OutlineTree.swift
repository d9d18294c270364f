import FeedViewerBase

/// What an OPML file names. A place in it is that of a folder: the indices of it and of those around it, each among the folders
/// of the one around it, outermost first; empty for the file itself.
///
/// It is made once for each state of the file, with everything by which feeds are found in it: the sidebar asks for that whenever
/// a mark has changed.
nonisolated final class OutlineTree: Sendable {
  /// The file itself.
  let root: OutlineFolder
  /// The places of the folders whose own outlines name a feed.
  private let places: [FilePath: [[Int]]]

  init(root: OutlineFolder) {
    var places: [FilePath: [[Int]]] = [:]
    for feed in root.feeds { places[feed.path, default: []].append([]) }
    root.forEachSubfolder { folder, place in
      for feed in folder.feeds { places[feed.path, default: []].append(place) }
    }
    self.root = root
    self.places = places
  }

  /// The folder at a place; nil if there is none.
  func folder(at place: [Int]) -> OutlineFolder? {
    var folder = root
    for index in place {
      guard folder.subfolders.indices.contains(index) else { return nil }
      folder = folder.subfolders[index]
    }
    return folder
  }

  /// The place in the tree of a later state of the file of the folder that has the same names; nil if there is none.
  func place(_ place: [Int], in later: OutlineTree) -> [Int]? {
    var (old, new, found) = (root, later.root, [Int]())
    for index in place {
      guard old.subfolders.indices.contains(index) else { return nil }
      let name = old.subfolders[index].name
      // Of several that have one name, it is the one after as many others.
      let before = old.subfolders[..<index].count { $0.name == name }
      let places = new.subfolders.indices.filter { new.subfolders[$0].name == name }
      guard places.indices.contains(before) else { return nil }
      found.append(places[before])
      (old, new) = (old.subfolders[index], new.subfolders[places[before]])
    }
    return found
  }

  /// Whether an outline in a folder or in one of its subfolders names a feed.
  ///
  /// - Complexity: O(outlines that name the feed).
  func names(_ path: FilePath, in place: [Int] = []) -> Bool {
    places[path]?.contains { $0.starts(with: place) } ?? false
  }

  /// The places of all folders that name a feed by their own outlines or by those of their subfolders; the file is one of them.
  ///
  /// - Complexity: O(outlines that name the feed).
  func places(naming path: FilePath) -> Set<[Int]> {
    var all: Set<[Int]> = []
    for place in places[path] ?? [] { for length in 0...place.count { all.insert(Array(place[..<length])) } }
    return all
  }

  /// The feeds that a folder and its subfolders name, each once, in the order in which the sidebar has them.
  func feeds(in place: [Int]) -> [FilePath] {
    var (feeds, known): ([FilePath], Set<FilePath>) = ([], [])
    func add(_ folder: OutlineFolder) {
      folder.subfolders.forEach(add)
      for feed in folder.feeds where known.insert(feed.path).inserted { feeds.append(feed.path) }
    }
    if let folder = folder(at: place) { add(folder) }
    return feeds
  }
}

nonisolated extension OutlineTree: Equatable {
  static func == (one: OutlineTree, other: OutlineTree) -> Bool { one === other || one.root == other.root }
}
