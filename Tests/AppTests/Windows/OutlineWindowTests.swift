import CGtk
import Expectations
import FeedViewerRows
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// An OPML file in the window: a list of feeds that can be opened.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct OutlineWindowTests {
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow

  init() async throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    let options = ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600))
    window = ViewerWindow(application: application.pointer, options: options)
    try folder.write(SampleFeed.rss(title: "Blog", entries: ["a", "b"]), to: "my blog.xml")
    let list = try folder.write(
      """
      <opml version="2.0"><head><title>My feeds</title></head><body>
      <outline text="Local"><outline text="Blog" xmlUrl="my%20blog.xml" description="About things"/></outline>
      <outline text="Far" xmlUrl="https://feed.example/rss"/><outline text="Gone" xmlUrl="gone.xml"/>
      </body></opml>
      """, to: "feeds.opml")
    window.open([list])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 3 })
  }

  @Test func foldersAreHeadersAndRowsShowTheFeedsLocation() {
    expect(window.library.sections.map(\.title), equals: ["Local", "My feeds"])
    let rows = window.library.sections.flatMap(\.rows).map(\.rowContent)
    expect(rows.map(\.title), equals: ["Blog", "Far", "Gone"])
    expect(
      rows.map(\.metadata) == [
        "\u{2068}my%20blog.xml\u{2069}", "\u{2068}https://feed.example/rss · web address\u{2069}",
        "\u{2068}gone.xml · file not found\u{2069}",
      ])
    expect(rows.map(\.preview), equals: ["About things", "", ""])
    expect(rows.map(\.readState), equals: [.reference, .reference, .reference])
    gtk_window_destroy(window.pointer)
  }

  @Test func activatingALocalFeedOpensIt() async throws {
    window.listView(window.list, didActivate: RowIndexPath(section: 0, row: 0))
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 5 })
    expect(window.library.files.map(\.title), equals: ["My feeds", "Blog"])
    window.listView(window.list, didActivate: RowIndexPath(section: 1, row: 0))
    expect(window.library.files.count, equals: 2)
    gtk_window_destroy(window.pointer)
  }

  /// The dialog over the window.
  private var dialog: WidgetPointer? {
    let windows = gtk_window_get_toplevels()!
    return (0..<g_list_model_get_n_items(windows)).lazy.compactMap { index -> WidgetPointer? in
      guard let item = g_list_model_get_item(windows, index) else { return nil }
      g_object_unref(item)
      let widget: WidgetPointer = item.cast()
      return gtk_window_get_transient_for(widget.cast()) == window.pointer ? widget : nil
    }.first
  }

  @Test func activatingARemoteFeedOffersItsAddress() async throws {
    defer { gtk_window_destroy(window.pointer) }
    var opened: [String] = []
    window.article.links.launch = { opened.append($0) }
    window.listView(window.list, didActivate: RowIndexPath(section: 1, row: 0))
    let offer = try require(dialog)
    let labels = WidgetTree.widgets(below: offer)
      .filter { g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0 }
      .map { String(cString: gtk_label_get_text($0.opaque)) }
    expect(labels.contains("Far") && labels.contains("https://feed.example/rss"))
    expect(labels.contains("Copy Address") && labels.contains("Open in Browser"))
    gtk_dialog_response(offer.cast(), GTK_RESPONSE_ACCEPT.rawValue)
    try await expect(MainLoop.settle { opened == ["https://feed.example/rss"] })
    expect(dialog == nil)
    window.listView(window.list, didActivate: RowIndexPath(section: 1, row: 0))
    gtk_dialog_response(try require(dialog).cast(), 1)
    let copied = gdk_clipboard_get_content(gtk_widget_get_clipboard(window.pointer.cast()))
    expect(copied != nil && dialog == nil)
  }

  @Test func onlyOpeningAnOutlineMarksItAsRead() async throws {
    defer { gtk_window_destroy(window.pointer) }
    var opened: [String] = []
    window.article.links.launch = { opened.append($0) }
    let (remote, local) = (RowIndexPath(section: 1, row: 0), RowIndexPath(section: 0, row: 0))
    func isRead(_ place: RowIndexPath) -> Bool? { window.entries.row(at: place)?.isRead }
    for response in [GTK_RESPONSE_CANCEL.rawValue, 1] {
      window.listView(window.list, didActivate: remote)
      gtk_dialog_response(try require(dialog).cast(), response)
      expect(isRead(remote), equals: false)
    }
    window.listView(window.list, didActivate: remote)
    gtk_dialog_response(try require(dialog).cast(), GTK_RESPONSE_ACCEPT.rawValue)
    try await expect(MainLoop.settle { !opened.isEmpty } && isRead(remote) == true)
    let row = try require(window.entries.row(at: local))
    window.listView(window.list, didActivate: local)
    expect(row.isRead)
  }

  @Test func activatingAFeedWithoutFileTellsThatItIsMissing() throws {
    defer { gtk_window_destroy(window.pointer) }
    window.listView(window.list, didActivate: RowIndexPath(section: 1, row: 1))
    let refusal = try require(dialog)
    gtk_dialog_response(refusal.cast(), GTK_RESPONSE_CANCEL.rawValue)
    expect(dialog == nil)
  }

  @Test func theContextMenuOfAnOutlineOffersApplicableActions() {
    func isEnabled(_ action: String) -> Bool {
      g_action_group_get_action_enabled(window.pointer.opaque, action) != 0
    }
    window.list.select(RowIndexPath(section: 0, row: 0))
    expect(isEnabled("open-feed") && isEnabled("copy-feed-address"))
    window.list.select(RowIndexPath(section: 1, row: 0))
    expect(!isEnabled("open-feed") && isEnabled("copy-feed-address"))
    gtk_window_destroy(window.pointer)
  }
}
