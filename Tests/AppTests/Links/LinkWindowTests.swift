import CGtk
import Expectations
import FeedViewerRows
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList
import WidgetTesting

@testable import FeedViewer

/// Links, attachments and pictures of an article in a window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct LinkWindowTests {
  private let fixture: ArticleFixture
  private var folder: TemporaryFolder { fixture.folder }
  private var window: ViewerWindow { fixture.window }
  private var page: ArticlePage { window.article }

  init() throws { fixture = try ArticleFixture(pictureProgram: PictureProgram.path) }

  /// Shows the page of an entry in a feed of its own.
  private func show(_ description: String, more: String = "") async throws {
    let number = window.library.files.count
    try await fixture.open(
      [ArticleFixture.item("T", description, link: "https://entry.example/1", more: more)], title: "F",
      name: "feed \(number).xml")
    try await fixture.read(0, section: number)
  }

  private func labels(below widget: WidgetPointer) -> [String] {
    WidgetTree.labels(below: widget).map(WidgetTree.text)
  }

  private var shown: LinkPreview? { page.statusBar.preview }

  private func pressTab() { fixture.key(GDK_KEY_Tab) }

  @Test func theTargetOfALinkIsShown() async throws {
    // Of the focused one.
    try await show(
      "<p>One <a href=\"https://evil.example/x\">paypal.com</a> two <a href=\"https://b.example/\">b</a> "
        + "and <a href=\"https://b.example/\">again</a>")
    expect(shown == nil)
    var seen: [String?] = []
    for _ in 0..<4 {
      pressTab()
      seen.append(shown?.address)
    }
    expect(
      seen == [
        "https://evil.example/x", "https://b.example/", "https://b.example/", "https://b.example/",
      ])
    fixture.view.links.focus(nil)
    expect(shown == nil)
    // Of the one under the pointer.
    let text = "One link and text"
    try await show("<p>One <a href=\"https://a.example/\">link</a> and text")
    let (onLink, beside) = (try fixture.point(of: text, byte: 5), try fixture.point(of: text, byte: 1))
    let links = fixture.view.links
    expect(links.link(at: onLink)?.address == "https://a.example/" && links.link(at: onLink)?.words == "link")
    expect(links.link(at: beside) == nil && links.link(at: Point(x: 470, y: 590)) == nil)
    // None is with a menu, nor after it before the pointer moves: GTK reports a pointer at rest again when a menu has closed over
    // it. Inside the menu, the pointer may have gone from one place to another.
    for (openedAt, closedAt) in [(onLink, onLink), (onLink, beside), (beside, onLink)] {
      links.pointerMoved(to: beside)
      links.pointerMoved(to: openedAt)
      expect(shown != nil, equals: openedAt == onLink)
      page.popUpMenu(of: links.link(at: openedAt), at: openedAt)
      expect(shown == nil)
      try await expect(MainLoop.settle { page.menu?.isOpen == true })
      page.menu?.close()
      try await expect(MainLoop.settle { page.menu?.isOpen == false })
      for _ in 0..<2 { links.pointerMoved(to: closedAt) }
      expect(shown == nil)
      links.pointerMoved(to: Point(x: onLink.x + 1, y: onLink.y))
      expect(shown?.address == "https://a.example/")
    }
    // It is shown as it is written.
    let address = "https://a.example/?a=1&b='2'\"<b>&lt;</a>"
    let escaped = address.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    try await show("<p>1 <a href=\"\(escaped)\" title=\"&lt;b>\">two\nlines &amp;amp; <</a> 3")
    expect(fixture.texts.contains { $0.hasPrefix("1 two lines &amp; <") })
    pressTab()
    pressTab()
    expect(shown?.address.hasPrefix("https://a.example/?a=1&b='2'") == true)
    // Warnings are shown above it.
    try await show("<p><a href=\"https://evil.example/x\">paypal.com</a>")
    pressTab()
    pressTab()
    let bar = page.statusBar
    expect(bar.preview?.isWarning, equals: true)
    expect(
      labels(below: bar.widget) == [
        "Says \u{2068}paypal.com\u{2069}, but goes to evil.example",
        "https://evil.example/x",
      ])
    expect(gtk_widget_has_css_class(bar.widget, "link-status-warning") != 0)
    expect(gtk_widget_get_visible(bar.widget) != 0)
    // The overlay does not receive pointer events.
    expect(gtk_widget_get_can_target(bar.widget), equals: 0)
    page.close()
    expect(gtk_widget_get_visible(bar.widget), equals: 0)
  }

  /// Opens a feed of entries with links.
  private func open(_ links: [String]) async throws {
    let items = links.map { "<item><title>T</title>\($0.isEmpty ? "" : "<link>\($0)</link>")</item>" }
    window.open([
      try folder.write(
        "<rss><channel><title>F</title>\(items.joined())</channel></rss>",
        to: "links \(window.library.files.count).xml")
    ])
    window.present()
    try await expect(
      MainLoop.settle { window.isComplete && window.entries.sections.map(\.rows.count) == [links.count] })
  }

  private func selectAll(_ links: [String]) async throws {
    try await open(links)
    window.list.selectAll()
  }

  private func openLinks() { g_action_group_activate_action(window.pointer.opaque, "open-link", nil) }

  private var canOpenLinks: Bool {
    g_action_group_get_action_enabled(window.pointer.opaque, "open-link") != 0
  }

  @Test func linksOfSelectedRowsAreOpened() async throws {
    var followed: [String] = []
    page.links.launch = { followed.append($0) }
    // That of one row.
    try await open(["https://a.example/1", "https://user@b.example/2", "", "https://b.example/2"])
    for row in 0..<4 {
      window.list.select(RowIndexPath(section: 0, row: row))
      openLinks()
      try await expect(MainLoop.settle { !page.links.isBusy })
    }
    expect(followed == ["https://a.example/1", "https://user@b.example/2", "https://b.example/2"])
    // Each of several rows once.
    try await selectAll([
      "https://a.example/1", "", "https://b.example/2", "https://a.example/1", "https:///",
      "ftp://c.example/", "https://d.example/3",
    ])
    followed = []
    var refused: [String] = []
    page.links.refuse = { refused += [$0, $1] }
    expect(canOpenLinks)
    openLinks()
    try await expect(MainLoop.settle { followed.count == 3 && refused.count == 2 })
    expect(followed == ["https://a.example/1", "https://b.example/2", "https://d.example/3"])
    expect(DialogWindows.over(window).isEmpty)
    // Many after a question.
    followed = []
    let links = (0..<11).map { "https://a.example/\($0)" }
    try await selectAll(links)
    for response in [GTK_RESPONSE_CANCEL, GTK_RESPONSE_ACCEPT] {
      openLinks()
      try await expect(MainLoop.settle { DialogWindows.over(window).count == 1 })
      let dialog = try require(DialogWindows.over(window).first)
      expect(String(cString: gtk_window_get_title(dialog)), equals: "Open 11 Links?")
      expect(followed.isEmpty)
      gtk_dialog_response(dialog.cast(), response.rawValue)
      try await expect(MainLoop.settle { DialogWindows.over(window).isEmpty && !page.links.isBusy })
    }
    expect(followed, equals: links)
    // No browser gets hundreds.
    try await selectAll((0..<101).map { "https://a.example/\($0)" })
    expect(!canOpenLinks)
    window.list.select(RowIndexPath(section: 0, row: 0))
    expect(canOpenLinks)
    // Nor is there one to open.
    try await selectAll(["", "ftp://c.example/"])
    expect(!canOpenLinks)
  }

  @Test func theStatusBarDoesNotCoverItsLink() {
    let overlay = GObjectReference(adopting: gtk_overlay_new()!)
    let bar = LinkStatusBar()
    overlay.use { gtk_overlay_add_overlay($0.opaque, bar.widget) }
    let preview = LinkPreview(text: nil, address: "https://a.example/")
    bar.show(preview, bottom: 590, viewHeight: 600)
    expect(gtk_widget_get_valign(bar.widget), equals: GTK_ALIGN_START)
    bar.show(nil)
    bar.show(preview, bottom: 20, viewHeight: 600)
    expect(gtk_widget_get_valign(bar.widget), equals: GTK_ALIGN_END)
  }

  @Test func filesAreOpenedOnlyAfterConfirmation() async throws {
    try folder.write("[Desktop Entry]\nType=Application\nExec=true\n", to: "evil.desktop")
    let notes = try folder.write("text", to: "notes.txt")
    try await show(
      "<p>x",
      more: "<enclosure url=\"evil.desktop\" type=\"application/pdf\" length=\"1\"/>"
        + "<enclosure url=\"notes.txt\" type=\"text/plain\" length=\"4\"/>")
    var launched: [String] = []
    var questions: [(LinkedFile, () -> Void)] = []
    var refusals: [String] = []
    page.links.launch = { launched.append($0) }
    page.links.ask = { questions.append(($0, $1)) }
    page.links.refuse = { name, reason in refusals.append("\(name): \(reason)") }
    for address in ["file://\(folder.path)/evil.desktop", "file:///etc/passwd", "javascript:x"] {
      page.open(address)
      try await expect(MainLoop.settle { !page.links.isBusy })
    }
    expect(
      refusals.count == 3 && refusals[0].hasPrefix("evil.desktop: ") && launched.isEmpty && questions.isEmpty)
    page.open("notes.txt")
    try await expect(MainLoop.settle { questions.count == 1 })
    expect(launched.isEmpty)
    questions[0].1()
    try await expect(MainLoop.settle { !launched.isEmpty })
    expect(launched == ["file://" + RealPath.of(notes)])
    // A file that was replaced after the confirmation is not opened.
    page.open("notes.txt")
    try await expect(MainLoop.settle { questions.count == 2 })
    try folder.write("#!/bin/sh\n", to: "notes.txt")
    questions[1].1()
    try await expect(MainLoop.settle { refusals.count == 4 })
    expect(launched.count, equals: 1)
    page.open("https://a.example/")
    try await expect(MainLoop.settle { launched.last == "https://a.example/" })
  }

  /// The system passes at most 128 KB in an argument.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] != nil, "would change the user's programs"))
  func anAddressThatNoProgramCanBeGivenIsRefused() async throws {
    let type = "x-scheme-handler/https"
    let browser = try require(
      g_app_info_create_from_commandline("/bin/true", "Browser", G_APP_INFO_CREATE_SUPPORTS_URIS, nil))
    defer { g_object_unref(browser.raw) }
    expect(g_app_info_set_as_default_for_type(browser, type, nil) != 0)
    defer {
      g_app_info_reset_type_associations(type)
      g_app_info_delete(browser)
    }
    let address = "https://a.example/" + String(repeating: "x", count: 200_000)
    try await show("<p>One <a href=\"\(address)\">link</a>")
    page.open(address)
    try await expect(MainLoop.settle { !DialogWindows.over(window).isEmpty })
    let texts = labels(below: DialogWindows.over(window)[0].cast())
    expect(texts.contains("Can’t Open Link"))
    expect(texts.contains("The address is too long for the program that opens it. It can be copied."))
    expect(texts.contains { $0.hasPrefix("https://a.example/xxx") } && texts.allSatisfy { $0.count < 1_000 })
  }

  @Test func theConfirmationNamesTheFileAndDefaultsToCancel() async throws {
    try folder.write("text", to: "report\u{202E}fdp.txt")
    try await show("<p>x")
    let file = try LinkedFile(path: folder.path + "/report\u{202E}fdp.txt", of: folder.path + "/feed.xml")
    var agreed = 0
    for (response, count) in [
      (GTK_RESPONSE_CANCEL, 0), (GTK_RESPONSE_DELETE_EVENT, 0), (GTK_RESPONSE_ACCEPT, 1),
    ] {
      let dialog = LinkDialog.ask(about: file, over: window.pointer) { agreed += 1 }
      let texts = labels(below: dialog)
      expect(texts.contains("report[U+202E]fdp.txt"))
      expect(texts.contains("Folder: \(RealPath.of(folder.path))"))
      expect(texts.contains { $0.hasPrefix("Type: ") && $0.hasSuffix("(text/plain)") })
      expect(gtk_window_get_modal(dialog.cast()) != 0)
      let cancel = gtk_dialog_get_widget_for_response(dialog.cast(), GTK_RESPONSE_CANCEL.rawValue)
      expect(cancel != nil && gtk_window_get_default_widget(dialog.cast()) == cancel)
      expect(gtk_root_get_focus(dialog.opaque), equals: cancel)
      gtk_dialog_response(dialog.cast(), response.rawValue)
      expect(agreed, equals: count)
    }
  }

  /// The contents of the rows on screen that show a picture, or stand for one that can't be shown.
  private var pictures: [(row: RowIndexPath, content: ArticleRow)] {
    fixture.view.list.visibleRows.compactMap { row in
      let content = fixture.view.document.row(at: row.row)
      return content.kind == .picture || content.kind == .placeholder ? (row, content) : nil
    }
  }

  @Test func picturesAreShownWhereverTheyAreOrTellWhyNot() async throws {
    // Broken ones show the reason.
    for name in ["broken.png", "other.png"] { try folder.write("no picture", to: name) }
    try await show(
      "<p>a<img src=\"broken.png\" alt=\"A <boat>\" width=90 height=40><p>b"
        + "<a href=\"https://b.example/\"><img src=\"other.png\" alt=\"Linked\" width=90 height=40></a>")
    let reason = PictureFailure.undecodable.message
    try await expect(
      fixture.settle {
        pictures.map(\.content.text) == ["A <boat>\n\(reason)", "Linked\n\(reason)"]
      })
    try await expect(fixture.settle { window.isComplete })
    let linked = try require(pictures.last?.row)
    expect(fixture.view.links.links(in: linked).map(\.address) == ["https://b.example/"])
    // Missing ones name their files, if they should be beside the feed. One on the web is not asked for.
    try await show(
      "<p>a<img src=\"img/gone%20away.png?x=1\" alt=\"A boat\"><p>b<img src=\"file:./none.png\"><p>c"
    )
    let placeholders = (0..<fixture.view.document.count).map { fixture.view.document.row(at: $0) }
      .filter { $0.kind == .placeholder }
    expect(
      placeholders.map(\.text) == [
        "A boat\nhttps://entry.example/img/gone%20away.png?x=1", "Not found: none.png",
      ])
    expect(placeholders.last?.icon, equals: "image-missing-symbolic")
    let note = "Pictures on the web are not loaded."
    expect(fixture.texts.contains(note))
    try await fixture.open(
      [ArticleFixture.item("W", "<p>a<img src=\"https://a.example/b.png\" alt=\"On the web\"><p>c")],
      name: "web.xml")
    try await fixture.read(0, section: 2)
    expect(fixture.texts.contains(note) && fixture.texts.contains("On the web\nhttps://a.example/b.png"))
    // They are shown wherever they are repeated.
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"40\"/>"
    try folder.write(drawing, to: "good.svg")
    let images = ["good.svg", "broken.png"].map { "<img src=\"\($0)\" width=40 height=40>" }.joined()
    try await show(images + (0..<250).map { "<p>\($0)" }.joined() + images)
    let kinds: [ArticleRow.Kind] = [.picture, .placeholder]
    try await expect(fixture.settle { window.isComplete && self.pictures.map(\.content.kind) == kinds })
    fixture.view.list.scrollToEnd(forward: true)
    try await expect(
      fixture.settle {
        window.isComplete && self.pictures.map(\.content.kind) == kinds && self.pictures[0].row.row > 250
      })
  }

  @Test func namesAndTextsAreBoundedRevealedAndWhole() async throws {
    let long = String(repeating: "ab ", count: 50_000)
    try folder.write("no picture", to: "broken.png")
    try await show(
      "<p>a<img src=\"broken.png\" alt=\"\(long)\"><p>b<img src=\"gone.png\" alt=\"x\u{202E}\(long)\"><p>c"
        + "<video src=\"https://v.example/\(String(repeating: "v", count: 99_000))\"></video>",
      more:
        "<enclosure url=\"https://e.example/\(String(repeating: "e", count: 99_000))\" type=\"\(long)\" length=\"1\"/>"
    )
    let texts = fixture.texts
    expect(texts.allSatisfy { $0.count < 1_500 })
    expect(texts.contains { $0.hasPrefix("x[U+202E]ab") })
    expect(texts.contains { $0.hasPrefix("https://v.example/vvv") })
    // The context menu of the row names the host of its link.
    let titles = MenuContents.row(window.library.row(at: RowIndexPath(section: 0, row: 0))).compactMap {
      item in
      if case .section(let title, _) = item { title } else { nil }
    }
    expect(titles, equals: ["entry.example"])
    // Null characters do not truncate the text.
    let path = try folder.write(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "a\\u0000b", "items": [{"id": "1\\u0000",
      "title": "t\\u0000<u", "url": "https://a.example/\\u0000", "content_html":
      "<p>1\\u0000<b>2\\u00003</b> <a href='https://b.example/\\u0000'>4\\u0000&#0;</a><img src='x\\u0000' alt='5\\u0000'>",
      "authors": [{"name": "n\\u0000"}], "tags": ["g\\u0000"],
      "attachments": [{"url": "https://c.example/\\u0000", "mime_type": "m\\u0000", "title": "e\\u0000"}]}]}
      """, to: "null.json")
    window.open([path])
    try await expect(
      MainLoop.settle {
        window.isComplete && window.library.entryCount == 2 && window.entries.sections.count == 1
      })
    try await fixture.read(0)
    let text = fixture.texts.joined(separator: "|")
    for part in ["<u", "3", "4", "e"] { expect(text.contains(part), "\(text)") }
    fixture.view.selection.selectAll()
    let copied = try require(fixture.view.selection.selectedText)
    expect(copied.contains("4") && copied.contains("e"))
  }
}
