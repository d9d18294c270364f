import CGtk
import EntryRows
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
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow
  private var page: ArticlePage { window.article }

  init() throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    var options = ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600))
    options.pictureProgram = PictureProgram.path
    window = ViewerWindow(application: application.pointer, options: options)
  }

  /// Shows the page of an entry.
  private func show(_ description: String, more: String = "") async throws {
    let text = description.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let path = try folder.write(
      "<rss><channel><title>F</title><item><title>T</title><link>https://entry.example/1</link>"
        + "<description>\(text)</description>\(more)</item></channel></rss>", to: "feed.xml")
    window.open([path])
    window.present()
    #expect(try await MainLoop.settle { window.isComplete && window.library.entryCount == 1 })
    window.listView(window.list, didActivate: RowIndexPath(section: 0, row: 0))
    #expect(
      try await MainLoop.settle {
        window.isComplete && page.isShown && gtk_widget_get_mapped(page.scroller) != 0
      })
  }

  private func isKind(_ widget: WidgetPointer, of type: GType) -> Bool {
    g_type_check_instance_is_a(widget.cast(), type) != 0
  }

  private func labels(below widget: WidgetPointer) -> [String] {
    WidgetTree.widgets(below: widget).filter { isKind($0, of: gtk_label_get_type()) }
      .map { String(cString: gtk_label_get_text($0.opaque)) }
  }

  private var shown: LinkPreview? { page.linkTracker.statusBar.preview }

  /// Moves the focus as the Tab key does.
  private func pressTab() async throws {
    _ = page.keyPressedEarly(UInt32(GDK_KEY_Tab), modifiers: 0)
    page.linkTracker.keyPressed()
    _ = gtk_widget_child_focus(window.pointer.cast(), GTK_DIR_TAB_FORWARD)
    _ = try await MainLoop.settle { true }
    try await Task.sleep(for: .milliseconds(20))
    _ = try await MainLoop.settle { true }
  }

  @Test func theTargetOfTheFocusedLinkIsShown() async throws {
    try await show(
      "<p>One <a href=\"https://evil.example/x\">paypal.com</a> two <a href=\"https://b.example/\">b</a> "
        + "and <a href=\"https://b.example/\">again</a>")
    defer { gtk_window_destroy(window.pointer) }
    #expect(shown == nil)
    var seen: [String?] = []
    for _ in 0..<4 {
      try await pressTab()
      seen.append(shown?.address)
    }
    #expect(
      seen == [
        "https://entry.example/1", "https://evil.example/x", "https://b.example/", "https://b.example/",
      ])
    gtk_window_set_focus(window.pointer, nil)
    #expect(shown == nil)
  }

  @Test func theTargetOfTheSelectedRowIsShown() async throws {
    let items = ["https://a.example/1", "https://user@b.example/2", "", "https://b.example/2"].map {
      "<item><title>T</title>\($0.isEmpty ? "" : "<link>\($0)</link>")</item>"
    }
    let path = try folder.write(
      "<rss><channel><title>F</title>\(items.joined())</channel></rss>", to: "feed.xml")
    window.open([path])
    window.present()
    #expect(try await MainLoop.settle { window.isComplete && window.library.entryCount == 4 })
    defer { gtk_window_destroy(window.pointer) }
    #expect(window.rowLink.preview == nil)
    var followed: [String] = []
    page.links.launch = { followed.append($0) }
    var seen: [String?] = []
    for row in 0..<4 {
      window.list.select(RowIndexPath(section: 0, row: row))
      seen.append(window.rowLink.preview?.address)
      if row == 1 { #expect(window.rowLink.preview?.isWarning == true) }
      g_action_group_activate_action(window.pointer.opaque, "open-link", nil)
      #expect(try await MainLoop.settle { !page.links.isBusy })
    }
    #expect(seen == ["https://a.example/1", "https://b.example/2", nil, "https://b.example/2"])
    #expect(followed == ["https://a.example/1", "https://user@b.example/2", "https://b.example/2"])
    let bar = try #require(
      WidgetTree.widgets(below: window.rowLink.widget).first {
        gtk_widget_has_css_class($0, "link-status") != 0
      })
    #expect(gtk_widget_get_mapped(bar) != 0 && gtk_widget_get_can_target(bar) == 0)
    window.listView(window.list, didActivate: RowIndexPath(section: 0, row: 0))
    #expect(window.rowLink.preview == nil)
    page.close()
    #expect(window.rowLink.preview?.address == "https://b.example/2")
    window.list.select(nil)
    #expect(window.rowLink.preview == nil)
  }

  @Test func warningsAreShownAboveTheAddress() async throws {
    try await show("<p><a href=\"https://evil.example/x\">paypal.com</a>")
    defer { gtk_window_destroy(window.pointer) }
    try await pressTab()
    try await pressTab()
    let bar = page.linkTracker.statusBar
    #expect(bar.preview?.isWarning == true)
    #expect(
      labels(below: bar.widget) == [
        "The text says \u{2068}paypal.com\u{2069}, but the link leads to evil.example.",
        "https://evil.example/x",
      ])
    #expect(gtk_widget_has_css_class(bar.widget, "link-status-warning") != 0)
    #expect(gtk_widget_get_visible(bar.widget) != 0)
    // The overlay does not receive pointer events.
    #expect(gtk_widget_get_can_target(bar.widget) == 0)
    page.close()
    #expect(gtk_widget_get_visible(bar.widget) == 0)
  }

  @Test func theStatusBarDoesNotCoverItsLink() {
    let overlay = GObjectReference(adopting: gtk_overlay_new()!)
    let bar = LinkStatusBar()
    overlay.use { gtk_overlay_add_overlay($0.opaque, bar.widget) }
    let preview = LinkPreview(text: nil, address: "https://a.example/")
    bar.show(preview, bottom: 590, viewHeight: 600)
    #expect(gtk_widget_get_valign(bar.widget) == GTK_ALIGN_START)
    bar.show(nil)
    bar.show(preview, bottom: 20, viewHeight: 600)
    #expect(gtk_widget_get_valign(bar.widget) == GTK_ALIGN_END)
  }

  @Test func filesAreOpenedOnlyAfterConfirmation() async throws {
    try folder.write("[Desktop Entry]\nType=Application\nExec=true\n", to: "evil.desktop")
    let notes = try folder.write("text", to: "notes.txt")
    try await show(
      "<p>x",
      more: "<enclosure url=\"evil.desktop\" type=\"application/pdf\" length=\"1\"/>"
        + "<enclosure url=\"notes.txt\" type=\"text/plain\" length=\"4\"/>")
    defer { gtk_window_destroy(window.pointer) }
    var launched: [String] = []
    var questions: [(LinkedFile, () -> Void)] = []
    var refusals: [String] = []
    page.links.launch = { launched.append($0) }
    page.links.ask = { questions.append(($0, $1)) }
    page.links.refuse = { name, reason in refusals.append("\(name): \(reason)") }
    for address in ["file://\(folder.path)/evil.desktop", "file:///etc/passwd", "javascript:x"] {
      page.open(address)
      #expect(try await MainLoop.settle { !page.links.isBusy })
    }
    #expect(
      refusals.count == 3 && refusals[0].hasPrefix("evil.desktop: ") && launched.isEmpty && questions.isEmpty)
    page.open("notes.txt")
    #expect(try await MainLoop.settle { questions.count == 1 })
    #expect(launched.isEmpty)
    questions[0].1()
    #expect(try await MainLoop.settle { !launched.isEmpty })
    #expect(launched == ["file://" + RealPath.of(notes)])
    // A file that was replaced after the confirmation is not opened.
    page.open("notes.txt")
    #expect(try await MainLoop.settle { questions.count == 2 })
    try folder.write("#!/bin/sh\n", to: "notes.txt")
    questions[1].1()
    #expect(try await MainLoop.settle { refusals.count == 4 })
    #expect(launched.count == 1)
    page.open("https://a.example/")
    #expect(try await MainLoop.settle { launched.last == "https://a.example/" })
  }

  @Test func theConfirmationNamesTheFileAndDefaultsToCancel() async throws {
    try folder.write("text", to: "report\u{202E}fdp.txt")
    try await show("<p>x")
    defer { gtk_window_destroy(window.pointer) }
    let file = try LinkedFile(path: folder.path + "/report\u{202E}fdp.txt", of: folder.path + "/feed.xml")
    var agreed = 0
    for (response, count) in [
      (GTK_RESPONSE_CANCEL, 0), (GTK_RESPONSE_DELETE_EVENT, 0), (GTK_RESPONSE_ACCEPT, 1),
    ] {
      let dialog = LinkDialog.ask(about: file, over: window.pointer) { agreed += 1 }
      let texts = labels(below: dialog)
      #expect(texts.contains("report[U+202E]fdp.txt"))
      #expect(texts.contains("Folder: \(RealPath.of(folder.path))"))
      #expect(texts.contains { $0.hasPrefix("Type: ") && $0.hasSuffix("(text/plain)") })
      #expect(gtk_window_get_modal(dialog.cast()) != 0)
      let cancel = gtk_dialog_get_widget_for_response(dialog.cast(), GTK_RESPONSE_CANCEL.rawValue)
      #expect(cancel != nil && gtk_window_get_default_widget(dialog.cast()) == cancel)
      #expect(gtk_root_get_focus(dialog.opaque) == cancel)
      gtk_dialog_response(dialog.cast(), response.rawValue)
      #expect(agreed == count)
    }
  }

  @Test func brokenPicturesShowTheReason() async throws {
    for name in ["broken.png", "other.png"] { try folder.write("no picture", to: name) }
    try await show(
      "<p>a<img src=\"broken.png\" alt=\"A <boat>\"><p>b"
        + "<a href=\"https://b.example/\"><img src=\"other.png\" alt=\"Linked\"></a>")
    defer { gtk_window_destroy(window.pointer) }
    let reason = PictureFailure.undecodable.message
    #expect(try await MainLoop.settle { labels(below: page.widget).contains("A <boat>: \(reason)") })
    let buttons = WidgetTree.widgets(below: page.widget).filter { isKind($0, of: gtk_link_button_get_type()) }
    #expect(try await MainLoop.settle { window.isComplete })
    #expect(buttons.map { labels(below: $0) } == [["Linked: \(reason)"]])
  }

  @Test func cachedPicturesAreShownImmediately() async throws {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>"
    try folder.write(drawing, to: "good.svg")
    try folder.write("no picture", to: "broken.png")
    let pictures = ["good.svg", "broken.png"].map { "<a href=\"https://b.example/\"><img src=\"\($0)\"></a>" }
    let text = (0..<250).map { "<p>\($0)" }.joined()
    try await show(
      pictures.joined() + text + pictures.joined() + "<p>" + pictures.joined(separator: "<p>x<p>"))
    defer { gtk_window_destroy(window.pointer) }
    func buttons() -> [WidgetPointer] {
      WidgetTree.widgets(below: page.widget).filter { isKind($0, of: gtk_link_button_get_type()) }
    }
    #expect(try await MainLoop.settle { window.isComplete && buttons().count == 6 })
    #expect(try await MainLoop.settle { buttons().count { !labels(below: $0).isEmpty } == 3 })
  }

  @Test func namesAndAddressesAreBoundedAndRevealed() async throws {
    let long = String(repeating: "ab ", count: 50_000)
    try folder.write("no picture", to: "broken.png")
    try await show(
      "<p>a<img src=\"broken.png\" alt=\"\(long)\"><p>b<img src=\"gone.png\" alt=\"x\u{202E}\(long)\"><p>c"
        + "<video src=\"https://v.example/\(String(repeating: "v", count: 99_000))\"></video>",
      more:
        "<enclosure url=\"https://e.example/\(String(repeating: "e", count: 99_000))\" type=\"\(long)\" length=\"1\"/>"
    )
    defer { gtk_window_destroy(window.pointer) }
    #expect(try await MainLoop.settle { labels(below: page.widget).contains { $0.contains("is broken") } })
    let texts = labels(below: page.widget)
    #expect(texts.allSatisfy { $0.count < 1_500 })
    #expect(texts.contains { $0.hasPrefix("x[U+202E]ab") })
    #expect(texts.contains { $0.hasPrefix("https://v.example/vvv") })
  }

  @Test func textsWithNullCharactersAreShown() async throws {
    let path = try folder.write(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "a\\u0000b", "items": [{"id": "1\\u0000",
      "title": "t\\u0000<u", "url": "https://a.example/\\u0000", "content_html":
      "<p>1\\u0000<b>2\\u00003</b> <a href='https://b.example/\\u0000'>4\\u0000&#0;</a><img src='x\\u0000' alt='5\\u0000'>",
      "authors": [{"name": "n\\u0000"}], "tags": ["g\\u0000"],
      "attachments": [{"url": "https://c.example/\\u0000", "mime_type": "m\\u0000", "title": "e\\u0000"}]}]}
      """, to: "null.json")
    window.open([path])
    window.present()
    #expect(try await MainLoop.settle { window.isComplete && window.library.entryCount == 1 })
    window.listView(window.list, didActivate: RowIndexPath(section: 0, row: 0))
    #expect(try await MainLoop.settle { window.isComplete && page.isShown })
    defer { gtk_window_destroy(window.pointer) }
    let text = labels(below: page.widget).joined(separator: "|")
    // Null characters do not truncate the text.
    for part in ["<u", "3", "4", "e"] { #expect(text.contains(part), "\(text)") }
  }

  @Test func theContextMenuOfARowNamesTheHostOfItsLink() async throws {
    try await show("<p>x")
    defer { gtk_window_destroy(window.pointer) }
    let titles = MenuContents.row(window.library.row(at: RowIndexPath(section: 0, row: 0))).compactMap {
      item in
      if case .section(let title, _) = item { title } else { nil }
    }
    #expect(titles == ["entry.example"])
  }

  @Test func addressesAreEscapedInMarkup() async throws {
    let address = "https://a.example/?a=1&b='2'\"<b>&lt;</a>"
    let escaped = address.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    try await show("<p>1 <a href=\"\(escaped)\" title=\"&lt;b>\">two\nlines &amp;amp; <</a> 3")
    defer { gtk_window_destroy(window.pointer) }
    #expect(labels(below: page.selector.widget).contains { $0.hasPrefix("1 two lines &amp; <") })
    try await pressTab()
    try await pressTab()
    #expect(shown?.address.hasPrefix("https://a.example/?a=1&b='2'") == true)
  }
}
