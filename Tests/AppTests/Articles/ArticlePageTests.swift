import CGtk
import Expectations
import FeedViewerBase
import Foundation
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// Reading an entry in the window, and returning to the list.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticlePageTests {
  private let fixture: ArticleFixture
  private var window: ViewerWindow { fixture.window }
  private var first: RowIndexPath { RowIndexPath(section: 0, row: 0) }

  init() async throws {
    fixture = try ArticleFixture()
    let others = (0..<80).map { "<item><guid>o\($0)</guid><title>Other \($0)</title></item>" }
    let text = """
      <h2>Found</h2><p>One <b>bold</b> word
      <ul><li>a<li>b</ul><blockquote><p>q1<p>q2</blockquote><pre>x  &lt; y</pre>
      <img src="gone.png" alt="A &lt;boat>"><table><tr><td>c1<td>c2</table><hr>
      """
    try await fixture.open(
      [ArticleFixture.item("AT&amp;amp;T &amp;lt;b&gt;", text, link: "https://notes.example/1")] + others)
  }

  @Test func anEntryIsShownAndLeft() async throws {
    // Going back keeps the scroll position and the selection.
    let place = RowIndexPath(section: 0, row: 30)
    window.list.scroll(to: .row(place), alignment: .top)
    try await expect(fixture.settle { window.list.isComplete && window.list.row(atY: 20) == place })
    window.list.select(place)
    window.listView(window.list, didActivate: place)
    try await expect(fixture.settle { window.isComplete })
    expect(fixture.isEnabled("back") && fixture.isEnabled("delete-row") && !fixture.isEnabled("copy-link"))
    fixture.activate("back")
    expect(!window.article.isShown)
    try await expect(fixture.settle { window.isComplete && window.list.row(atY: 20) == place })
    expect(window.list.selectedRow, equals: place)
    expect(!fixture.isEnabled("back") && fixture.isEnabled("delete-row"))
    // Its text is shown.
    window.listView(window.list, didActivate: first)
    expect(window.article.isShown)
    expect(window.library.row(at: first)?.isRead, equals: true)
    try await fixture.drawn()
    let expected = [
      "Found", "One bold word", "•", "a", "•", "b", "q1", "q2", "x  < y",
      "A <boat>\nhttps://notes.example/gone.png",
      "c1",
      "c2",
    ]
    expect(Array(fixture.texts.drop { $0 != "Found" }), equals: expected)
    // Doubly escaped text shows markup.
    expect(fixture.texts.contains("AT&T <b>"))
    // Another entry replaces it.
    window.listView(window.list, didActivate: RowIndexPath(section: 0, row: 3))
    try await fixture.drawn()
    expect(fixture.texts.contains("Other 2") && !fixture.texts.contains("Found"))
    expect(fixture.texts.contains("This entry has no text."))
    // A file that is opened closes it.
    let path = try fixture.folder.write(SampleFeed.rss(title: "Blog", entries: ["a", "b"]), to: "b.xml")
    window.open([path])
    expect(!window.article.isShown)
    try await expect(fixture.settle { window.isComplete && window.library.entryCount == 83 })
  }

  @Test func tagsLinksAndPicturesOfEntriesAreShown() async throws {
    // Tags are joined like other details.
    let tags = "<category>one</category><category>two words</category>"
    try await fixture.open(
      [ArticleFixture.item("Tagged", "Text", more: tags)], title: "Tags", name: "tags.xml")
    try await fixture.read(0, section: 1)
    expect(fixture.texts.contains("\u{2068}one\u{2069} · \u{2068}two words\u{2069}"))
    // The Tab key moves through the links.
    let text =
      "<p>None<p>A <a href=\"https://a.example/\">first</a> and <a href=\"https://b.example/\">second</a>"
    try await fixture.open(
      [ArticleFixture.item("T", text, link: "https://l.example/")], name: "links.xml")
    try await fixture.read(0, section: 2)
    var stops: [String?] = []
    for _ in 0..<2 {
      expect(fixture.key(GDK_KEY_Tab), equals: .handled)
      stops.append(fixture.view.links.focused?.words)
    }
    expect(stops, equals: ["first", "second"])
    fixture.key(GDK_KEY_ISO_Left_Tab, GDK_SHIFT_MASK)
    expect(fixture.view.links.focused?.words, equals: "first")
    var opened: [String] = []
    window.article.links.launch = { opened.append($0) }
    expect(fixture.key(GDK_KEY_Return), equals: .handled)
    try await expect(fixture.settle { opened == ["https://a.example/"] })
    // The selection of text from right to left covers its right part.
    let hebrew = "שלום עולם"
    try await fixture.open([ArticleFixture.item("T", "<p>\(hebrew)<p>end")], name: "rtl.xml")
    try await fixture.read(0, section: 3)
    let list = fixture.view.list
    let row = try fixture.row(of: hebrew)
    let left = try require(list.textRectangles(of: row, bytes: 9..<17).first)
    let right = try require(list.textRectangles(of: row, bytes: 0..<8).first)
    // The first word is the rightmost one.
    expect(left.maxX <= right.minX + 0.5)
    expect(left.size.width > 10 && right.size.width > 10 && right.size.height > 10)
    let y = (right.minY + right.maxY) / 2
    fixture.view.selection.pressed(count: 1, at: Point(x: right.maxX - 1, y: y), extends: false)
    fixture.view.selection.extend(to: Point(x: right.minX + 1, y: y))
    expect(fixture.view.selection.selectedText, equals: "שלום")
    // The left arrow key goes forward.
    fixture.key(GDK_KEY_Left, GDK_SHIFT_MASK)
    expect(fixture.view.selection.selectedText, equals: "שלום ")
    fixture.key(GDK_KEY_Right, GDK_SHIFT_MASK)
    expect(fixture.view.selection.selectedText, equals: "שלום")
    // Linked pictures open their link.
    let pixel = try require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
    try pixel.write(to: URL(fileURLWithPath: fixture.folder.path + "/p.png"))
    let pictures = """
      <a href="https://p.example/1"><img src="p.png" alt="Dot" width="50" height="50"></a>
      <a href="javascript:x()"><img src="p.png" alt="No"></a>
      <a href="https://p.example/2"><img src="gone.png" alt="Gone"></a>
      """
    try await fixture.open([ArticleFixture.item("T", pictures)], name: "pictures.xml")
    opened = []
    try await fixture.read(0, section: 4)
    var links: [String] = []
    while fixture.key(GDK_KEY_Tab) == .handled, let link = fixture.view.links.focused, links.count < 9 {
      links.append(link.address)
    }
    // The placeholder of a missing picture has the picture's link.
    expect(links == ["https://p.example/1", "https://p.example/2"])
    let picture = try require(fixture.view.links.links(in: try pictureRow()).first)
    let frame = try require(fixture.view.links.rectangles(of: picture).first)
    let middle = Point(x: (frame.minX + frame.maxX) / 2, y: (frame.minY + frame.maxY) / 2)
    expect(fixture.view.links.link(at: middle), equals: picture)
    fixture.view.selection.pressed(count: 1, at: middle, extends: false)
    fixture.view.selection.released(at: middle)
    try await expect(fixture.settle { opened == ["https://p.example/1"] })
    expect(fixture.texts.contains("Gone\nNot found: gone.png"))
    // An entry shows the picture of its row.
    try fixture.folder.write("A picture", to: "hill.png")
    let path = FilePath(
      try fixture.folder.write(
        #"{"feed": [{"title": "Alone", "content": "", "imageName": "hill"}]}"#, to: "demo.json"))
    window.open([path])
    try await expect(fixture.settle { window.library.files.count == 6 && !window.library.isLoading })
    window.show(.feed(path))
    try await expect(fixture.settle { window.isComplete && window.entries.sections.count == 1 })
    try await fixture.read(0)
    // Its words, if it can't be decoded.
    expect(fixture.texts.count == 2 && fixture.texts.last?.hasPrefix("hill") == true, "\(fixture.texts)")
  }

  private func pictureRow() throws -> RowIndexPath {
    let document = fixture.view.document
    let index = (0..<document.count).first { document.row(at: $0).picture?.words == "Dot" }
    return RowIndexPath(section: 0, row: try require(index))
  }

  @Test func textIsSelectedAndCopied() async throws {
    try await fixture.read(0)
    let selection = fixture.view.selection
    try fixture.press("One bold word", 4)
    expect(!selection.hasSelection)
    selection.extend(to: try fixture.point(of: "q2", byte: 1))
    expect(selection.selectedText, equals: "bold word\n\n• a\n• b\n\nq1\n\nq")
    // Backwards from the same position.
    selection.extend(to: try fixture.point(of: "Found", byte: 3))
    expect(selection.selectedText, equals: "nd\n\nOne ")
    // Beside a line, its nearest character is used.
    selection.clear()
    try fixture.press("x  < y", 0)
    selection.extend(to: Point(x: 5_000, y: try fixture.point(of: "x  < y", byte: 0).y))
    expect(selection.selectedText, equals: "x  < y")
    selection.clear()
    try fixture.press("One bold word", 6, count: 2)
    expect(selection.selectedText, equals: "bold")
    try fixture.press("One bold word", 6, count: 3)
    expect(selection.selectedText, equals: "One bold word")
    selection.clear()
    try fixture.press("Found", 0)
    try fixture.press("c2", 1, extends: true)
    expect(
      selection.selectedText
        == "Found\n\nOne bold word\n\n• a\n• b\n\nq1\n\nq2\n\nx  < y\n\nA <boat>\nhttps://notes.example/gone.png\n\nc1\tc"
    )
    // A click on the selection clears it when the button is released.
    selection.clear()
    try fixture.press("One bold word", 6, count: 2)
    // Until then it may be dragged out.
    try fixture.press("One bold word", 5)
    expect(selection.selectedText, equals: "bold")
    selection.released(at: try fixture.point(of: "One bold word", byte: 5))
    expect(!selection.hasSelection)
    expect(selection.selection?.caret.offset, equals: 5)
    // Keys extend it.
    selection.clear()
    try fixture.press("One bold word", 4)
    fixture.key(GDK_KEY_Right, GDK_SHIFT_MASK)
    expect(selection.selectedText, equals: "b")
    fixture.key(GDK_KEY_Right, GDK_SHIFT_MASK, GDK_CONTROL_MASK)
    expect(selection.selectedText, equals: "bold")
    fixture.key(GDK_KEY_Home, GDK_SHIFT_MASK)
    expect(selection.selectedText, equals: "One ")
    fixture.key(GDK_KEY_End, GDK_SHIFT_MASK)
    expect(selection.selectedText, equals: "bold word")
    fixture.key(GDK_KEY_Down, GDK_SHIFT_MASK, GDK_CONTROL_MASK)
    expect(selection.selectedText, equals: "bold word\n\n• a")
    fixture.key(GDK_KEY_Up, GDK_SHIFT_MASK)
    expect(selection.selection?.caret.row, equals: try fixture.row(of: "One bold word"))
    fixture.key(GDK_KEY_End, GDK_SHIFT_MASK, GDK_CONTROL_MASK)
    expect(selection.selectedText?.hasSuffix("c1\tc2"), equals: true)
    fixture.key(GDK_KEY_Home, GDK_SHIFT_MASK, GDK_CONTROL_MASK)
    expect(selection.selectedText?.hasPrefix("AT&T <b>"), equals: true)
    expect(selection.selectedText?.hasSuffix("One "), equals: true)
    // Without a click the selection starts at the first text on screen.
    selection.clear()
    fixture.key(GDK_KEY_Right, GDK_SHIFT_MASK)
    expect(selection.selectedText, equals: "A")
    // The clipboard also has HTML.
    try fixture.press("One bold word", 6, count: 3)
    fixture.key(GDK_KEY_c, GDK_CONTROL_MASK)
    let clipboard = gtk_widget_get_clipboard(window.article.widget)
    let formats = gdk_clipboard_get_formats(clipboard)
    expect(gdk_content_formats_contain_mime_type(formats, "text/html") != 0)
    let html = try await fixture.written(by: gdk_clipboard_get_content(clipboard), as: "text/html")
    expect(html.hasSuffix("<body><p>One <strong>bold</strong> word</p></body></html>"))
    // The keyboard selects all, copies and clears.
    selection.clear()
    expect(fixture.key(GDK_KEY_c, GDK_CONTROL_MASK), equals: .unhandled)
    expect(fixture.key(GDK_KEY_a, GDK_CONTROL_MASK), equals: .handled)
    let all = try require(selection.selectedText)
    expect(all.hasPrefix("AT&T <b>") && all.hasSuffix("c1\tc2"))
    expect(fixture.key(GDK_KEY_c, GDK_CONTROL_MASK), equals: .handled)
    expect(pasted(), equals: all)
    // Escape clears the selection first, and only then closes the page.
    expect(fixture.key(GDK_KEY_Escape), equals: .handled)
    expect(!selection.hasSelection && window.article.isShown)
    expect(fixture.key(GDK_KEY_Escape), equals: .handled)
    expect(!window.article.isShown)
  }

  @Test func linesAndPagesKeepTheColumnAndAClickDoesNotScroll() async throws {
    let lines = (0..<200).map { "line \($0) with words" }
    try await fixture.open(
      [ArticleFixture.item("Lines", lines.map { "<p>\($0)" }.joined())], name: "lines.xml")
    try await fixture.read(0, section: 1)
    let selection = fixture.view.selection
    try fixture.press(lines[0], 6)
    fixture.key(GDK_KEY_Down, GDK_SHIFT_MASK)
    fixture.key(GDK_KEY_Down, GDK_SHIFT_MASK)
    let second = try require(selection.selection?.caret)
    expect(second.row == (try fixture.row(of: lines[2])) && second.offset == 6)
    fixture.key(GDK_KEY_Up, GDK_SHIFT_MASK)
    fixture.key(GDK_KEY_Up, GDK_SHIFT_MASK)
    expect(selection.selection?.isEmpty, equals: true)
    fixture.key(GDK_KEY_Page_Down, GDK_SHIFT_MASK)
    let page = try require(selection.selection?.caret)
    expect(page.row.row > 8 && page.offset == 6)
    for _ in 0..<40 { fixture.key(GDK_KEY_Page_Down, GDK_SHIFT_MASK) }
    expect(selection.selection?.caret.row, equals: try fixture.row(of: lines[199]))
    // The caret is in view.
    try await expect(
      fixture.settle {
        fixture.view.list.isLaidOutAtItsOffset
          && fixture.view.list.visibleRows.contains { $0 == selection.selection?.caret.row }
      })
    // A click moves the focus without scrolling.
    let text = (0..<100).map { "<p>paragraph \($0)" }.joined()
    try await fixture.open([ArticleFixture.item("Long", text)], name: "long.xml")
    try await fixture.read(0, section: 2)
    let list = fixture.view.list
    list.scroll(byLogicalPixels: 500)
    try await expect(fixture.settle { list.contentOffset == 500 && list.isLaidOutAtItsOffset })
    gtk_window_set_focus(window.pointer, nil)
    let visible = try require(list.visibleRows.dropFirst(2).first)
    try fixture.press(fixture.view.document.row(at: visible.row).text, 0)
    expect(gtk_root_get_focus(window.pointer.opaque), equals: list.widget.pointer)
    try await expect(fixture.settle { window.isComplete })
    expect(list.contentOffset, equals: 500)
  }

  /// The content of the clipboard that a text field would paste.
  private func pasted() -> String? {
    let content = gdk_clipboard_get_content(gtk_widget_get_clipboard(window.article.widget))
    var value = GValue()
    g_value_init(&value, g_type_from_name("gchararray"))
    defer { g_value_unset(&value) }
    guard content != nil, gdk_content_provider_get_value(content, &value, nil) != 0 else { return nil }
    return g_value_get_string(&value).map { String(cString: $0) }
  }
}
