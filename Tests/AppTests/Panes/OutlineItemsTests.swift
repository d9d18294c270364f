import Expectations
import FeedViewerBase
import Testing

@testable import FeedViewer

/// What the sidebar shows below an OPML file.
struct OutlineItemsTests {
  private static let file: FilePath = "/list.opml"
  private let items = OutlineItems()

  private static func feed(_ name: String) -> OutlineFolder.Feed {
    OutlineFolder.Feed(path: FilePath("/\(name).xml"), name: name)
  }

  private static func folder(
    _ name: String, _ subfolders: [OutlineFolder] = [], feeds: [String] = []
  ) -> OutlineFolder {
    OutlineFolder(
      name: name, subfolders: subfolders, feeds: feeds.map(feed),
      feedCount: subfolders.reduce(feeds.count) { $0 + $1.feedCount })
  }

  private static let tree = OutlineTree(
    root: folder(
      "", [folder("News", [folder("World", feeds: ["a"])], feeds: ["b"]), folder("Web")], feeds: ["c", "a"]))

  private func below(
    _ tree: OutlineTree = tree, open: [FilePath] = [], unread: [FilePath: Int] = [:]
  ) -> OutlineItems.Below {
    items.below(
      Self.file, tree, open: open, unread: unread.mapValues { UnreadCount(entries: 9, unread: $0) })
  }

  /// The names of the items, each after a dot for each level.
  private func shown(_ below: OutlineItems.Below) -> [String] {
    below.items.map { String(repeating: ".", count: $0.level) + $0.name }
  }

  @Test func onlyExpandedFoldersShowWhatIsInThem() {
    expect(below().canExpand && below().items.isEmpty)
    // What is expanded in a collapsed folder waits for it.
    items.expanded = [.folder(Self.file, [0, 0])]
    expect(shown(below()).isEmpty)
    items.expanded.insert(.feed(Self.file))
    expect(shown(below()), equals: [".News", ".Web", ".c", ".a"])
    items.expanded.insert(.folder(Self.file, [0]))
    expect(shown(below()), equals: [".News", "..World", "...a", "..b", ".Web", ".c", ".a"])
    expect(below().items.map(\.isExpanded), equals: [true, true, nil, nil, nil, nil, nil])
    items.expanded.remove(.folder(Self.file, [0, 0]))
    expect(
      below().items.map(\.isExpanded).prefix(2) == [true, false] && Set(below().items.map(\.id)).count == 6)
  }

  @Test func openFeedsAreOnTheShelfAlone() {
    items.setExpanded(true, all: .feed(Self.file), Self.tree)
    expect(shown(below(open: ["/a.xml"])), equals: [".News", "..World", "..b", ".Web", ".c"])
    // There is nothing in the folder any more.
    expect(below(open: ["/a.xml"]).items[1].isExpanded == nil)
    expect(shown(below(open: ["/a.xml", "/b.xml", "/c.xml"])), equals: [".News", "..World", ".Web"])
    expect(shown(below()).count, equals: 7)
    let closed = below().items.filter { $0.feedToOpen != nil }
    expect(closed.map(\.feedToOpen), equals: ["/a.xml", "/b.xml", "/c.xml", "/a.xml"])
    expect(Set(closed.map(\.id)).count == 4 && closed.allSatisfy { $0.status == .closed && $0.menu == nil })
  }

  @Test func foldersCountTheUnreadEntriesOfOpenFeedsOnce() {
    items.setExpanded(true, all: .feed(Self.file), Self.tree)
    let counted = below(open: ["/a.xml", "/b.xml"], unread: ["/a.xml": 2, "/b.xml": 100, "/x.xml": 7])
    expect(counted.unread.unread, equals: 102)
    expect(counted.items.map(\.count), equals: ["102", "2", "", ""])
    expect(counted.items.map(\.name), equals: ["News", "World", "Web", "c"])
    expect(
      counted.items.map(\.accessibleName),
      equals: [
        "News, folder, 2 feeds, 102 unread", "World, folder, 1 feed, 2 unread", "Web, folder, 0 feeds",
        "c, not open",
      ])
    // They follow marks.
    let later = below(open: ["/a.xml", "/b.xml"], unread: ["/b.xml": 3])
    expect(later.unread.unread == 3 && later.items.map(\.count) == ["3", "", "", ""])
    expect(later.items[1].accessibleName, equals: "World, folder, 1 feed")
  }

  @Test func allInAFolderIsExpandedAndCollapsed() {
    items.expanded = [.feed("/other.opml")]
    items.setExpanded(true, all: .folder(Self.file, [0]), Self.tree)
    expect(
      items.expanded, equals: [.feed("/other.opml"), .folder(Self.file, [0]), .folder(Self.file, [0, 0])])
    items.setExpanded(true, all: .feed(Self.file), Self.tree)
    expect(items.expanded.count, equals: 5)
    items.setExpanded(false, all: .folder(Self.file, [0]), Self.tree)
    expect(
      items.expanded, equals: [.feed("/other.opml"), .feed(Self.file), .folder(Self.file, [1])])
    items.setExpanded(false, all: .feed(Self.file), Self.tree)
    expect(items.expanded, equals: [.feed("/other.opml")])
    // There is no such folder.
    items.setExpanded(true, all: .folder(Self.file, [7]), Self.tree)
    expect(items.expanded, equals: [.feed("/other.opml")])
  }

  @Test func aFolderThatIsNotSeenIsStoodForByOneAroundIt() {
    let inner = Scope.folder(Self.file, [0, 0])
    expect(items.seen(inner) == .feed(Self.file) && items.seen(.all) == .all)
    items.expanded = [.feed(Self.file)]
    expect(items.seen(inner), equals: .folder(Self.file, [0]))
    items.expanded.insert(.folder(Self.file, [0]))
    expect(items.seen(inner), equals: inner)
    items.expanded.remove(.feed(Self.file))
    expect(items.seen(inner) == .feed(Self.file) && items.seen(.feed("/a.xml")) == .feed("/a.xml"))
  }

  @Test func foldersStayExpandedWhenTheirFileChanges() {
    items.setExpanded(true, all: .feed(Self.file), Self.tree)
    items.expanded.remove(.folder(Self.file, [1]))
    expect(below().items.count, equals: 7)
    let changed = OutlineTree(
      root: Self.folder("", [Self.folder("First"), Self.tree.root.subfolders[0], Self.folder("Last")]))
    expect(shown(below(changed)), equals: [".First", ".News", "..World", "...a", "..b", ".Last"])
    expect(
      items.expanded,
      equals: [.feed(Self.file), .folder(Self.file, [1]), .folder(Self.file, [1, 0])])
    // Of a folder that has gone nothing is left.
    expect(shown(below(OutlineTree(root: Self.folder("", [Self.folder("Last")])))), equals: [".Last"])
    expect(items.expanded, equals: [.feed(Self.file)])
  }

  @Test func whatIsExpandedOfFilesThatAreRememberedIsRemembered() {
    items.expanded = [
      .folder(Self.file, [1]), .feed(Self.file), .feed("/gone.opml"), .folder(Self.file, [0, 2]),
    ]
    let texts = items.expandedTexts(of: ["/a.xml", Self.file])
    expect(texts, equals: ["feed:/list.opml", "folder:/list.opml#0/2", "folder:/list.opml#1"])
    items.expanded.remove(.folder(Self.file, [0, 2]))
    expect(items.expandedTexts(of: [Self.file]), equals: ["feed:/list.opml", "folder:/list.opml#1"])
    items.expanded = Set((0..<5_000).map { .folder(Self.file, [$0]) })
    expect(items.expandedTexts(of: [Self.file]).count, equals: 1_000)
  }

  @Test func feedsOfTheSameNameInAFolderAreToldApart() {
    let feeds = (["/x/feed.xml", "/y/feed.xml"] as [FilePath]).map {
      OutlineFolder.Feed(path: $0, name: "Same")
    }
    items.expanded = [.feed(Self.file)]
    let shown = below(OutlineTree(root: OutlineFolder(name: "", feeds: feeds, feedCount: 2))).items
    expect(shown.map(\.detail) == ["x/feed.xml", "y/feed.xml"])
    expect(shown.map(\.accessibleName), equals: ["Same, x/feed.xml, not open", "Same, y/feed.xml, not open"])
  }
}
