import Expectations
import Foundation
import ProgramRuns
import TestRuns
import Testing
import WidgetTesting

/// The list as seen by an assistive tool through AT-SPI.
@Suite(
  .serialized,
  .enabled(
    if: Program.hasDisplay && Program.hasSessionBus && AssistiveTool.isInstalled,
    "needs a display, a session bus, AT-SPI for Python (gir1.2-atspi-2.0, python3-gi) and xdotool"))
struct AssistiveToolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func rowsHaveRolesNamesBoundsFocusAndSelection()
    async throws
  {
    let entries = (0..<60).map { "e\($0)" }
    try await expectSuccess(of: "list.py", "60", opening: [SampleFeed.rss(entries: entries)])
  }

  @Test func feedsAtTheSideHaveNamesCountsAndSelection()
    async throws
  {
    let feeds = (0..<3).map { SampleFeed.rss(title: "Feed \($0)", entries: ["a\($0)", "b\($0)"]) }
    try await expectSuccess(of: "sidebar.py", "3", opening: feeds, width: 1_275)
  }

  @Test func foldersTellWhetherTheyAreExpanded() async throws {
    try folder.write(SampleFeed.rss(title: "Sea", entries: ["s"]), to: "sea.xml")
    let list = """
      <opml version="2.0"><head><title>Mine</title></head><body>
      <outline text="News"><outline text="Sea" xmlUrl="sea.xml"/></outline></body></opml>
      """
    let feed = SampleFeed.rss(title: "Feed", entries: ["a", "b"])
    try await expectSuccess(of: "folders.py", "Sea", opening: [feed, list], width: 1_275)
  }

  @Test func theShellHasPanesNamesAndAnnouncements() async throws {
    let feeds = [
      SampleFeed.rss(entries: (0..<30).map { "e\($0)" }), SampleFeed.rss(title: "Other", entries: ["o"]),
    ]
    try await expectSuccess(of: "shell.py", "30", opening: feeds, width: 1_100)
  }

  @Test func searchesAreTold() async throws {
    let titles = ["apple pie", "pear", "cherry pie", "plum", "fig", "quince"]
    try await expectSuccess(of: "search.py", "6", opening: [SampleFeed.rss(entries: titles)])
  }

  @Test func messagesAreToldAndUndone() async throws {
    try await expectSuccess(
      of: "toast.py", "6", opening: [SampleFeed.rss(entries: (0..<6).map { "e\($0)" })])
  }

  @Test func everyKeyChangesSomething() async throws {
    // `RandomActionTests` do more at random.
    let count = TestRun.count(0, quick: 0, full: 60)
    let result = try await AssistiveTool.run("reading.py", [try Program.path, "\(count)", "1"], in: folder)
    expect(result.status, equals: 0, "\(result.output)\(result.errors)")
  }

  @Test func dialogsAndMenusAreClosedAndQuitByKey()
    async throws
  {
    let file = try folder.write(SampleFeed.rss(title: "Salt", entries: ["a", "b"]), to: "feed.xml")
    let result = try await AssistiveTool.run("closing.py", [try Program.path, file, "Salt"], in: folder)
    expect(result.status, equals: 0, "\(result.output)\(result.errors)")
  }

  @Test func focusReturnsToTheListFromMenus() async throws {
    let entries = (0..<9).map { "e\($0)" }
    try await expectSuccess(of: "menus.py", "9", opening: [SampleFeed.rss(entries: entries)])
  }

  @Test func everythingHasANameOfItsOwn() async throws {
    try await expectSuccess(of: "names.py", "button", opening: [])
    // One file is repaired in two places, the other can't be read.
    let repaired = SampleFeed.rss(title: "Salt & pepper", entries: ["Fish & chips", "tea"])
    try await expectSuccess(of: "names.py", "list", opening: [repaired, "no feed"])
  }

  @Test func articlesHaveRolesTextsAndLinks() async throws {
    let picture = "\(PackageSources.root)/data/samples/images/windmill.png"
    try FileManager.default.copyItem(atPath: picture, toPath: folder.path + "/mill.png")
    let gif = AnimatedPicture.gif(width: 60, height: 40, [.init(color: 1), .init(color: 2)])
    try Data(gif).write(to: URL(filePath: folder.path + "/cat.gif"))
    let rows = (1...60).map { "<p>Row \($0) of the rest</p>" }.joined()
    let html = """
      <h2>A heading</h2><p>A paragraph with Größe, <a href="https://one.example/">a link</a>, words that fill the line and
      the next one and the one after it, too, and <a href="#end">the last row</a>.</p>
      <ol><li>One item<ul><li>Inner</ul><li><a href="https://two.example/">Two</a></ol>
      <blockquote><p>Quoted</blockquote><pre>let x = 1</pre>
      <table><tr><th>Name<th>Age<tr><th>Ann<td>7</table><hr>
      <details><summary>More</summary><p>Hidden</details>
      <a href="https://mill.example/"><img src="mill.png" alt="A windmill" width="60" height="40"></a>
      <img src="cat.gif" alt="A cat" width="60" height="40">
      <p>Last row of the first page</p>\(rows)<p>A link <a href="https://far.example/">far away</a></p>
      <p>Row after it</p><p id="end">The end</p>
      """
    let item = ArticleFixture.item("The title", html, link: "https://feed.example/1")
    try await expectSuccess(
      of: "article.py", "The title",
      opening: ["<rss><channel><title>Feed</title>\(item)</channel></rss>"], height: 1_000)
  }

  /// Runs a script while the program shows files with the given texts.
  private func expectSuccess(
    of script: String, _ argument: String, opening files: [String], width: Int = 480, height: Int = 700,
    _ place: SourceLocation = #_sourceLocation
  ) async throws {
    let paths = try files.enumerated().map { try folder.write($1, to: "\($0).xml") }
    let program = try Program.process(
      ["--size", "\(width)x\(height)"] + paths,
      environment: ["FEED_VIEWER_STATE": folder.path + "/state.sqlite"])
    program.standardOutput = FileHandle.nullDevice
    program.standardError = try folder.openFile("program errors")
    try program.run()
    defer { Program.end(program) }
    let result = try await AssistiveTool.run(script, ["\(program.processIdentifier)", argument], in: folder)
    expect(result.status, equals: 0, "\(result.output)\(result.errors)", sourceLocation: place)
    // Refused parameters of actions would be told.
    let errors = try folder.text("program errors")
    expect(errors.isEmpty, "\(errors)", sourceLocation: place)
  }
}

/// Scripts that play the part of an assistive tool.
nonisolated enum AssistiveTool {
  private static let python = "/usr/bin/python3"

  static let isInstalled: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "command -v xdotool && \(python) -c 'import gi; gi.require_version(\"Atspi\", \"2.0\"); "
        + "from gi.repository import Atspi'",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Runs one of the scripts to its end.
  @concurrent
  static func run(
    _ script: String, _ arguments: [String], in folder: TemporaryFolder
  ) async throws -> ProgramRun.Result {
    let tool = Process()
    tool.executableURL = URL(fileURLWithPath: python)
    // Without files of compiled modules among the sources.
    tool.arguments = ["-B", "\(PackageSources.root)/Tests/AppTests/AssistiveTools/\(script)"] + arguments
    let output = try folder.openFile("tool output")
    let errors = try folder.openFile("tool errors")
    // A program that the script starts has no session of another test.
    tool.environment = ProcessInfo.processInfo.environment.merging(
      ["FEED_VIEWER_STATE": folder.path + "/state.sqlite"]) { $1 }
    tool.standardInput = FileHandle.nullDevice
    tool.standardOutput = output
    tool.standardError = errors
    try tool.run()
    tool.waitUntilExit()
    return ProgramRun.Result(
      status: tool.terminationStatus, output: try folder.text("tool output"),
      errors: try folder.text("tool errors"))
  }
}
