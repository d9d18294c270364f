import Foundation
import FuzzInputs
import ProgramRuns
import Testing

@testable import FeedViewer

/// What the page of an article shows, judged by the tree that html5lib makes of its source.
///
/// `Judging/judge_articles.py` walks the tree by the rules of the HTML standard, section 15.
@Suite struct JudgedArticlesTests {
  private static let judge = PackageSources.root + "/Tests/AppTests/Judging/judge_articles.py"

  /// Whether Python has html5lib.
  private static let hasParser: Bool = {
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = ["python3", "-c", "import html5lib"]
    python.standardError = FileHandle.nullDevice
    guard (try? python.run()) != nil else { return false }
    python.waitUntilExit()
    return python.terminationStatus == 0
  }()

  /// With `TEST_FULL=1` 20,000 documents are judged, which takes some minutes.
  private static let count = getenv("TEST_FULL") == nil ? 300 : 20_000

  @Test(.enabled(if: hasParser, "needs html5lib for python3"))
  func pagesShowWhatTheTreesOfTheirSourcesShow() async throws {
    let folder = try TemporaryFolder()
    let items: [[String: String]] = (0..<Self.count).map { number in
      [
        "id": "\(number)", "url": "http://h/\(number)",
        "content_html": ShownDocument(seed: UInt64(number)).html,
      ]
    }
    let feed = try JSONSerialization.data(withJSONObject: [
      "version": "https://jsonfeed.org/version/1.1", "title": "t", "items": items,
    ])
    let source = folder.path + "/feed.json"
    try feed.write(to: URL(fileURLWithPath: source))
    let pages = try await Program.run(
      ["article", source, "--format", "json"], environment: ["DISPLAY": nil, "LC_ALL": "C.UTF-8"])
    try folder.write(pages.output, to: "pages.jsonl")
    let judged = try await Program.run(
      ["python3", "-B", Self.judge, source, folder.path + "/pages.jsonl"], of: "/usr/bin/env")
    #expect(judged.status == 0, "\(judged.errors)")
    let lines = judged.output.split(separator: "\n")
    #expect(lines.last == "\(Self.count)")
    for line in lines.dropLast().prefix(5) { Issue.record("\(line)") }
  }
}
