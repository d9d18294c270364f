import CGtk
import Expectations
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
    let options = ViewerOptions(picture: "unused.png", size: WindowSize(width: 1_000, height: 600))
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
    try await expect(MainLoop.settle { window.isComplete && window.library.sections.count == 2 })
  }

  @Test func itIsAListOfFeedsThatCanBeOpened() async throws {
    defer { gtk_window_destroy(window.pointer) }
    // Folders are headers, and rows show where the feeds are.
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
    // Menus have what applies to an outline.
    func isEnabled(_ action: String) -> Bool {
      g_action_group_get_action_enabled(window.pointer.opaque, action) != 0
    }
    window.list.select(RowIndexPath(section: 0, row: 0))
    expect(isEnabled("open-feed") && isEnabled("copy-feed-address"))
    window.list.select(RowIndexPath(section: 1, row: 0))
    expect(!isEnabled("open-feed") && isEnabled("copy-feed-address"))
    // No entries are listed of it as of a feed.
    let path = window.library.files[0].path
    for list in [Scope.feed(path), .folder(path, [0]), .today, .all] {
      window.show(list)
      expect(window.listedFeed, equals: nil, "\(list.text)")
    }
    window.show(.feed(path))
    try await expect(MainLoop.settle { window.isComplete && window.entries.sections.count == 2 })
    // A file of this computer is opened.
    window.listView(window.list, didActivate: RowIndexPath(section: 0, row: 0))
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 2 })
    expect(window.library.files.map(\.title), equals: ["My feeds", "Blog"])
    expect(window.entries.sections.map(\.title), equals: ["Blog"])
  }
}
