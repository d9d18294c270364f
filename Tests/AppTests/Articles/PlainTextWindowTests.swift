import CGtk
import Expectations
import FeedViewerFeeds
import FeedViewerRows
import Testing

@testable import FeedViewer

/// An entry as plain text.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct PlainTextWindowTests {
  private func plainText(_ html: String) -> String {
    var document = ArticleDocument()
    document.append(ArticleSource(format: .html, text: html, base: "https://x.example/").article())
    return document.plainText
  }

  @Test func plainTextHasTheAddressesOfLinksInLinesAndPartsOfLimitedSize() {
    // Addresses follow the words of links.
    expect(
      plainText("<p>See <a href='https://a.example/'>this <b>page</b></a>.")
        == "See this page (https://a.example/).")
    expect(plainText("<a href='https://a.example/'>https://a.example/</a> b") == "https://a.example/ b")
    expect(plainText("<a href='#x'>up</a><p id=x>x"), equals: "up\n\nx")
    expect(
      plainText("<table><tr><td><a href='/1'>one</a><td>two</table>") == "one (https://x.example/1)\ttwo")
    let data = "data:text/plain," + String(repeating: "a", count: 3_000)
    expect(plainText("<a href='\(data)'>data</a>"), equals: "data")
    // No line is too long for a text widget.
    let words = String(repeating: "word ", count: 20_000)
    for html in ["<p>\(words)", String(repeating: "x", count: 100_000), "<pre>\(words)</pre>"] {
      let text = plainText(html)
      expect(text.utf8.count > 90_000)
      expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 8_000 })
    }
    // Parts are the whole text.
    for text in ["", "a", "a\nb\nc", "ab\ncd\nef\n", "éééééé", "a\néé\n日本語日本語"] {
      let parts = PlainTextWindow.parts(of: text, size: 5)
      expect(parts.joined() == text && parts.allSatisfy { $0.utf8.count <= 5 })
    }
    expect(PlainTextWindow.parts(of: "ab\ncd\nef", size: 5), equals: ["ab\n", "cd\nef"])
  }

  @Test func theWindowHasAllOfTheTextInATextWidget() async throws {
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    let paragraphs = (0..<300).map { "<p>Paragraph \($0) <a href='https://a.example/\($0)'>link</a>" }
    try await fixture.open([ArticleFixture.item("Title", paragraphs.joined())])
    expect(!fixture.isEnabled("read-as-text"))
    try await fixture.read(0)
    fixture.activate("read-as-text")
    try await expect(fixture.settle { !DialogWindows.over(fixture.window).isEmpty })
    let dialog = try require(DialogWindows.over(fixture.window).first)
    let view = try require(
      WidgetTree.widgets(below: dialog.cast()).first {
        g_type_check_instance_is_a($0.cast(), gtk_text_view_get_type()) != 0
      })
    expect(gtk_text_view_get_editable(view.cast()), equals: 0)
    let buffer = gtk_text_view_get_buffer(view.cast())
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    let characters = try require(gtk_text_buffer_get_text(buffer, &start, &end, 0))
    defer { g_free(characters) }
    let text = String(cString: characters)
    expect(text.hasPrefix("Title\n\n") && text.contains("Paragraph 0 link (https://a.example/0)"))
    expect(text.hasSuffix("Paragraph 299 link (https://a.example/299)"))
  }
}
