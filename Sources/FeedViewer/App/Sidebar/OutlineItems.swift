import FeedViewerBase

/// The items of what OPML files name, below those of the files, and which of them are expanded.
///
/// Marks change often, and a file may name very many feeds: items are made again only when they are others, and the numbers of
/// unread entries are found from the open feeds.
final class OutlineItems {
  /// What is below a file.
  struct Below {
    var items: [SidebarItem] = []
    /// The unread entries of the open feeds that the file names.
    var unread = UnreadCount()
    /// Whether there is or would be anything below the file.
    var canExpand = false
  }

  /// More of them are not remembered in the session, all of which is stored whenever an article is shown.
  private static let rememberedLimit = 1_000

  private struct Known {
    let tree: OutlineTree
    /// The open feeds that the file names.
    let open: [FilePath]
    let version: Int
    var items: [SidebarItem] = []
    /// The items of folders, and the places of these.
    var folders: [(item: Int, place: [Int])] = []
    var canExpand = false
  }

  /// The files and folders of which the items in them are shown.
  var expanded: Set<Scope> = [] {
    didSet { version += 1 }
  }
  private var version = 0
  /// Those with their texts, ordered by them.
  private var ordered: (version: Int, folders: [(file: FilePath, text: String)])?
  private var known: [FilePath: Known] = [:]

  /// The texts of those of them that belong to files, always in the same order. Of very many, only some.
  func expandedTexts(of files: [FilePath]) -> [String] {
    guard !expanded.isEmpty else { return [] }
    if ordered?.version != version {
      let folders = expanded.compactMap { list in list.path.map { (file: $0, text: list.text) } }
      ordered = (version, folders.sorted { $0.text < $1.text })
    }
    let files = Set(files)
    let kept = ordered!.folders.lazy.filter { files.contains($0.file) }
    return Array(kept.prefix(Self.rememberedLimit).map(\.text))
  }

  /// Expands a folder and all in it, or collapses them.
  func setExpanded(_ isExpanded: Bool, all list: Scope, _ tree: OutlineTree) {
    guard let (file, place) = list.folder, let folder = tree.folder(at: place) else { return }
    if isExpanded {
      var all: Set = [list]
      folder.forEachSubfolder(place) { all.insert(Scope(folder: $1, of: file)) }
      expanded.formUnion(all)
    } else {
      expanded = expanded.filter { !$0.isInside(list) }
    }
  }

  /// The folder whose item is seen of those that a folder is in; itself if all of them are expanded.
  func seen(_ list: Scope) -> Scope {
    guard let (file, place) = list.folder else { return list }
    let length = place.indices.first { !expanded.contains(Scope(folder: Array(place[..<$0]), of: file)) }
    return Scope(folder: Array(place[..<(length ?? place.count)]), of: file)
  }

  /// - Parameters:
  ///   - tree: What the file names.
  ///   - open: Those of the feeds that are open.
  ///   - unread: The unread entries of open feeds.
  /// - Complexity: O(open feeds that the file names + items), O(feeds that expanded folders name) if they are others than before.
  func below(
    _ file: FilePath, _ tree: OutlineTree, open: [FilePath], unread: [FilePath: UnreadCount]
  ) -> Below {
    if let old = known[file]?.tree, old !== tree { follow(file, from: old, to: tree) }
    if known[file].map({ $0.tree !== tree || $0.open != open || $0.version != version }) ?? true {
      known[file] = made(file, tree, open)
    }
    guard let known = known[file] else { return Below() }
    var counts: [[Int]: UnreadCount] = [:]
    for feed in open {
      guard let count = unread[feed] else { continue }
      for place in tree.places(naming: feed) { counts[place] = (counts[place] ?? UnreadCount()) + count }
    }
    var below = Below(items: known.items, unread: counts[[]] ?? UnreadCount(), canExpand: known.canExpand)
    for (item, place) in known.folders {
      guard let count = counts[place], count.unread > 0 else { continue }
      below.items[item].count = count.label
      below.items[item].accessibleName = ListText.joined(
        [below.items[item].accessibleName, count.words].compactMap(\.self))
    }
    return below
  }

  /// Forgets what was known of files that are closed.
  func keepOnly(_ isOpen: (FilePath) -> Bool) { known = known.filter { isOpen($0.key) } }

  /// A file that was read again may have more folders or fewer: those of the same names are expanded that were before.
  private func follow(_ file: FilePath, from old: OutlineTree, to new: OutlineTree) {
    guard old != new else { return }
    expanded = Set(
      expanded.compactMap { list -> Scope? in
        guard case .folder(file, let place) = list.feeds else { return list }
        return old.place(place, in: new).map { .folder(file, $0) }
      })
  }

  private func made(_ file: FilePath, _ tree: OutlineTree, _ open: [FilePath]) -> Known {
    let isOpen = Set(open)
    var known = Known(tree: tree, open: open, version: version)
    func canExpand(_ folder: OutlineFolder) -> Bool {
      !folder.subfolders.isEmpty || folder.feeds.contains { !isOpen.contains($0.path) }
    }
    func add(_ folder: OutlineFolder, _ place: [Int]) {
      let list = Scope(folder: place, of: file)
      guard expanded.contains(list) else { return }
      for (index, subfolder) in folder.subfolders.enumerated() {
        let place = place + [index]
        known.folders.append((known.items.count, place))
        known.items.append(item(subfolder, .folder(file, place), place.count, canExpand(subfolder)))
        add(subfolder, place)
      }
      let feeds = folder.feeds.filter { !isOpen.contains($0.path) }
      let titles = feeds.map { (path: $0.path, title: UntrustedText.line($0.name)) }
      let names = DistinguishingNames.names(of: titles)
      for (path, title) in titles {
        known.items.append(item(path, title, names[path].map(UntrustedText.line), in: list, place.count + 1))
      }
    }
    add(tree.root, [])
    known.canExpand = canExpand(tree.root)
    return known
  }

  private func item(
    _ folder: OutlineFolder, _ list: Scope, _ level: Int, _ canExpand: Bool
  ) -> SidebarItem {
    let name = UntrustedText.line(folder.name)
    return SidebarItem(
      id: .list(list), icon: "folder-symbolic", name: name,
      accessibleName: ListText.joined([
        name, localized("folder", context: "what a row of the sidebar is"),
        EntryCount.text(ofFeeds: folder.feedCount),
      ]),
      menu: .folder, level: level, isExpanded: canExpand ? expanded.contains(list) : nil)
  }

  private func item(
    _ feed: FilePath, _ name: String, _ detail: String?, in folder: Scope, _ level: Int
  ) -> SidebarItem {
    SidebarItem(
      id: .closedFeed(feed, folder: folder), icon: "application-rss+xml-symbolic", name: name,
      detail: detail, status: .closed, tooltip: UntrustedText.line(feed.display),
      accessibleName: ListText.joined(
        [name, detail, localized("not open", context: "state of a feed")].compactMap(\.self)),
      level: level)
  }
}

nonisolated extension Scope {
  /// The list of a folder of an OPML file, or of the file itself.
  ///
  /// - Parameter folder: The place of the folder: see `OutlineTree`.
  init(folder: [Int], of file: FilePath) { self = folder.isEmpty ? .feed(file) : .folder(file, folder) }

  /// The folder that it is the list of, of which a whole file is one; nil for lists of several files.
  var folder: (file: FilePath, place: [Int])? {
    switch feeds {
    case .all: nil
    case .file(let file): (file, [])
    case .folder(let file, let place): (file, place)
    }
  }

  /// Whether it is the list of a folder or of one in it.
  func isInside(_ other: Scope) -> Bool {
    guard let (file, place) = folder, let other = other.folder else { return false }
    return file == other.file && place.starts(with: other.place)
  }
}
