import Testing

/// The folders of a module form layers: the types of a folder refer only to types of lower folders.
nonisolated struct FolderGraphTests {
  @Test(arguments: [
    "Sources/LayoutCore", "Sources/FeedViewer/FileNames", "Sources/FeedViewer/Feeds",
    "Sources/FeedViewer/Search", "Sources/FeedViewer/GtkInterop", "Sources/FeedViewer/PangoText",
    "Sources/FeedViewer/VirtualList",
    "Sources/FeedViewer/EntryRows", "Sources/FeedViewer/ArticleRows", "Sources/FeedViewer/App",
  ])
  func foldersOfAModuleReferToEachOtherWithoutCycles(module: String) throws {
    let graph = FolderGraph(try PackageSources.files(in: module).map(FolderGraph.File.init))
    for cycle in graph.cycles {
      Issue.record("The folders of \(module) refer to each other in a cycle: \(graph.description(of: cycle))")
    }
  }

  @Test func cycleIsReportedWithOneReferencePerStep() {
    let graph = FolderGraph([
      .init(path: "Low/Number.swift", text: "struct Number {}\n"),
      .init(path: "Middle/Sum.swift", text: "struct Sum {\n  var first: Number\n  var owner: Ledger\n}\n"),
      .init(path: "High/Ledger.swift", text: "final class Ledger {\n  let page = Page()\n}\n"),
      .init(path: "High/Inner/Page.swift", text: "struct Page {\n  var sums: [Sum] = []\n}\n"),
    ])
    #expect(graph.cycles == [["High", "High/Inner", "Middle", "High"]])
    #expect(
      graph.cycles.map(graph.description) == [
        """
        High -> High/Inner -> Middle -> High
          High -> High/Inner: Page at High/Ledger.swift:2
          High/Inner -> Middle: Sum at High/Inner/Page.swift:2
          Middle -> High: Ledger at Middle/Sum.swift:3
        """
      ])
  }

  @Test func separateCyclesAreReportedSeparately() {
    let graph = FolderGraph([
      .init(path: "A/A.swift", text: "enum A { static let other = B.self }"),
      .init(path: "B/B.swift", text: "protocol B { associatedtype Other = A }"),
      .init(path: "C/C.swift", text: "typealias C = D"),
      .init(path: "D/D.swift", text: "actor D { let other: C? = nil }"),
      .init(path: "E.swift", text: "let everything = [A.self, C.self]"),
    ])
    #expect(graph.folders == [".", "A", "B", "C", "D"])
    #expect(graph.cycles == [["A", "B", "A"], ["C", "D", "C"]])
  }

  @Test func commentsStringsMembersAndHiddenNamesAreIgnored() {
    let graph = FolderGraph([
      .init(path: "Low/Row.swift", text: "struct Row {}\nprivate struct Box {}\nstruct Cell {}\n"),
      .init(path: "High/List.swift", text: "struct List { var row: Row }\nstruct Box {}\n"),
      // Nested and private types hide types of the same name in other folders.
      .init(
        path: "Low/Nested.swift",
        text: "enum Names { struct List {} }\nlet list = Names.List()\nlet copy: List? = nil"),
      .init(path: "Low/Boxes.swift", text: "private struct Box {}\nlet box = Box()"),
      .init(
        path: "Low/Names.swift",
        text: ##"""
          // List
          /* List /* List */ List */
          /// See `List`.
          let names = ["List", #"a "List" \(List)"#, """
            List
            """]
          let member = Kind.List
          """##),
    ])
    #expect(graph.cycles.isEmpty)
    #expect(graph.references["Low"] == nil)
    #expect(graph.references["High"]?.keys.sorted() == ["Low"])
  }

  @Test func codeInStringInterpolationsIsRead() {
    let tokens = SwiftTokens(
      "let text = \"a \\(list(of: \"b \\(Row.self)\")) c\" // Row\nlet raw = #\"\\(no) \\#(yes)\"#")
    #expect(
      tokens.tokens.map(\.text) == ["let", "text", "list", "of", "Row", ".", "self", "let", "raw", "yes"])
    #expect(tokens.tokens.last?.line == 2)
  }

  /// A folder with more files probably has more than one theme.
  private static let largestFolder = 15

  @Test(arguments: ["Sources", "Tests"])
  func foldersHoldAtMost15Files(tree: String) throws {
    let folders = Dictionary(grouping: try PackageSources.paths(in: tree)) { path in
      path.lastIndex(of: "/").map { "\(tree)/\(path[..<$0])" } ?? tree
    }
    for (folder, files) in folders.sorted(by: { $0.key < $1.key }) where files.count > Self.largestFolder {
      Issue.record("\(folder) holds \(files.count) Swift files: divide it by theme.")
    }
  }
}
