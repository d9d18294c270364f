/// The places and in-article links of an article that is being read.
struct AnchorDraft {
  /// The names of places whose text was not read yet.
  var pending: [String] = []
  /// The places in the current block, with their offsets, in order.
  var placed: [(name: String, offset: Int)] = []
  /// The places in finished blocks.
  var found: [(name: String, place: ArticleAnchor)] = []
  /// The fragments of links that are only a fragment.
  var fragments: Set<String> = []
  /// The fragments of links that spell out the address of the entry.
  var ownFragments: Set<String> = []

  /// Moves the places of a block that is not shown to the next one.
  mutating func postponePlaced() {
    guard !placed.isEmpty else { return }
    pending = placed.map(\.name) + pending
    placed.removeAll()
  }
}

extension ArticleReader {
  /// A longer name is not kept.
  private static let longestAnchor = 512

  /// Notes that an element with a name was opened: links can go there.
  mutating func noteAnchor(_ tag: HTMLTag, isLink: Bool) {
    guard tag.hasAttributes else { return }
    add(anchor: tag.value(of: "id"))
    if isLink { add(anchor: tag.value(of: "name")) }
  }

  private mutating func add(anchor: String?) {
    guard let anchor, !anchor.isEmpty, anchor.utf8.count <= Self.longestAnchor else { return }
    anchors.pending.append(anchor)
  }

  /// Places the pending anchors at an offset of the current text.
  mutating func placeAnchors(at offset: Int) {
    for name in anchors.pending { anchors.placed.append((name, offset)) }
    anchors.pending.removeAll()
  }

  /// The pending anchors belong to a block without text.
  mutating func resolvePendingAnchors(block: Int) {
    for name in anchors.pending { anchors.found.append((name, ArticleAnchor(block: block))) }
    anchors.pending.removeAll()
  }

  /// The anchors in a range of the current text belong to a block of `length` bytes, whose text begins at `start`.
  mutating func resolveAnchors(in range: ClosedRange<Int>, block: Int, start: Int, length: Int) {
    if !anchors.pending.isEmpty, !row.isActive { placeAnchors(at: text.count) }
    guard !anchors.placed.isEmpty else { return }
    var rest: [(name: String, offset: Int)] = []
    for (name, offset) in anchors.placed {
      if range.contains(offset) {
        // A summary may follow what is shown after it; most blocks are the last one.
        let index = anchors.found.lastIndex { $0.place.block <= block }.map { $0 + 1 } ?? 0
        anchors.found.insert(
          (name, ArticleAnchor(block: block, offset: min(max(offset - start, 0), length))), at: index)
      } else {
        rest.append((name, offset))
      }
    }
    anchors.placed = rest
  }

  /// The target of a link: `#` and a fragment for a place in the article, else an address; nil for an unsafe one.
  mutating func linkTarget(_ reference: String?) -> String? {
    guard let reference = reference.map(CleanAddress.of) else { return nil }
    // An empty reference is the page itself (RFC 3986, section 4.4).
    if reference.isEmpty { return followed(Reference.resolve(reference, against: open.last?.base ?? base)) }
    if reference.utf8.first == 0x23 {
      anchors.fragments.insert(String(reference.dropFirst()))
      return reference
    }
    if files?.hold(reference) == true { return reference }
    guard let address = followed(reference) else { return nil }
    guard let link, let hash = address.firstIndex(of: "#"), address[hash...].utf8.count > 1,
      Self.isSamePage(address[..<hash], link)
    else { return address }
    let fragment = address[hash...]
    anchors.ownFragments.insert(String(fragment.dropFirst()))
    return String(fragment)
  }

  /// Whether two web addresses differ only in fragment and protocol.
  private static func isSamePage(_ first: Substring, _ second: String) -> Bool {
    func page(_ text: Substring) -> Substring {
      let text = text.prefix { $0 != "#" }
      for scheme in ["https:", "http:"] where text.hasPrefix(scheme) { return text.dropFirst(scheme.count) }
      return text
    }
    return page(first) == page(second[...])
  }

  /// Keeps the places that links go to. A link to a place that the article does not have, such as to the comments, goes to
  /// that place on the entry's own page.
  mutating func finishAnchors() {
    resolvePendingAnchorsAtEnd()
    let wanted = anchors.fragments.union(anchors.ownFragments)
    guard !wanted.isEmpty else { return }
    var places: [String: ArticleAnchor] = [:]
    for (name, place) in anchors.found where places[name] == nil && place.block < article.blocks.count {
      places[name] = place
    }
    for fragment in wanted {
      if let place = places[fragment] ?? PercentEncoding.decoded(fragment).flatMap({ places[$0] }) {
        article.anchors[fragment] = place
      } else if fragment.isEmpty || fragment.lowercased() == "top", !article.blocks.isEmpty {
        article.anchors[fragment] = ArticleAnchor(block: 0)
      }
    }
    openMissingPlacesOutside()
  }

  private mutating func resolvePendingAnchorsAtEnd() {
    guard let last = article.blocks.indices.last else { return }
    for name in anchors.pending {
      anchors.found.append((name, ArticleAnchor(block: last, offset: article.blocks[last].text.utf8.count)))
    }
  }

  private mutating func openMissingPlacesOutside() {
    let missing = anchors.ownFragments.union(anchors.fragments).filter { article.anchors[$0] == nil }
    guard !missing.isEmpty, let link = link ?? base, !Reference.isRelative(link) else { return }
    let page = String(link.prefix { $0 != "#" })
    func outside(_ target: String?) -> String? {
      guard let target, target.utf8.first == 0x23, missing.contains(String(target.dropFirst())) else {
        return nil
      }
      return page + target
    }
    for index in article.blocks.indices {
      for run in article.blocks[index].runs.indices {
        if let address = outside(article.blocks[index].runs[run].link) {
          article.blocks[index].runs[run].link = address
        }
      }
      if case .image(var image) = article.blocks[index].kind, let address = outside(image.link) {
        image.link = address
        article.blocks[index].kind = .image(image)
      }
    }
  }
}
