import Feeds
import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

struct ArticleMarkupTests {
  private func markup(_ html: String, language: String? = nil) -> String {
    let article = ArticleReader.article(html: html, base: "http://x/")
    return article.blocks.map { ArticleMarkup.markup(for: $0, language: language) }.joined(separator: "|")
  }

  @Test func textIsEscapedAndStylesBecomeMarkup() {
    #expect(markup("a &lt;b>&amp;amp; \"c'") == "a &lt;b&gt;&amp;amp; &quot;c&#39;")
    #expect(markup("<b>x &lt;i&gt;</b> y") == "<span weight=\"bold\">x &lt;i&gt;</span> y")
    #expect(
      markup("<a href='p?a=1&b=\"'>l<em>i</em></a>")
        == "<a href=\"http://x/p?a=1&amp;b=&quot;\">l</a>"
        + "<a href=\"http://x/p?a=1&amp;b=&quot;\"><span style=\"italic\">i</span></a>")
    #expect(markup("H<sub>2</sub>O <small>s</small>") == "H<sub>2</sub>O <small>s</small>")
  }

  @Test func onlyValidLanguageTagsAreUsed() {
    #expect(markup("a", language: "ja") == "<span lang=\"ja\">a</span>")
    #expect(markup("a", language: "ja\" size=\"90000") == "a")
    #expect(markup("<p lang='he'>a</p>", language: "ja") == "<span lang=\"he\">a</span>")
  }

  @Test func tableCellsKeepTheirStyles() {
    let block = ArticleBlock(
      kind: .tableRow(isHeader: false), text: "ab\tcd\t",
      runs: [ArticleRun(range: 1..<4, style: .emphasis)])
    #expect(block.cells()?.map(\.text) == ["ab", "cd", ""])
    #expect(block.cells()?.map { $0.runs.map(\.range) } == [[1..<2], [0..<1], []])
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
