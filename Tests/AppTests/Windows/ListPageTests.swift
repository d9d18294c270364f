import CGtk
import Expectations
import FeedViewerBase
import Foundation
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewer

/// The pages in the place of rows, and the banner over them, in a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ListPageTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }
  private var files: [FilePath] { window.library.files.map(\.path) }

  init() async throws { fixture = try await WindowFixture([["a boat", "b"], ["two boats"], ["c"]]) }

  private func type(_ text: String) async throws {
    if !window.searchBar.field.isOpen { window.beginSearch() }
    window.searchBar.field.text = text
    try await expect(fixture.settle { !window.search.isBusy && !window.entries.isBusy })
  }

  private var page: StatusPage.Content? { window.contentState.page }

  /// The button of a page for an action, if it can be seen.
  private func shownButton(_ action: String) -> WidgetPointer? {
    WidgetTree.widgets(below: window.content.widget).first {
      g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0 && gtk_widget_get_mapped($0) != 0
        && gtk_actionable_get_action_name($0.opaque).map { String(cString: $0) } == action
    }
  }

  private func press(_ action: String) throws {
    let button = try require(shownButton(action))
    gtk_widget_activate(button)
  }

  @Test func pagesOfSearchesWithoutResultsLeadToThem() async throws {
    // They are in other feeds.
    window.show(.feed(files[2]))
    try await type("boat")
    expect(page?.title == "No Results Here" && page?.description == "2 results in other feeds.")
    try press("win.search-all")
    try await expect(fixture.settle { window.contentState == .rows })
    expect(fixture.titles, equals: [["a boat"], ["two boats"]])
    expect(window.searchBar.field.text == "boat" && window.shownList == .all)
    window.searchBar.field.close()
    window.show(.all)
    try await expect(fixture.settle { window.shownList == .all && fixture.titles.count == 3 })
    // The filter hides them. It ends, and the search stays.
    fixture.choose("starred", of: "filter")
    try await type("boat")
    expect(page?.title, equals: "No Results Here")
    expect(page?.description, equals: "2 results are hidden by “Starred only”.")
    try press("win.filter")
    try await expect(fixture.settle { window.contentState == .rows })
    expect(fixture.titles, equals: [["a boat"], ["two boats"]])
    expect(window.searchBar.field.text == "boat" && window.entries.arrangement.filter == .all)
    window.searchBar.field.close()
    // There are none. The search ends, and the filter stays.
    window.show(.feed(files[0]))
    fixture.choose("unread", of: "filter")
    try await type("submarine")
    expect(page?.title, equals: "No Results Found")
    expect(page?.description, equals: "No entry contains “\u{2068}submarine\u{2069}”.")
    try press("win.search-mode")
    try await expect(fixture.settle { window.contentState == .rows })
    expect(!window.searchBar.field.isOpen && window.entries.arrangement.filter == .unread)
    expect(window.shownList == .feed(files[0]) && fixture.titles == [["a boat", "b"]])
    // Of those that the filter hides, only the ones of the feed count.
    fixture.choose("starred", of: "filter")
    try await type("boat")
    expect(page?.description, equals: "1 result is hidden by “Starred only”.")
    window.searchBar.field.close()
    window.show(.feed(files[2]))
    try await type("boa")
    try await expect(fixture.settle { page?.description == "2 results in other feeds." })
    fixture.choose("all", of: "filter")
    window.searchBar.field.close()
    window.show(.all)
    try await expect(fixture.settle { window.shownList == .all && fixture.titles.count == 3 })
    // A search among starred entries goes on among all, and comes back.
    let row = try require(window.entries.row(at: RowIndexPath(section: 2, row: 0)))
    window.entries.set(.starred, true, of: [row])
    window.show(.starred)
    try await expect(fixture.settle { fixture.titles == [[row.title]] })
    try await type("boat")
    expect(page?.description, equals: "2 results are hidden by “Starred”.")
    try press("win.search-all")
    try await expect(fixture.settle { fixture.titles == [["a boat"], ["two boats"]] })
    expect(window.shownList == .all && window.searchBar.field.text == "boat")
    window.searchBar.field.close()
    try await expect(fixture.settle { fixture.titles == [[row.title]] && window.shownList == .starred })
  }

  @Test func emptyListsSayWhyTheyAreEmpty() async throws {
    window.show(.starred)
    try await expect(fixture.settle { page?.title == "No Starred Entries" } && page?.buttons == [])
    window.show(.feed(files[0]))
    fixture.choose("starred", of: "filter")
    try await expect(fixture.settle { page?.description == "No entry in this list is starred." })
    fixture.choose("unread", of: "filter")
    fixture.activate("mark-all-read")
    // What was read stays until another list is chosen.
    expect(window.contentState, equals: .rows)
    window.show(.all)
    window.show(.feed(files[0]))
    fixture.choose("unread", of: "filter")
    try await expect(fixture.settle { page?.description == "All 2 entries in this list are read." })
    fixture.choose("all", of: "filter")
    window.show(.all)
    fixture.activate("mark-all-read")
    window.show(.unread)
    try await expect(fixture.settle { page?.title == "All Caught Up" } && page?.buttons == [])
    window.open([try fixture.folder.write(SampleFeed.rss(entries: []), to: "empty.xml")])
    try await expect(fixture.settle { page?.description == "This feed is empty." })
  }

  @Test func pagesHaveTheFocusAndTheButtonsOfWhatTheyStandFor() async throws {
    // A page takes the focus of the list, and gives it back.
    window.show(.feed(files[0]))
    try await expect(fixture.settle())
    window.list.takeFocus()
    fixture.choose("starred", of: "filter")
    try await expect(fixture.settle { shownButton("win.filter") != nil })
    try await expect(
      fixture.settle { gtk_root_get_focus(window.pointer.opaque) == shownButton("win.filter") },
      "\(gtk_root_get_focus(window.pointer.opaque).map { String(cString: gtk_widget_get_name($0)) } ?? "none")"
    )
    gtk_widget_activate(gtk_root_get_focus(window.pointer.opaque))
    try await expect(fixture.settle { window.contentState == .rows })
    expect(
      FocusedWidget(inWindowOf: window.list.widget.pointer)?.isInside(window.list.widget.pointer),
      equals: true)
    // A file that can't be read has no strip of a filter.
    func hasStrip() -> Bool { gtk_widget_get_mapped(window.filterStrip.widget) != 0 }
    fixture.choose("unread", of: "filter")
    try await expect(fixture.settle { hasStrip() })
    window.open([FilePath(fixture.folder.path + "/none.xml")])
    try await expect(fixture.settle { shownButton("win.close-file") != nil && !hasStrip() })
    // Three buttons stand below each other.
    let actions = ["win.locate-file", "win.reload-file", "win.close-file"]
    func frames() throws -> [graphene_rect_t] {
      try actions.map { action in
        var bounds = graphene_rect_t()
        let button = try require(shownButton(action))
        expect(gtk_widget_compute_bounds(button, window.content.widget, &bounds) != 0)
        return bounds
      }
    }
    try await expect(
      MainLoop.settle {
        guard let shown = try? frames(), shown[0].size.width > 0 else { return false }
        return Set(shown.map(\.size.width)).count == 1 && Set(shown.map(\.origin.x)).count == 1
          && shown[0].origin.y + shown[0].size.height <= shown[1].origin.y
          && shown[1].origin.y + shown[1].size.height <= shown[2].origin.y
      })
    window.show(.all)
    try await expect(fixture.settle { hasStrip() })
  }

  // MARK: Messages

  @Test func messagesAreThoseOfWhatHappensAndOfTheListThatIsShown() async throws {
    // Only a message that stays has a button to dismiss it.
    func buttons() -> Int {
      WidgetTree.widgets(below: window.toast.widget).count {
        g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0 && gtk_widget_get_visible($0) != 0
      }
    }
    fixture.activate("mark-all-read")
    try await expect(fixture.settle { window.toast.isShown })
    expect(window.toast.text, equals: "4 entries in “\u{2068}All Entries\u{2069}” marked as read")
    expect(buttons(), equals: 1)
    window.toast.show("It stays.", button: nil, isLasting: true)
    expect(buttons(), equals: 1)
    window.toast.show("It goes.", hasUndo: false)
    expect(buttons(), equals: 0)
    // Web addresses are refused.
    let shelf = files
    let overlay = try require(gtk_window_get_child(window.pointer))
    for (address, isFile) in [("https://feed.example/feed.xml", true), (" https://feed.example/", false)] {
      window.toast.hide()
      expect(drop(address, asFile: isFile, on: overlay))
      expect(window.toast.isShown)
      expect(window.toast.text, equals: "Feed Viewer never goes online. Download the feed and open the file.")
    }
    window.toast.hide()
    expect(!drop("any other text", asFile: false, on: overlay) && !window.toast.isShown)
    expect(files, equals: shelf)
    // The sidebar alone tells of repairs.
    let path = FilePath(
      try fixture.folder.write(SampleFeed.rss(title: "Fish & Chips", entries: ["x"]), to: "fish.xml"))
    window.open([path])
    try await expect(fixture.settle { window.library.entryCount == 5 })
    expect(window.banner.content == nil && !window.toast.isShown)
    expect(gtk_widget_get_mapped(window.banner.widget), equals: 0)
    expect(window.sidebarContent.items.last?.status, equals: .remarked)
    // An incomplete file says so in its list until that is dismissed.
    let text = SampleFeed.rss(title: "Cut", entries: ["x", "y"])
    let cut = String(text.prefix(text.utf8.count - 60))
    let cutPath = FilePath(try fixture.folder.write(cut, to: "cut.xml"))
    window.open([cutPath])
    try await expect(fixture.settle { window.banner.content != nil })
    let incomplete = try require(window.banner.content)
    // As its sign in the sidebar says.
    expect(incomplete.text, equals: "This file is incomplete: it ends after 1 entry")
    let sign = window.sidebarContent.items.last { $0.path == cutPath }
    expect(sign?.tooltip?.contains("cut off after 1 complete entry"), equals: true)
    expect(incomplete.buttons.map(\.target) == [cutPath.text] && incomplete.isDismissable)
    window.show(.all)
    expect(window.banner.content == nil)
    window.show(.feed(cutPath))
    expect(window.banner.content, equals: incomplete)
    window.send(.dismissRemarks)
    expect(window.banner.content == nil)
    fixture.activate("reload")
    try await expect(fixture.settle { !window.library.isLoading })
    expect(window.banner.content == nil)
  }

  @Test func reloadReadsTheFilesOfTheListWhichTellsOfThoseThatAreGone() async throws {
    var reloading: [FilePath] {
      window.library.files.filter { if case .reloading = $0.state { true } else { false } }.map(\.path)
    }
    window.show(.feed(files[1]))
    try await expect(fixture.settle())
    fixture.activate("reload")
    expect(reloading, equals: [files[1]])
    try await expect(fixture.settle { reloading.isEmpty })
    window.show(.unread)
    try await expect(fixture.settle())
    fixture.activate("reload")
    expect(reloading, equals: files)
    try await expect(fixture.settle { reloading.isEmpty })
    window.show(.feed(files[1]))
    expect(rename(files[1].text, files[1].text + ".away"), equals: 0)
    try await expect(fixture.settle { window.banner.content != nil })
    expect(
      window.banner.content?.text,
      equals: "“\u{2068}1.xml\u{2069}” was moved or deleted. Showing the last version read.")
    expect(window.banner.content?.buttons.map(\.command.action), equals: ["win.locate-file"])
    expect(window.banner.content?.isDismissable == false && fixture.titles == [["two boats"]])
    window.show(.feed(files[0]))
    expect(window.banner.content == nil)
    window.show(.feed(files[1]))
    expect(window.banner.content != nil)
    expect(rename(files[1].text + ".away", files[1].text), equals: 0)
    try await expect(fixture.settle { window.banner.content == nil })
  }

  /// Drops an address on a widget.
  ///
  /// - Returns: Whether it was taken.
  private func drop(_ address: String, asFile: Bool, on widget: WidgetPointer) -> Bool {
    var content = GValue()
    if asFile {
      let file = g_file_new_for_uri(address)!
      let list = g_slist_append(nil, UnsafeMutableRawPointer(file))
      g_value_init(&content, gdk_file_list_get_type())
      g_value_take_boxed(&content, UnsafeRawPointer(gdk_file_list_new_from_list(list)))
      g_slist_free(list)
      g_object_unref(UnsafeMutableRawPointer(file))
    } else {
      g_value_init(&content, cgtk_type_string())
      g_value_set_string(&content, address)
    }
    defer { g_value_unset(&content) }
    let controllers = gtk_widget_observe_controllers(widget)!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let target = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(target) }
      guard
        g_type_check_instance_is_a(
          target.assumingMemoryBound(to: GTypeInstance.self), gtk_drop_target_get_type())
          != 0
      else { continue }
      if emitDrop(target, &content) { return true }
    }
    return false
  }

  private func emitDrop(_ target: UnsafeMutableRawPointer, _ content: inout GValue) -> Bool {
    var arguments = [GValue(), GValue(), GValue(), GValue()]
    g_value_init(&arguments[0], gtk_drop_target_get_type())
    g_value_set_object(&arguments[0], target)
    g_value_init(&arguments[1], g_value_get_type())
    withUnsafePointer(to: content) { g_value_set_boxed(&arguments[1], $0) }
    for index in 2...3 { g_value_init(&arguments[index], g_type_from_name("gdouble")) }
    var result = GValue()
    g_value_init(&result, cgtk_type_boolean())
    g_signal_emitv(arguments, g_signal_lookup("drop", gtk_drop_target_get_type()), 0, &result)
    for index in arguments.indices { g_value_unset(&arguments[index]) }
    return g_value_get_boolean(&result) != 0
  }
}
