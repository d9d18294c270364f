import CGtk
import FeedViewerBase
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// The feeds at the side of a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct FeedSidebarTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture(
      size: WindowSize(width: 1_275, height: 500), [["a", "b"], ["c"], ["d", "e", "f"]])
    let window = window
    #expect(try await MainLoop.settle { WidgetTree.widgets(below: window.sidebar.widget).count > 8 })
  }

  /// The texts of the rows: title, and number of unread entries.
  private var rows: [[String]] {
    WidgetTree.widgets(below: window.sidebar.widget).filter { gtk_widget_has_css_class($0, "feed-row") != 0 }
      .filter { gtk_widget_get_mapped($0) != 0 }
      .map { row in
        WidgetTree.widgets(below: row).filter {
          g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0
        }
        .map { String(cString: gtk_label_get_text($0.opaque)) }
      }
  }

  private var paths: [FilePath] { window.library.files.map(\.path) }

  @Test func feedsHaveTitlesAndCounts() async throws {
    defer { fixture.close() }
    #expect(rows == [["All Feeds", "6"], ["Feed 0", "2"], ["Feed 1", "1"], ["Feed 2", "3"]])
    window.activate(RowIndexPath(section: 1, row: 0))
    #expect(try await fixture.settle())
    #expect(rows == [["All Feeds", "5"], ["Feed 0", "2"], ["Feed 1", ""], ["Feed 2", "3"]])
  }

  @Test func feedsOverTheListGoWhenOneIsClicked() async throws {
    defer { fixture.close() }
    #expect(window.panes.showsFeedsNow)
    window.sidebar.onClick()
    #expect(window.panes.showsFeedsNow)
    gtk_window_set_default_size(window.pointer, 600, 500)
    #expect(try await fixture.settle { !window.panes.showsFeedsNow })
    fixture.activate("sidebar")
    #expect(try await fixture.settle { window.panes.arrangement.feedsAreOver })
    window.sidebar.onSelect(paths[2])
    window.sidebar.onClick()
    #expect(try await fixture.settle { !window.panes.showsFeedsNow && fixture.titles == [["d", "e", "f"]] })
    #expect(FocusedWidget(inWindowOf: window.panes.widget)?.isInside(window.list.widget.pointer) == true)
  }

  @Test func aFeedIsShownAlone() async throws {
    defer { fixture.close() }
    window.sidebar.onSelect(paths[2])
    #expect(try await fixture.settle { fixture.titles == [["d", "e", "f"]] })
    #expect(gtk_window_get_title(window.pointer).map { String(cString: $0) } == "Feed 2")
    g_action_group_activate_action(window.pointer.opaque, "feed", g_variant_new_string("1"))
    #expect(fixture.titles == [["a", "b"]] && fixture.isEnabled("all-feeds"))
    fixture.activate("all-feeds")
    #expect(fixture.titles.count == 3 && !fixture.isEnabled("all-feeds"))
    // There is no fourth feed.
    g_action_group_activate_action(window.pointer.opaque, "feed", g_variant_new_string("4"))
    #expect(fixture.titles.count == 3)
    // An opened file is shown.
    window.sidebar.onSelect(paths[1])
    window.open([try fixture.folder.write(SampleFeed.rss(title: "New", entries: ["z"]), to: "new.xml")])
    #expect(try await fixture.settle { fixture.titles.count == 4 })
  }

  @Test func closedFeedComesBackByUndo() async throws {
    defer { fixture.close() }
    window.sidebar.onSelect(paths[1])
    #expect(fixture.isEnabled("close-feed"))
    fixture.activate("close-feed")
    #expect(fixture.titles == [["a", "b"], ["d", "e", "f"]] && window.toast.isShown)
    #expect(window.toast.text == "Closed “\u{2068}Feed 1\u{2069}”")
    #expect(try await fixture.settle { rows.map(\.[0]) == ["All Feeds", "Feed 0", "Feed 2"] })
    fixture.activate("undo")
    #expect(try await fixture.settle { fixture.titles == [["a", "b"], ["c"], ["d", "e", "f"]] })
    #expect(try await fixture.settle { rows.map(\.[0]) == ["All Feeds", "Feed 0", "Feed 1", "Feed 2"] })
  }

  @Test func keysOfTheListMoveAndCloseTheSelectedFeed() async throws {
    defer { fixture.close() }
    func press(_ key: Int32, _ modifiers: GdkModifierType...) -> EventResult {
      window.sidebar.keyPressed(UInt32(key), modifiers: modifiers.reduce(0) { $0 | $1.rawValue })
    }
    window.sidebar.takeFocus()
    #expect(window.keyTarget == .feeds && !fixture.isEnabled("delete-row"))
    let (first, second, third) = (paths[0], paths[1], paths[2])
    window.showFeed(second)
    #expect(press(GDK_KEY_Up, GDK_ALT_MASK, GDK_SHIFT_MASK) == .handled)
    #expect(paths == [second, first, third] && fixture.titles == [["c"]])
    #expect(try await fixture.settle { rows.map(\.[0]) == ["All Feeds", "Feed 1", "Feed 0", "Feed 2"] })
    #expect(press(GDK_KEY_Delete) == .handled)
    #expect(paths == [first, third])
    #expect(try await fixture.settle { window.keyTarget == .feeds })
    #expect(fixture.isEnabled("undo") && fixture.isEnabled("undo-edit"))
    fixture.activate("undo")
    #expect(paths == [second, first, third] && fixture.isEnabled("redo"))
    fixture.activate("redo")
    #expect(paths == [first, third])
    #expect(press(GDK_KEY_Up) == .unhandled)
    #expect(press(GDK_KEY_Escape) == .handled)
    #expect(window.keyTarget == .other)
  }

  @Test func feedsLieOverANarrowWindowUntilTheyAreLeft() async throws {
    defer { fixture.close() }
    let window = window
    gtk_window_set_default_size(window.pointer, 500, 500)
    #expect(
      try await MainLoop.settle {
        window.panes.arrangement.list?.start == 0 && !window.panes.arrangement.isSplit && window.isComplete
      })
    #expect(!window.panes.showsFeedsNow)
    fixture.activate("sidebar")
    #expect(window.panes.arrangement.feedsAreOver && window.keyTarget == .feeds)
    window.sidebar.onActivate(paths[0])
    #expect(!window.panes.showsFeedsNow && fixture.titles == [["a", "b"]] && window.keyTarget == .other)
    #expect(try await fixture.settle())
    fixture.activate("sidebar")
    #expect(window.panes.showsFeedsNow)
    fixture.activate("sidebar")
    #expect(!window.panes.showsFeedsNow && window.keyTarget == .other)
    #expect(try await fixture.settle())
  }
}
