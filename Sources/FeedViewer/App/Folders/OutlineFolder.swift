import FeedViewerBase

/// A folder of an OPML file, or the whole file: what the sidebar shows below it. Web addresses are not in the sidebar.
nonisolated struct OutlineFolder: Equatable, Sendable {
  /// A feed that an outline names, and whose file is on this computer.
  struct Feed: Equatable, Sendable {
    let path: FilePath
    let name: String
  }

  let name: String
  /// In the order of the file, as are the feeds.
  var subfolders: [OutlineFolder] = []
  /// The feeds that its own outlines name, each once.
  var feeds: [Feed] = []
  /// The number of outlines in it and in its subfolders that stand for a feed, wherever that is.
  var feedCount = 0

  /// Calls a function with the folders in it, outermost first, and the places of their names in this one.
  func forEachSubfolder(_ place: [Int] = [], _ body: (OutlineFolder, [Int]) -> Void) {
    for (index, folder) in subfolders.enumerated() {
      body(folder, place + [index])
      folder.forEachSubfolder(place + [index], body)
    }
  }
}
