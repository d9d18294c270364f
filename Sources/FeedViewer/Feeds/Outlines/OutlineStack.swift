/// The outlines of an OPML file that are open, from the outermost to the innermost.
struct OutlineStack {
  struct Outline {
    var name: String
    var entry: FeedEntry
    /// What it is to the outlines in it, if there are any; an entry of its own it is then only if it stands for a feed as
    /// well.
    var folder: FeedFolder?
  }

  private(set) var open: [Outline] = []
  /// All outlines so far.
  private(set) var total = 0

  mutating func push(_ outline: Outline) {
    open.append(outline)
    total += 1
  }

  mutating func pop() -> Outline? { open.popLast() }

  /// Makes the innermost outline a folder.
  /// - Returns: The outline, if it was none before.
  mutating func openFolder() -> Outline? {
    guard let last = open.indices.last, open[last].folder == nil else { return nil }
    open[last].folder = FeedFolder(name: open[last].name, in: folder(around: last))
    return open[last]
  }

  /// The folder that the outline at a depth is in.
  func folder(around depth: Int) -> FeedFolder? { depth > 0 ? open[depth - 1].folder : nil }
}
