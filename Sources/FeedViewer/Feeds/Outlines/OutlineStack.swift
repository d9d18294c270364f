/// The open outlines of an OPML file, outermost first.
struct OutlineStack {
  struct Outline {
    var name: String
    var entry: FeedEntry
    /// The folder for nested outlines, if there are any. The outline is then an entry of its own only if it also
    /// stands for a feed.
    var folder: FeedFolder?
  }

  private(set) var open: [Outline] = []
  /// The number of all outlines so far.
  private(set) var total = 0

  mutating func push(_ outline: Outline) {
    open.append(outline)
    total += 1
  }

  mutating func pop() -> Outline? { open.popLast() }

  /// Turns the innermost outline into a folder.
  /// - Returns: The outline, unless it was a folder already.
  mutating func openFolder() -> Outline? {
    guard let last = open.indices.last, open[last].folder == nil else { return nil }
    open[last].folder = FeedFolder(name: open[last].name, in: folder(around: last))
    return open[last]
  }

  /// The folder that contains the outline at `depth`.
  func folder(around depth: Int) -> FeedFolder? { depth > 0 ? open[depth - 1].folder : nil }
}
