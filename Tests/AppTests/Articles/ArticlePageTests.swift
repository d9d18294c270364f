import CGtk
import EntryRows
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Reading an entry in the window, and returning to the list.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticlePageTests {
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow

  init() async throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    let options = ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600))
    window = ViewerWindow(application: application.pointer, options: options)
    let others = (0..<40).map { "<item><guid>o\($0)</guid><title>Other \($0)</title></item>" }.joined()
    let path = try folder.write(
      """
      <rss><channel><title>Notes</title><item><guid>1</guid><title>AT&amp;amp;T &amp;lt;b&gt;</title>
      <link>https://notes.example/1</link><description>&lt;h2>Found&lt;/h2>&lt;p>One &lt;b>bold&lt;/b> word
      &lt;ul>&lt;li>a&lt;li>b&lt;/ul>&lt;blockquote>&lt;p>q1&lt;p>q2&lt;/blockquote>&lt;pre>x  &amp;lt; y&lt;/pre>
      &lt;img src="gone.png" alt="A &amp;lt;boat>">&lt;table>&lt;tr>&lt;td>c1&lt;td>c2&lt;/table>&lt;hr></description>
      </item>\(others)</channel></rss>
      """, to: "notes.xml")
    window.open([path])
    #expect(try await MainLoop.settle { window.isComplete && window.library.entryCount == 41 })
  }

  /// The texts of all labels below a widget, in order.
  private func texts(below widget: WidgetPointer) -> [String] {
    var result: [String] = []
    if let text = Label.text(of: widget) { result.append(text) }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      result += texts(below: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return result
  }

  private func isEnabled(_ action: String) -> Bool {
    g_action_group_get_action_enabled(window.pointer.opaque, action) != 0
  }

  private var first: RowIndexPath { RowIndexPath(section: 0, row: 0) }

  @Test func activatingAnEntryShowsItsText() async throws {
    window.listView(window.list, didActivate: first)
    #expect(window.article.isShown)
    #expect(window.library.row(at: first)?.isRead == true)
    #expect(try await MainLoop.settle { window.isComplete })
    let page = texts(below: window.article.selector.widget)
    let expected = [
      "Found", "One bold word", "•", "a", "•", "b", "q1", "q2", "x  < y", "A <boat>", "c1", "c2",
    ]
    #expect(Array(page.drop { $0 != "Found" }) == expected)
    // Doubly escaped text shows markup.
    #expect(page.contains("AT&T <b>"))
    gtk_window_destroy(window.pointer)
  }

  @Test func goingBackKeepsScrollPositionAndSelection() async throws {
    let place = RowIndexPath(section: 0, row: 30)
    window.list.scroll(to: .row(place), alignment: .top)
    #expect(try await MainLoop.settle { window.list.isComplete && window.list.row(atY: 60) == place })
    window.list.select(place)
    window.listView(window.list, didActivate: place)
    #expect(try await MainLoop.settle { window.isComplete })
    #expect(isEnabled("back") && !isEnabled("delete-row") && !isEnabled("move-up") && !isEnabled("copy-link"))
    g_action_group_activate_action(window.pointer.opaque, "back", nil)
    #expect(!window.article.isShown)
    #expect(try await MainLoop.settle { window.isComplete && window.list.row(atY: 60) == place })
    #expect(window.list.selectedRow == place)
    #expect(!isEnabled("back") && isEnabled("delete-row") && isEnabled("move-up"))
    gtk_window_destroy(window.pointer)
  }

  @Test func showingAnotherEntryReplacesTheFirst() async throws {
    window.listView(window.list, didActivate: first)
    window.listView(window.list, didActivate: RowIndexPath(section: 0, row: 3))
    #expect(try await MainLoop.settle { window.isComplete })
    let page = texts(below: window.article.widget)
    #expect(page.contains("Other 2") && !page.contains("Found"))
    #expect(page.contains("This entry has no text."))
    gtk_window_destroy(window.pointer)
  }

  /// The labels below a widget, in order.
  private func labels(below widget: WidgetPointer) -> [WidgetPointer] {
    var result = Label.text(of: widget) == nil ? [] : [widget]
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      result += labels(below: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return result
  }

  @Test func tabMovesThroughTheButtonAndTheLinks() async throws {
    let path = try folder.write(
      """
      <rss><channel><title>Links</title><item><title>T</title><link>https://l.example/</link><description>
      &lt;p>None&lt;p>A &lt;a href="https://a.example/">first&lt;/a> and &lt;a href="https://b.example/">second&lt;/a>
      </description></item></channel></rss>
      """, to: "links.xml")
    window.open([path])
    #expect(try await MainLoop.settle { window.isComplete && window.library.entryCount == 42 })
    let row = RowIndexPath(section: 1, row: 0)
    window.listView(window.list, didActivate: row)
    #expect(try await MainLoop.settle { window.isComplete && window.article.isShown })
    // A label that Tab must skip would stop it if GTK were allowed to focus it.
    for label in labels(below: window.article.widget) where Label.text(of: label) == "None" {
      #expect(gtk_widget_get_can_focus(label) == 0)
    }
    var stops: [String] = []
    for _ in 0..<4 {
      _ = gtk_widget_child_focus(window.pointer.cast(), GTK_DIR_TAB_FORWARD)
      guard let focus = gtk_root_get_focus(window.pointer.opaque) else { break }
      stops.append(Label.text(of: focus) ?? String(cString: gtk_widget_get_css_name(focus)))
    }
    let text = "A first and second"
    // Once for each link, then to the next widget.
    #expect(stops.prefix(3) == ["button", text, text] && stops.count == 4 && stops.last != text)
    gtk_window_destroy(window.pointer)
  }

  /// The middle of a character of a label, in page coordinates.
  private func point(of text: String, byte: Int) throws -> (x: Double, y: Double) {
    let selector = window.article.selector
    let label = try #require(labels(below: window.article.widget).first { Label.text(of: $0) == text })
    var zero = graphene_point_t(x: 0, y: 0)
    var origin = graphene_point_t()
    try #require(gtk_widget_compute_point(label, selector.widget, &zero, &origin) != 0)
    var x: Int32 = 0
    var y: Int32 = 0
    gtk_label_get_layout_offsets(label.opaque, &x, &y)
    var place = PangoRectangle()
    pango_layout_index_to_pos(gtk_label_get_layout(label.opaque), Int32(byte), &place)
    return (
      Double(origin.x) + Double(x) + (Double(place.x) + Double(place.width) / 4) / Double(PANGO_SCALE),
      Double(origin.y) + Double(y) + (Double(place.y) + Double(place.height) / 2) / Double(PANGO_SCALE)
    )
  }

  private func showFirst() async throws {
    window.present()
    window.listView(window.list, didActivate: first)
    #expect(
      try await MainLoop.settle {
        window.isComplete
          && labels(below: window.article.selector.widget).contains {
            Label.text(of: $0) == "c2" && gtk_widget_get_width($0) > 50
          }
      })
  }

  private func press(_ text: String, _ byte: Int, count: Int = 1, extends: Bool = false) throws {
    let point = try point(of: text, byte: byte)
    window.article.selector.pressed(count: count, x: point.x, y: point.y, extends: extends)
  }

  @Test func textIsSelectedAcrossBlocks() async throws {
    try await showFirst()
    let selector = window.article.selector
    try press("One bold word", 4)
    #expect(!selector.hasSelection)
    let end = try point(of: "q2", byte: 1)
    selector.extend(x: end.x, y: end.y)
    #expect(selector.selectedText == "bold word\n\n• a\n• b\n\nq1\n\nq")
    // Backwards from the same position.
    let start = try point(of: "Found", byte: 3)
    selector.extend(x: start.x, y: start.y)
    #expect(selector.selectedText == "nd\n\nOne ")
    // Beside a line, its nearest character is used.
    try press("x  < y", 0)
    selector.extend(x: 5_000, y: try point(of: "x  < y", byte: 0).y)
    #expect(selector.selectedText == "x  < y")
    try press("One bold word", 6, count: 2)
    #expect(selector.selectedText == "bold")
    try press("One bold word", 6, count: 3)
    #expect(selector.selectedText == "One bold word")
    try press("Found", 0)
    try press("c2", 1, extends: true)
    #expect(
      selector.selectedText
        == "Found\n\nOne bold word\n\n• a\n• b\n\nq1\n\nq2\n\nx  < y\n\nA <boat>\n\nc1\tc")
    gtk_window_destroy(window.pointer)
  }

  @Test func keyboardSelectsAllCopiesAndClears() async throws {
    try await showFirst()
    let page = window.article
    let control = GDK_CONTROL_MASK.rawValue
    #expect(page.keyPressedEarly(UInt32(GDK_KEY_c), modifiers: control) == .unhandled)
    #expect(page.keyPressedEarly(UInt32(GDK_KEY_a), modifiers: control) == .handled)
    let all = try #require(page.selector.selectedText)
    #expect(all.hasPrefix("AT&T <b>") && all.hasSuffix("c1\tc2"))
    #expect(page.keyPressedEarly(UInt32(GDK_KEY_c), modifiers: control) == .handled)
    var copied: String?
    let clipboard = gtk_widget_get_clipboard(page.widget)
    let content = gdk_clipboard_get_content(clipboard)
    var value = GValue()
    g_value_init(&value, g_type_from_name("gchararray"))
    if content != nil, gdk_content_provider_get_value(content, &value, nil) != 0 {
      copied = g_value_get_string(&value).map { String(cString: $0) }
    }
    g_value_unset(&value)
    #expect(copied == all)
    // Escape clears the selection first, and only then closes the page.
    #expect(page.keyPressedEarly(UInt32(GDK_KEY_Escape), modifiers: 0) == .handled)
    #expect(!page.selector.hasSelection && page.isShown)
    #expect(page.keyPressedEarly(UInt32(GDK_KEY_Escape), modifiers: 0) == .unhandled)
    gtk_window_destroy(window.pointer)
  }

  @Test func clickingTextMovesTheFocusWithoutScrolling() async throws {
    try await showFirst()
    let page = window.article
    let adjustment = gtk_scrolled_window_get_vadjustment(page.scroller.opaque)!
    gtk_widget_set_size_request(page.selector.widget, -1, 2_000)
    #expect(
      try await MainLoop.settle {
        gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) > 100
      })
    gtk_adjustment_set_value(adjustment, 100)
    // The widget that a click elsewhere would focus.
    gtk_window_set_focus(window.pointer, nil)
    page.selector.onPress()
    #expect(gtk_root_get_focus(window.pointer.opaque) == page.beginning)
    #expect(try await MainLoop.settle { window.isComplete })
    #expect(gtk_adjustment_get_value(adjustment) == 100)
    // Tab still scrolls links into view.
    #expect(
      gtk_viewport_get_scroll_to_focus(gtk_scrolled_window_get_child(page.scroller.opaque)!.opaque) != 0)
    gtk_window_destroy(window.pointer)
  }

  @Test func selectionOfRightToLeftTextCoversTheRightPart() async throws {
    let hebrew = "שלום עולם"
    let path = try folder.write(
      "<rss><channel><title>R</title><item><title>T</title><description>&lt;p>\(hebrew)&lt;p>end</description></item>"
        + "</channel></rss>", to: "rtl.xml")
    window.open([path])
    window.present()
    #expect(try await MainLoop.settle { window.isComplete && window.library.entryCount == 42 })
    window.listView(window.list, didActivate: RowIndexPath(section: 1, row: 0))
    let selector = window.article.selector
    #expect(
      try await MainLoop.settle {
        labels(below: selector.widget).contains {
          Label.text(of: $0) == hebrew && gtk_widget_get_width($0) > 100
        }
      })
    let label = try #require(selector.labels.first { $0.text.text == hebrew })
    let left = try #require(label.rectangles(of: 9..<17).first)
    let right = try #require(label.rectangles(of: 0..<8).first)
    // The first word is the rightmost one.
    #expect(left.origin.x + left.size.width <= right.origin.x + 0.5)
    #expect(left.size.width > 10 && right.size.width > 10 && right.size.height > 10)
    let bounds = try #require(label.bounds(in: selector.widget))
    let y = Double(bounds.origin.y + bounds.size.height / 2)
    selector.pressed(
      count: 1, x: Double(bounds.origin.x + right.origin.x + right.size.width - 1), y: y, extends: false)
    selector.extend(x: Double(bounds.origin.x + right.origin.x + 1), y: y)
    #expect(selector.selectedText == "שלום")
    gtk_window_destroy(window.pointer)
  }

  @Test func linkedPicturesOpenTheirLink() async throws {
    let pixel = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
    try pixel.write(to: URL(fileURLWithPath: folder.path + "/p.png"))
    let path = try folder.write(
      """
      <rss><channel><title>P</title><item><title>T</title><description>
      &lt;a href="https://p.example/1">&lt;img src="p.png" alt="Dot" width="50" height="50">&lt;/a>
      &lt;a href="javascript:x()">&lt;img src="p.png" alt="No">&lt;/a>
      &lt;a href="https://p.example/2">&lt;img src="gone.png" alt="Gone">&lt;/a></description></item></channel></rss>
      """, to: "pictures.xml")
    window.open([path])
    window.present()
    #expect(try await MainLoop.settle { window.isComplete && window.library.entryCount == 42 })
    var opened: [String] = []
    window.article.links.launch = { opened.append($0) }
    window.listView(window.list, didActivate: RowIndexPath(section: 1, row: 0))
    #expect(try await MainLoop.settle { window.isComplete && window.article.isShown })
    let buttons = linkButtons(below: window.article.widget)
    #expect(buttons.count == 1)
    let button = try #require(buttons.first)
    #expect(gtk_widget_get_focusable(button) != 0)
    #expect(gtk_accessible_get_accessible_role(button.opaque) == GTK_ACCESSIBLE_ROLE_LINK)
    // Return and Space do the same.
    #expect(try await MainLoop.settle { gtk_widget_get_mapped(button) != 0 })
    gtk_widget_activate(button)
    #expect(try await MainLoop.settle { opened == ["https://p.example/1"] })
    // The placeholder of a missing picture links to the address of the picture.
    let markup = labels(below: window.article.widget).map { String(cString: gtk_label_get_label($0.opaque)) }
    #expect(markup.contains("<a href=\"https://p.example/2\">Gone</a>"))
    gtk_window_destroy(window.pointer)
  }

  private func linkButtons(below widget: WidgetPointer) -> [WidgetPointer] {
    var found: [WidgetPointer] = []
    if g_type_check_instance_is_a(widget.cast(), gtk_link_button_get_type()) != 0 { found.append(widget) }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      found += linkButtons(below: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return found
  }

  @Test func openingAFileClosesTheArticle() async throws {
    window.listView(window.list, didActivate: first)
    let path = try folder.write(SampleFeed.rss(title: "Blog", entries: ["a", "b"]), to: "b.xml")
    window.open([path])
    #expect(!window.article.isShown)
    #expect(try await MainLoop.settle { window.isComplete && window.library.entryCount == 43 })
    gtk_window_destroy(window.pointer)
  }
}

/// Labels among other widgets.
private enum Label {
  static func text(of widget: WidgetPointer) -> String? {
    guard g_type_check_instance_is_a(widget.cast(), gtk_label_get_type()) != 0 else { return nil }
    return String(cString: gtk_label_get_text(widget.opaque))
  }
}
