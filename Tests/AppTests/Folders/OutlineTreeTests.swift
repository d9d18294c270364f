import Expectations
import FeedViewerBase
import FeedViewerFeeds
import ProgramRuns
import Testing

@testable import FeedViewer

/// The folders of OPML files, and the feeds that they name.
struct OutlineTreeTests {
  private let folder: TemporaryFolder
  private let library = FeedLibrary()

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "c"] {
      try folder.write(SampleFeed.rss(title: name, entries: ["\(name)1", "\(name)2"]), to: "\(name).xml")
    }
  }

  private func path(_ name: String) -> FilePath { FilePath("\(folder.path)/\(name)") }

  @discardableResult
  private func write(_ body: String) throws -> FilePath {
    FilePath(
      try folder.write(
        "<opml version='2.0'><head><title>Mine</title></head><body>\(body)</body></opml>", to: "list.opml"))
  }

  private func open(_ paths: [FilePath]) async throws {
    library.open(paths)
    try await expect(MainLoop.settle { !library.isLoading })
  }

  private static let body = """
    <outline text='A' xmlUrl='a.xml'/>
    <outline text='News'><outline text='World'><outline text='B' xmlUrl='b.xml'/><outline text='B2' xmlUrl='b.xml'/>
      </outline><outline text='Web' xmlUrl='https://feed.example/'/></outline>
    <outline text='Only folders'><outline text='Inner'><outline text='Gone' xmlUrl='gone.xml'/>
      <outline text='Site' type='link' url='https://site.example/'/></outline></outline>
    <outline text='A again' xmlUrl='./a.xml'/><outline text='C' xmlUrl='c.xml'/>
    """

  @Test func aFileNamesFoldersInItsOrderAndLocalFeedsOnce() async throws {
    let list = try write(Self.body)
    try await open([list])
    let root = try require(library.outline(of: list))
    expect(root.feeds.map(\.path) == [path("a.xml"), path("c.xml")] && root.feeds.map(\.name) == ["A", "C"])
    expect(root.subfolders.map(\.name), equals: ["News", "Only folders"])
    expect(root.subfolders[0].feeds.isEmpty && root.subfolders[1].feeds.isEmpty)
    expect(
      root.subfolders[0].subfolders[0].feeds, equals: [OutlineFolder.Feed(path: path("b.xml"), name: "B")])
    expect(root.subfolders[1].subfolders.map(\.name), equals: ["Inner"])
    // A link is no feed; a feed on the web and a missing one are.
    expect(root.subfolders.map(\.feedCount) == [3, 1] && root.feedCount == 7)
    expect(library.outline(of: path("a.xml")) == nil)
  }

  @Test func sectionsAreFoundByTheirFolders() async throws {
    let list = try write(Self.body)
    try await open([path("c.xml"), list])
    expect(
      library.sections.map(\.folder), equals: [[], [], [0, 0], [0], [1, 0], []])
    expect(library.sections(inFolder: [0], of: list), equals: [2, 3])
    expect(library.sections(inFolder: [1], of: list), equals: [4])
    expect(library.sections(inFolder: [], of: list), equals: [1, 2, 3, 4, 5])
    expect(library.sections(inFolder: [2], of: list).isEmpty)
  }

  @Test func feedsAreFoundByTheirPaths() async throws {
    let list = try write(Self.body)
    try await open([path("b.xml"), list, path("a.xml")])
    expect(library.openFeeds(of: list), equals: [path("b.xml"), path("a.xml")])
    expect(library.openFeeds(inFolder: [0], of: list), equals: [path("b.xml")])
    expect(library.openFeeds(inFolder: [1], of: list).isEmpty)
    expect(library.closedFeeds(of: list), equals: [path("c.xml")])
    library.close(path("b.xml"))
    expect(library.closedFeeds(of: list), equals: [path("b.xml"), path("c.xml")])
    expect(library.closedFeeds(inFolder: [0, 0], of: list), equals: [path("b.xml")])
  }

  @Test func foldersOfTheSameNameAreTwo() async throws {
    let list = try write(
      """
      <outline text='F'><outline text='A' xmlUrl='a.xml'/></outline>
      <outline text='F'><outline text='B' xmlUrl='b.xml'/></outline>
      """)
    try await open([list])
    expect(library.outline(of: list)?.subfolders.map { $0.feeds.map(\.name) }, equals: [["A"], ["B"]])
    expect(library.sections.map(\.title) == ["F", "F"] && library.sections.map(\.folder) == [[0], [1]])
  }

  @Test func foldersFollowTheFile() async throws {
    let list = try write(Self.body)
    try await open([list])
    try write("<outline text='New'><outline text='B' xmlUrl='b.xml'/></outline>")
    library.reload(list)
    // As long as it is read, they are those that were there before.
    expect(library.outline(of: list)?.subfolders.count, equals: 2)
    try await expect(MainLoop.settle { !library.isLoading })
    expect(library.outline(of: list)?.subfolders.map(\.name) == ["New"])
    expect(library.sections.map(\.folder) == [[0]] && library.closedFeeds(of: list) == [path("b.xml")])
    try folder.write(SampleFeed.rss(entries: ["x"]), to: "list.opml")
    library.reload(list)
    try await expect(MainLoop.settle { !library.isLoading })
    expect(library.outline(of: list) == nil && library.sections.map(\.folder) == [[]])
  }

  @Test func partsOfAFileThatIsReadAgainKeepItsFolders() async {
    let fixture = LibraryFixture()
    func heading(_ names: [String]?) -> FeedHeading {
      var heading = FeedHeading(title: "Mine", format: .opml, feedKey: "/l")
      heading.outlines = names.map { names in
        OutlineTree(
          root: OutlineFolder(name: "", subfolders: names.map { OutlineFolder(name: $0) }))
      }
      return heading
    }
    func part(_ place: [Int]) -> LoadEvent {
      var section = LibraryFixture.section(["a\(place)"], title: "F", path: "/l", format: .opml)
      section.folder = place
      return .part(heading(nil), [section])
    }
    fixture.library.open(["/l"])
    await fixture.report(part([0]), of: "/l")
    expect(fixture.library.outline(of: "/l") == nil && fixture.library.sections.map(\.folder) == [[0]])
    await fixture.report(part([1]), part([1]), .finished(heading(["F", "F"])), of: "/l")
    expect(fixture.library.outline(of: "/l")?.subfolders.count, equals: 2)
    expect(fixture.library.sections.map(\.folder) == [[0], [1]] && fixture.keys.map(\.count) == [1, 2])
    fixture.library.reload("/l")
    await fixture.report(part([0]), part([2]), of: "/l")
    expect(fixture.library.outline(of: "/l")?.subfolders.count, equals: 2)
    expect(fixture.library.sections.map(\.folder), equals: [[0], [1]])
    await fixture.report(.finished(heading(["F", "G", "F"])), of: "/l")
    expect(fixture.library.outline(of: "/l")?.subfolders.map(\.name), equals: ["F", "G", "F"])
    expect(fixture.library.sections.map(\.folder) == [[0], [2]] && fixture.listAgrees)
  }

  @Test func feedsInVeryDeepFoldersAreNotLost() async throws {
    let depth = OutlineTreeMaker.depthLimit + 20
    let begin = (0..<depth).map { "<outline text='\($0)'>" }.joined()
    let end = String(repeating: "</outline>", count: depth)
    let list = try write(begin + "<outline text='A' xmlUrl='a.xml'/>" + end)
    try await open([list])
    let place = Array(repeating: 0, count: OutlineTreeMaker.depthLimit)
    expect(library.sections.map(\.folder), equals: [place])
    expect(library.outlineTree(of: list)?.folder(at: place)?.feeds.map(\.name), equals: ["A"])
    expect(library.outlineTree(of: list)?.folder(at: place + [0]) == nil)
    expect(library.closedFeeds(inFolder: [0], of: list), equals: [path("a.xml")])
  }

  @Test func aFeedIsInAllFoldersAroundTheOnesThatNameIt() {
    let feed = OutlineFolder.Feed(path: "/a", name: "A")
    let tree = OutlineTree(
      root: OutlineFolder(
        name: "",
        subfolders: [
          OutlineFolder(name: "x", subfolders: [OutlineFolder(name: "y", feeds: [feed])]),
          OutlineFolder(name: "z", feeds: [feed]), OutlineFolder(name: "none"),
        ]))
    expect(tree.places(naming: "/a"), equals: [[], [0], [0, 0], [1]])
    expect(tree.places(naming: "/b").isEmpty && tree.names("/a", in: [0]) && !tree.names("/a", in: [2]))
    expect(tree.feeds(in: []), equals: ["/a"])
  }

  @Test func aFolderIsFoundInALaterStateOfItsFileByItsNames() {
    func tree(_ names: [String]) -> OutlineTree {
      OutlineTree(
        root: OutlineFolder(
          name: "",
          subfolders: names.map { OutlineFolder(name: $0, subfolders: [OutlineFolder(name: "in \($0)")]) }))
    }
    let (old, new) = (tree(["a", "b", "a"]), tree(["new", "a", "a", "c"]))
    expect(
      old.place([], in: new) == [] && old.place([0], in: new) == [1] && old.place([2, 0], in: new) == [2, 0])
    expect(old.place([1], in: new) == nil && old.place([5], in: new) == nil)
  }
}
