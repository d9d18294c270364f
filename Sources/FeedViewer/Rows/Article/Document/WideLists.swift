import FeedViewerFeeds

/// The lists of an article whose markers need more room than others, such as those with numbers of three digits.
nonisolated struct WideLists: Sendable {
  /// Markers up to this length fit into the indentation of a list.
  private static let ordinaryLength = 3

  private struct List: Sendable {
    var blocks: Range<Int>
    /// In characters.
    var markerLength: Int
  }

  /// By depth, in order.
  private var lists: [[List]] = []

  init() {}

  /// - Complexity: O(blocks).
  init(of blocks: [ArticleBlock]) {
    var open: [(list: List, last: Int)] = []
    for (index, block) in blocks.enumerated() {
      while open.count > block.listDepth { close(open.removeLast().list, depth: open.count + 1) }
      guard block.listDepth > 0 else { continue }
      while open.count < block.listDepth {
        open.append((List(blocks: index..<index, markerLength: 0), index))
      }
      let level = block.listDepth - 1
      if block.isListPart {
        if block.endsList(from: blocks[open[level].last]) {
          close(open[level].list, depth: level + 1)
          open[level].list = List(blocks: index..<index, markerLength: 0)
        }
        open[level].last = index
        if let length = block.markerLength {
          open[level].list.markerLength = max(open[level].list.markerLength, length)
        }
      }
      for level in open.indices {
        open[level].list.blocks = open[level].list.blocks.lowerBound..<index + 1
      }
    }
    while let last = open.popLast() { close(last.list, depth: open.count + 1) }
  }

  private mutating func close(_ list: List, depth: Int) {
    guard list.markerLength > Self.ordinaryLength else { return }
    while lists.count < depth { lists.append([]) }
    lists[depth - 1].append(list)
  }

  /// The length in characters of the longest marker of the list at a depth around a block; 0 if it is not long.
  ///
  /// - Complexity: O(log(lists)).
  func markerLength(atDepth depth: Int, block: Int) -> Int {
    guard depth <= lists.count else { return 0 }
    let lists = lists[depth - 1]
    var low = 0
    var high = lists.count
    while low < high {
      let middle = (low + high) / 2
      if lists[middle].blocks.upperBound <= block { low = middle + 1 } else { high = middle }
    }
    return low < lists.count && lists[low].blocks.contains(block) ? lists[low].markerLength : 0
  }
}

nonisolated extension ArticleBlock {
  /// The length of the markers before the block, in characters; nil for a bullet alone, which always fits.
  fileprivate var markerLength: Int? {
    let markers = markers
    return markers.isEmpty || markers == [.bullet] ? nil : markers.reduce(-1) { $0 + $1.text.count + 1 }
  }
}
