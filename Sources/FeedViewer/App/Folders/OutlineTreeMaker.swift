import FeedViewerBase
import FeedViewerFeeds
import PangoText

/// Makes the tree of an OPML file while its outlines are read.
nonisolated struct OutlineTreeMaker {
  /// Outlines in deeper folders are those of the folder at this depth: every section of the file has the place of its folder, whose
  /// length would be a hostile file's to choose.
  static let depthLimit = 16

  private struct Node {
    var folder: OutlineFolder
    let place: [Int]
    var children: [Int] = []
    var known: Set<FilePath> = []
  }

  /// The file, and its folders in the order in which they begin.
  private var nodes = [Node(folder: OutlineFolder(name: ""), place: [])]
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// Keeps the folders, so that no other one gets the identity of one that has gone.
  private var folders: [FeedFolder] = []

  /// The place of a folder of the file; empty for none.
  ///
  /// - Complexity: O(1), O(folders around it) for a new one.
  mutating func place(of folder: FeedFolder?) -> [Int] { nodes[number(of: folder)].place }

  /// Adds the outlines that come next in the file.
  ///
  /// - Parameters:
  ///   - rows: Those of the outlines.
  ///   - folder: Nil if they are in none.
  mutating func add(_ rows: [FeedRow], in folder: FeedFolder?) {
    let number = number(of: folder)
    for row in rows {
      let texts = row.texts
      guard texts.feedAddress != nil else { continue }
      nodes[number].folder.feedCount += 1
      guard let file = texts.feedFile.map({ FilePath($0) }), nodes[number].known.insert(file).inserted else {
        continue
      }
      nodes[number].folder.feeds.append(OutlineFolder.Feed(path: file, name: texts.title))
    }
  }

  private mutating func number(of folder: FeedFolder?) -> Int {
    var missing: [FeedFolder] = []
    var (number, current) = (0, folder)
    while let folder = current {
      if let known = numbers[ObjectIdentifier(folder)] {
        number = known
        break
      }
      missing.append(folder)
      current = folder.parent
    }
    for folder in missing.reversed() {
      if nodes[number].place.count < Self.depthLimit {
        let place = nodes[number].place + [nodes[number].children.count]
        nodes[number].children.append(nodes.count)
        number = nodes.count
        nodes.append(Node(folder: OutlineFolder(name: RowText.paragraph(folder.name)), place: place))
      }
      numbers[ObjectIdentifier(folder)] = number
      folders.append(folder)
    }
    return number
  }

  /// The tree of the outlines that were added.
  ///
  /// - Complexity: O(folders + feeds).
  func makeTree() -> OutlineTree {
    func folder(_ number: Int) -> OutlineFolder {
      var made = nodes[number].folder
      made.subfolders = nodes[number].children.map(folder)
      made.feedCount += made.subfolders.reduce(0) { $0 + $1.feedCount }
      return made
    }
    return OutlineTree(root: folder(0))
  }
}
