import Feeds
import Foundation
import LayoutCore
import ProgramRuns
import Testing

@testable import ArticleRows
@testable import FeedViewer

struct ArticleAttributesTests {
  private func attributes(_ html: String, language: String? = nil) -> [TextAttributeRun] {
    let article = ArticleReader.article(html: html, base: "http://x/")
    return article.blocks.flatMap {
      ArticleAttributes.attributes(
        $0.runs, of: $0.text, language: $0.language ?? language, isCode: $0.kind == .preformatted)
    }
  }

  @Test func stylesBecomeAttributesOfTheirRanges() {
    #expect(attributes("a &lt;b>&amp;amp; \"c'") == [])
    #expect(attributes("<b>x &lt;i&gt;</b> y") == [TextAttributeRun(.bold, bytes: 0..<5)])
    #expect(
      attributes("<a href='p?a=1&b=\"'>l<em>i</em></a>") == [
        TextAttributeRun(.link, bytes: 0..<1), TextAttributeRun(.italic, bytes: 1..<2),
        TextAttributeRun(.link, bytes: 1..<2),
      ])
    #expect(attributes("H<sub>2</sub>O") == [TextAttributeRun(.subscript, bytes: 1..<2)])
    #expect(attributes("<pre>x</pre>") == [TextAttributeRun(.monospace, bytes: 0..<1)])
  }

  @Test func onlyValidLanguageTagsAreUsed() {
    #expect(attributes("a", language: "ja") == [TextAttributeRun(.language("ja"), bytes: 0..<1)])
    #expect(attributes("a", language: "ja\" size=\"90000").isEmpty)
    #expect(
      attributes("<p lang='he'>a</p>", language: "ja") == [TextAttributeRun(.language("he"), bytes: 0..<1)])
  }

  @Test func tableCellsKeepTheirStyles() {
    let block = ArticleBlock(
      kind: .tableRow(isHeader: false), text: "ab\tcd\t",
      runs: [ArticleRun(range: 1..<4, style: .emphasis)])
    #expect(block.tableCells.map(\.text) == ["ab", "cd", ""])
    #expect(block.tableCells.map { $0.runs.map(\.range) } == [[1..<2], [0..<1], []])
  }

  @Test func attachmentsShowNameTypeAndSize() throws {
    func file(_ enclosure: Enclosure) -> ArticleEnclosure {
      ArticleEnclosure(enclosure, of: "/nowhere/f.xml")
    }
    let sound = file(
      Enclosure(url: "https://x/a%20b.mp3?c=1", type: "audio/mpeg", length: 12_345_678))
    #expect(sound.name == "a b.mp3")
    #expect(sound.description == "audio/mpeg, 12 MB")
    #expect(sound.address == "https://x/a%20b.mp3?c=1")
    #expect(file(Enclosure(url: "gone.mp3", title: "Gone")).address == nil)
    #expect(file(Enclosure(url: "data:text/plain,x")).address == nil)
    let folder = try TemporaryFolder()
    try folder.write("sound", to: "s.mp3")
    let here = ArticleEnclosure(Enclosure(url: "s.mp3"), of: folder.path + "/f.xml")
    #expect(here.address?.hasPrefix("file:///") == true)
    #expect(
      [1, 999, 1_000, 1_460, 999_600, 3_400_000, 2_000_000_000].map(ArticleEnclosure.size)
        == ["1 bytes", "999 bytes", "1 kB", "1.5 kB", "1 MB", "3.4 MB", "2 GB"])
  }

  @Test func durationsAreFormattedAsHoursMinutesSeconds() {
    #expect([5, 65, 3_723].map(ArticleContent.clock) == ["0:05", "1:05", "1:02:03"])
  }
}
