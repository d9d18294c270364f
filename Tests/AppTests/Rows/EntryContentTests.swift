import CGtk
import Expectations
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// Entries that are copied from the list or dragged out of it, and the page of their feed.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct EntryContentTests {
  private let fixture: ArticleFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try ArticleFixture()
    try await fixture.open([
      ArticleFixture.item("A &lt;b&gt;", "one", link: "https://a.example/?x=1&amp;y=2"),
      ArticleFixture.item("No link", "two"),
      ArticleFixture.item("C", "three", link: "https://c.example/"),
    ])
  }

  private func row(_ number: Int) -> RowIndexPath { RowIndexPath(section: 0, row: number) }

  private var content: EntryContent {
    EntryContent(rows: (0..<3).compactMap { window.entries.row(at: row($0)) })
  }

  @Test func selectedRowsAreCopiedAndDraggedAsTextHTMLAndLinks() async throws {
    expect(
      content.text == "A <b>\nhttps://a.example/?x=1&y=2\n\nNo link\n\nC\nhttps://c.example/")
    expect(
      content.html.contains(
        "<p><a href=\"https://a.example/?x=1&amp;y=2\">A &lt;b&gt;</a></p><p>No link</p><p><a href"))
    let dragged = content.dragged
    expect(dragged != nil)
    dragged?.makeProvider().use { provider in
      let formats = gdk_content_provider_ref_formats(provider)
      defer { gdk_content_formats_unref(formats) }
      expect(gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0)
      expect(gdk_content_formats_contain_mime_type(formats, "text/html") != 0)
    }
    // Only selected ones.
    expect(content.addresses == ["https://a.example/?x=1&y=2", "https://c.example/"])
    let list = window.list
    list.select(row(0))
    try await expect(fixture.settle { window.isComplete && list.rowOnScreen(row(0)) != nil })
    let (first, second) = (try require(y(of: row(0))), try require(y(of: row(1))))
    expect(list.draggedContent(x: 20, y: first) != nil)
    expect(list.draggedContent(x: 20, y: second) == nil)
    // A row without a link can be selected with a rubber band, but carries nothing.
    list.select(row(1))
    expect(list.draggedContent(x: 20, y: second) == nil)
    // Copying needs one.
    window.list.select(row(0))
    expect(fixture.isEnabled("copy-rows"))
    try await fixture.read(0)
    expect(!fixture.isEnabled("copy-rows"))
  }

  /// A place inside a row on screen.
  private func y(of row: RowIndexPath) -> Double? {
    (0..<600).first { window.list.row(atY: Double($0)) == row }.map { Double($0) + 4 }
  }

  /// Each address is a line of what is dragged and copied: a line feed in one would add another address, of a local file.
  @Test func addressesAreOneLineAndThoseThatTheReaderResolved() async throws {
    let link = "http://d.example/&#10;&#13;file:///etc/passwd\u{85}x&#x7F;"
    try await fixture.open([ArticleFixture.item("D", "four", link: link)], name: "lines.xml")
    let row = try require(window.entries.row(at: RowIndexPath(section: 1, row: 0)))
    let address = "http://d.example/file:///etc/passwd%C2%85x%7F"
    let content = EntryContent(rows: [row])
    expect(content.addresses == [address] && content.text == "D\n\(address)")
    expect(content.html.contains("<a href=\"\(address)\">"))
    let provider = try require(content.dragged).makeProvider()
    try await expect(fixture.written(by: provider.pointer, as: "text/uri-list"), equals: address + "\r\n")
    // Relative ones are resolved.
    let path = try fixture.folder.write(
      """
      <rss xml:base="https://b.example/d/"><channel><title>F</title><link>https://site.example/</link>
      <item><title>E</title><link>p?q=1</link></item></channel></rss>
      """, to: "relative.xml")
    window.open([path])
    try await expect(fixture.settle { window.isComplete && window.library.entryCount == 5 })
    window.show(.all)
    try await expect(fixture.settle { window.isComplete })
    let relative = try require(window.entries.row(at: RowIndexPath(section: 2, row: 0)))
    let resolved = EntryContent(rows: [relative])
    expect(resolved.addresses == ["https://b.example/d/p?q=1"])
    expect(resolved.text == "E\nhttps://b.example/d/p?q=1")
    expect(resolved.html.contains("<a href=\"https://b.example/d/p?q=1\">E</a>"))
  }

  @Test func thePageOfAFeedIsOpenedAsLinksAre() async throws {
    expect(!fixture.isEnabled("open-feed-page"))
    var opened: [String] = []
    window.article.links.launch = { opened.append($0) }
    for (number, page) in ["https://site.example/", "javascript:x()", "file:///etc/passwd"].enumerated() {
      let path = try fixture.folder.write(
        "<rss><channel><title>F</title><link>\(page)</link><item><title>E\(number)</title></item></channel></rss>",
        to: "site\(number).xml")
      window.open([path])
      try await expect(fixture.settle { window.isComplete && window.library.entryCount == 4 + number })
      window.showFeed(path)
      expect(fixture.isEnabled("open-feed-page"), equals: number == 0)
      fixture.activate("open-feed-page")
      try await expect(fixture.settle { !window.article.links.isBusy })
    }
    expect(opened == ["https://site.example/"])
  }
}
