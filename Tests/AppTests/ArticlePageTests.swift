import CGtk
import FeedList
import Foundation
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewer

/// Reading an entry in the window, and going back.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticlePageTests {
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow

  init() async throws {
    try #require(TestDisplay.isReady)
    folder = try TemporaryFolder()
    let identifier = "io.github.feedviewer.Test" + UUID().uuidString.filter { $0 != "-" }
    application = GObjectReference(adopting: gtk_application_new(identifier, G_APPLICATION_NON_UNIQUE)!)
    try #require(g_application_register(application.pointer.cast(), nil, nil) != 0)
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
    let page = texts(below: window.article.widget)
    let expected = [
      "Found", "One bold word", "•", "a", "•", "b", "q1", "q2", "x  < y", "A <boat>", "c1", "c2",
    ]
    #expect(Array(page.drop { $0 != "Found" }) == expected)
    // What was escaped twice is a text about markup, not markup.
    #expect(page.contains("AT&T <b>"))
    gtk_window_destroy(window.pointer)
  }

  @Test func goingBackKeepsThePlaceAndTheSelection() async throws {
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

  @Test func anotherEntryTakesThePlaceOfTheFirst() async throws {
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

  @Test func keysGoThroughTheButtonAndTheLinksOfThePage() async throws {
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
    // A label that keys must pass by would hold them up if GTK were let to ask it.
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
    #expect(stops == ["button", text, text, text])
    gtk_window_destroy(window.pointer)
  }

  @Test func whatIsSelectedInALabelIsFound() async throws {
    window.listView(window.list, didActivate: first)
    #expect(try await MainLoop.settle { window.isComplete })
    #expect(LabelSelection.text(below: window.article.widget) == nil)
    let label = try #require(
      labels(below: window.article.widget).first { Label.text(of: $0) == "One bold word" })
    gtk_label_select_region(label.opaque, 4, 8)
    #expect(LabelSelection.text(below: window.article.widget) == "bold")
    gtk_window_destroy(window.pointer)
  }

  @Test func openingAFileShowsTheListAgain() async throws {
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
