import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

/// The subcommand `article`.
@Suite struct ArticleCommandTests {
  private let folder: TemporaryFolder
  private let feed: String

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <rss version="2.0"><channel><title>F</title><item><title>One</title><link>http://h/1</link>
      <description><![CDATA[<p>a<br>b</p><ol><li>c<li><ul><li>d</ul></ol><table><tr><td>e<td><td>f</table><pre> g\n\th</pre>
      <p><a href="/l">i</a> <a href="tel:1">j</a></p><img src="/p.png" alt="k"><details><summary>m</summary>n</details>]]>
      </description></item><item><title>Two</title></item></channel></rss>
      """, to: "f.xml")
    feed = folder.path + "/f.xml"
  }

  private func run(_ arguments: String...) async throws -> ProgramRun.Result {
    try await Program.run(["article"] + arguments, environment: ["DISPLAY": nil, "LC_ALL": "C.UTF-8"])
  }

  @Test func textIsWhatIsCopied() async throws {
    let result = try await run(feed)
    #expect(result.output == "a\nb\n\n1. c\n2. • d\n\ne\t\tf\n\n g\n\th\n\ni j\n\nk\n\nm\n\nn\n")
    #expect(try await run(feed, "--entry", "1").output.isEmpty)
  }

  @Test func jsonHasOneObjectPerLine() async throws {
    let lines = try await run(feed, "--format", "json").output.split(separator: "\n")
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["title"] as? String } == ["One", "Two"])
    let blocks = try #require(objects[0]["blocks"] as? [[String: Any]])
    #expect(
      blocks.map { $0["kind"] as? String } == [
        "paragraph", "item", "item", "table", "code", "paragraph", "picture", "summary", "paragraph",
      ])
    let links = blocks.flatMap { $0["links"] as? [[String: String]] ?? [] }
    #expect(links.first == ["text": "i", "target": "http://h/l"])
    let pictures = blocks.flatMap { $0["pictures"] as? [[String: String]] ?? [] }
    #expect(pictures == [["source": "http://h/p.png", "alt": "k"]])
    #expect((objects[1]["blocks"] as? [Any])?.isEmpty == true)
  }

  @Test func documentsAreWrittenWithoutADisplay() async throws {
    let page = try await run(feed, "--entry", "0", "--format", "html")
    #expect(page.output.hasPrefix("<!DOCTYPE html>"))
    let path = folder.path + "/a.pdf"
    #expect(try await run(feed, "--entry", "0", "--format", "pdf", "--output", path).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: "%PDF".utf8))
  }

  @Test func wrongUsesFail() async throws {
    #expect(try await run(feed, "--entry", "2").status == 1)
    #expect(try await run(feed, "--format", "pdf").status == 64)
    #expect(try await run(feed, "--format", "doc").status == 64)
    #expect(try await run(folder.path + "/none.xml").status == 1)
  }
}
