import Expectations
import Foundation
import ProgramRuns
import Testing

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

  @Test func articlesAreWrittenAsTextJSONAndDocuments() async throws {
    // Text is what is copied.
    let result = try await run(feed)
    expect(result.output, equals: "a\nb\n\n1. c\n2. • d\n\ne\t\tf\n\n g\n\th\n\ni j\n\nk\n\nm\n\nn\n")
    try await expect(run(feed, "--entry", "1").output.isEmpty)
    // JSON has one object per line.
    let lines = try await run(feed, "--format", "json").output.split(separator: "\n")
    let objects = try lines.map {
      try require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    expect(objects.map { $0["title"] as? String }, equals: ["One", "Two"])
    let blocks = try require(objects[0]["blocks"] as? [[String: Any]])
    expect(
      blocks.map { $0["kind"] as? String },
      equals: [
        "paragraph", "item", "item", "table", "code", "paragraph", "picture", "summary", "paragraph",
      ])
    let links = blocks.flatMap { $0["links"] as? [[String: String]] ?? [] }
    expect(links.first == ["text": "i", "target": "http://h/l"])
    let pictures = blocks.flatMap { $0["pictures"] as? [[String: String]] ?? [] }
    expect(pictures == [["source": "http://h/p.png", "alt": "k"]])
    expect((objects[1]["blocks"] as? [Any])?.isEmpty, equals: true)
    // Documents are written without a display.
    let page = try await run(feed, "--entry", "0", "--format", "html")
    expect(page.output.hasPrefix("<!DOCTYPE html>"))
    let path = folder.path + "/a.pdf"
    try await expect(run(feed, "--entry", "0", "--format", "pdf", "--output", path).status, equals: 0)
    try expect(Data(contentsOf: URL(fileURLWithPath: path)).starts(with: "%PDF".utf8))
  }

  /// They are resolved once, when the feed is read. What is beside the feed is opened there; an export names its place on the web.
  @Test func allOutputsHaveTheSameAddresses() async throws {
    try folder.write("sound", to: "here.mp3")
    try folder.write(
      """
      <rss version="2.0" xml:base="https://b/x/"><channel><title>F</title><link>https://site/</link><item><title>One</title>
      <link>e/1</link><enclosure url="s.mp3" type="audio/mpeg"/><enclosure url="here.mp3" type="audio/mpeg"/><description>
      <![CDATA[<a href="l?a&amp;b">L</a> <a href="//o/m">M</a> <a href="here.mp3">H</a><a href="t"><img src="p.png" alt="P"></a>]]>
      </description></item></channel></rss>
      """, to: "addresses.xml")
    let path = folder.path + "/addresses.xml"
    let json = try await run(path, "--format", "json").output
    let object = try require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let blocks = try require(object["blocks"] as? [[String: Any]])
    let links = blocks.flatMap { $0["links"] as? [[String: String]] ?? [] }.compactMap { $0["target"] }
    let shared = ["https://b/x/l?a&b", "https://o/m", "https://b/x/t", "https://b/x/s.mp3"]
    expect(links.filter { !$0.hasSuffix("here.mp3") }, equals: shared)
    expect(links.filter { $0.hasSuffix("here.mp3") }.map { $0.hasPrefix("file:///") } == [false, true])
    let pictures = blocks.flatMap { $0["pictures"] as? [[String: String]] ?? [] }.compactMap { $0["source"] }
    expect(pictures == ["https://b/x/p.png"])
    // A saved page may be anywhere: files beside the feed are no links there.
    let page = try await run(path, "--entry", "0", "--format", "html").output
    let targets = page.split(separator: "href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    expect(
      targets == ["https://b/x/e/1", "https://b/x/e/1"]
        + shared.map { $0.split(separator: "&").joined(separator: "&amp;") })
    let exported = try await Program.run(["export", path], environment: ["DISPLAY": nil]).output
    let feed = try require(JSONSerialization.jsonObject(with: Data(exported.utf8)) as? [String: Any])
    let item = try require((feed["items"] as? [[String: Any]])?.first)
    expect(item["url"] as? String == "https://b/x/e/1")
    expect(item["image"] as? String, equals: pictures[0])
    let attachments = item["attachments"] as? [[String: Any]] ?? []
    expect(attachments.map { $0["url"] as? String } == ["https://b/x/s.mp3", "https://b/x/here.mp3"])
  }

  @Test func wrongUsesFail() async throws {
    try await expect(run(feed, "--entry", "2").status, equals: 1)
    try await expect(run(feed, "--format", "pdf").status, equals: 64)
    try await expect(run(feed, "--format", "doc").status, equals: 64)
    try await expect(run(folder.path + "/none.xml").status, equals: 1)
  }
}
