import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewer
@testable import VirtualList

/// Searching in a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SearchWindowTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture([["Äpfel und Birnen", "Other", "apfelsaft"], ["nothing", "APFEL"]])
  }

  private func type(_ text: String) async throws {
    if !window.searchBar.field.isOpen { window.beginSearch() }
    window.searchBar.field.text = text
    try await expect(fixture.settle { !window.search.isBusy && !window.entries.isArranging })
  }

  @Test func theListShowsAndMarksWhatMatchesWhileOneTypes() async throws {
    try await type("apf")
    expect(fixture.titles, equals: [["Äpfel und Birnen", "apfelsaft"], ["APFEL"]])
    expect(window.search.foundCount, equals: 3)
    try await type("apfel birnen")
    expect(fixture.titles, equals: [["Äpfel und Birnen"]])
    try await type("apfel -title:birnen")
    expect(fixture.titles, equals: [["apfelsaft"], ["APFEL"]])
    try await type("xyzzy")
    expect(window.contentState, equals: .nothingFound(words: "xyzzy"))
    window.searchBar.field.close()
    expect(fixture.titles.map(\.count) == [3, 2] && window.entries.isPlain)
    // The same words are searched for again at once.
    try await type("title:other")
    window.searchBar.field.close()
    window.beginSearch()
    window.searchBar.field.text = "title:other"
    try await expect(fixture.settle { !window.search.isBusy && fixture.titles == [["Other"]] })
    // Matches are marked in the rows.
    try await type("apf")
    let highlights = try require(window.list.textHighlights?(RowIndexPath(section: 0, row: 0)))
    // "Äpf" takes four bytes; the text of the entry repeats its title after "Text of ".
    expect(highlights.map(\.bytes), equals: [0..<4, 8..<12])
    expect(highlights.map(\.text), equals: [0, 1])
    // States are searched, too.
    window.entries.set(.starred, true, of: [window.library.sections[0].rows[1]])
    try await type("is:starred")
    expect(fixture.titles, equals: [["Other"]])
    try await type("-is:starred apfel")
    expect(window.search.foundCount, equals: 3)
    // And files that are opened meanwhile.
    try await type("apfel")
    window.library.open([try fixture.folder.write(SampleFeed.rss(entries: ["Apfel", "no"]), to: "late.xml")])
    try await expect(fixture.settle { window.search.foundCount == 4 && !window.search.isBusy })
    expect(fixture.titles.last, equals: ["Title of Apfel"])
    // The reader goes on to the results.
    window.searchBar.activated()
    expect(window.list.selectedRow, equals: RowIndexPath(section: 0, row: 0))
    window.activate(RowIndexPath(section: 0, row: 1))
    expect(window.article.row?.title, equals: "apfelsaft")
    try await expect(fixture.settle())
  }

  @Test func rowsThatStayOnScreenShowTheMatchesOfTheNewText() async throws {
    // No row is under the pointer, wherever that is.
    gtk_widget_set_can_target(window.list.widget.pointer, 0)
    try await type("a")
    try await type("apf")
    /// The list when it has not changed for some milliseconds: rows move, and scroll bars fade. Frames come only while the loop
    /// runs.
    func picture(at rest: Int = 500) async throws -> PixelImage {
      var drawn: PixelImage?
      var (next, end) = (ContinuousClock.now, ContinuousClock.now)
      let isAtRest = try await MainLoop.settle {
        guard ContinuousClock.now > next else { return false }
        next = .now + .milliseconds(25)
        let new = PixelImage(lastFrameOf: window.list.widget.pointer)
        if new == nil || new != drawn { end = .now + .milliseconds(rest) }
        drawn = new
        return ContinuousClock.now > end
      }
      expect(isAtRest, "The list never comes to rest.")
      return try require(drawn)
    }
    let shown = try await picture()
    window.list.redrawRows()
    try await expect(picture(at: 75), equals: shown)
    window.search.end()
    let ended = try await picture()
    expect(ended != shown)
    window.list.redrawRows()
    try await expect(picture(at: 75), equals: ended)
  }

  @Test func theSearchSaysWhatItDoesNotShowAndOffersExamples() async throws {
    // What is not understood is said.
    try await type("apfel is:unknown")
    expect(window.search.query?.notes.count == 1 && window.search.foundCount == 3)
    expect(shownNote, equals: "Unknown “is:unknown”. Try is:unread, is:read or is:starred.")
    // Nothing is left to search for.
    try await type("before:soon")
    expect(window.search.query == nil && shownNote?.hasPrefix("“before:soon” needs a date") == true)
    try await type("apfel")
    expect(shownNote == nil)
    try await type("title:")
    expect(window.search.notes.count, equals: 1)
    window.searchBar.field.close()
    expect(window.search.notes.isEmpty)
    // A click on an example beside the field inserts it.
    try await type("apfel")
    gtk_editable_set_position(window.searchBar.field.entry.opaque, -1)
    var widgets: [WidgetPointer] { WidgetTree.widgets(below: window.searchBar.field.widget) }
    let button = try require(
      widgets.first { g_type_check_instance_is_a($0.cast(), gtk_menu_button_get_type()) != 0 })
    gtk_menu_button_popup(button.opaque)
    func example() -> WidgetPointer? {
      widgets.first {
        g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0 && gtk_widget_get_mapped($0) != 0
          && gtk_button_get_label($0.cast()).map { String(cString: $0) } == "is:unread"
      }
    }
    try await expect(fixture.settle { example() != nil })
    gtk_widget_activate(try require(example()))
    try await expect(fixture.settle { window.searchBar.field.text == "apfel is:unread" })
    try await expect(fixture.settle { example() == nil })
    // GTK removes the old text before it inserts the new one; with all entries shown in between, a search took twice as long.
    final class Searches: WindowEventFollower {
      var texts: [String] = []
      func follow(_ event: WindowEvent) { if case .searchTyped(let text) = event { texts.append(text) } }
    }
    let searches = Searches()
    window.searchBar.follower = searches
    window.searchBar.field.text = "birnen"
    try await expect(fixture.settle { !searches.texts.isEmpty })
    window.searchBar.field.text = ""
    try await expect(fixture.settle { searches.texts.count > 1 })
    expect(searches.texts, equals: ["birnen", ""])
  }

  @Test func theNumberOfResultsIsNotCutInANarrowList() async throws {
    fixture.close()
    let narrow = try await WindowFixture(
      size: WindowSize(width: 700, height: 500), [["an apple"], ["apples", "more apples"]])
    defer { narrow.close() }
    let window = narrow.window
    window.show(.feed(window.library.files[0].path))
    window.beginSearch()
    window.searchBar.field.text = "apple"
    let status = window.searchBar.field.status
    try await expect(
      narrow.settle {
        String(cString: gtk_label_get_text(status.opaque)) == "1 here · 2 more in other feeds"
          && gtk_widget_get_width(status) > 0
      })
    try await expect(
      MainLoop.settle(lasting: .milliseconds(200)) {
        pango_layout_is_ellipsized(gtk_label_get_layout(status.opaque)) == 0
      })
  }

  /// What the search bar says about the text; nil for nothing.
  private var shownNote: String? {
    WidgetTree.widgets(below: window.searchBar.field.widget)
      .filter { gtk_widget_has_css_class($0, "search-note") != 0 && gtk_widget_get_visible($0) != 0 }
      .map(WidgetTree.text).first
  }
}
