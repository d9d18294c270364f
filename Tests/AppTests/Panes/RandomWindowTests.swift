import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import LayoutCore
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// A reader who does anything in a real window. When it has come to rest, the article is that of the selected row, and all that
/// the window says of marks and lists is true.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct RandomWindowTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }
  private var entries: ShownEntries { window.entries }
  private let paths: [FilePath]

  init() async throws {
    fixture = try await WindowFixture(
      size: WindowSize(width: 1_000, height: 600),
      [40, 25, 3].enumerated().map { feed, count in (0..<count).map { "entry \(feed) \($0)" } })
    paths = fixture.window.library.files.map(\.path)
  }

  private static let actions = [
    "undo", "redo", "toggle-read", "toggle-starred", "next-article", "previous-article", "next-unread",
    "previous-unread", "back", "mark-all-read", "delete-row", "show-in-list", "show-all", "search-all",
    "reload", "close-feed", "restore-all-removed", "next-list", "previous-list", "read-entry", "sidebar",
  ]
  private static let keys = [
    GDK_KEY_Down, GDK_KEY_Up, GDK_KEY_Home, GDK_KEY_End, GDK_KEY_Page_Down, GDK_KEY_Page_Up,
  ]
  private static let choices = [
    "order": Arrangement.Order.allCases.map(\.rawValue), "filter": ["all", "unread", "starred"],
    "grouping": ["feed", "time"], "density": ["titles", "compact", "comfortable"],
  ]

  @Test(arguments: 0..<UInt64(TestRun.count(1, full: 60)))
  func theArticleIsThatOfTheSelectedRowAfterAnyActions(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    var played: [String] = []
    for _ in 0..<TestRun.count(40, quick: 20, full: 80) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        played.append(try act(&random))
        // Half of them follow each other at once.
        if random.chance(0.5) { try await Task.sleep(for: .milliseconds(1)) }
      }
      let isTrue = try await MainLoop.settle { isAtRest && fault == nil }
      try require(
        isTrue, "seed \(seed): \(fault ?? "not at rest") after \(played.suffix(14).joined(separator: ", "))")
    }
  }

  private func act(_ random: inout SplitMix64) throws -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5:
      let places = entries.sections.enumerated().flatMap { section, content in
        content.rows.indices.map { RowIndexPath(section: section, row: $0) }
      }
      guard let place = places.randomElement(using: &random) else { return "nothing" }
      window.list.select(place)
      return "select \(place)"
    case 5..<8:
      let key = Self.keys.randomElement(using: &random)!
      _ = window.list.keyPressed(
        UInt32(key), modifiers: random.chance(0.2) ? GDK_SHIFT_MASK.rawValue : 0)
      return "key \(key)"
    case 8..<14:
      let action = Self.actions.randomElement(using: &random)!
      fixture.activate(action)
      return action
    case 14:
      let (action, values) = Self.choices.sorted { $0.key < $1.key }.randomElement(using: &random)!
      let value = values.randomElement(using: &random)!
      fixture.choose(value, of: action)
      return "\(action) \(value)"
    case 15:
      let lists = [.all, .unread, .starred] + window.library.files.map { Scope.feed($0.path) }
      let list = lists.randomElement(using: &random)!
      window.show(list)
      return "show \(list)"
    case 16:
      if window.searchBar.field.isOpen, random.chance(0.6) {
        window.searchBar.field.close()
        return "end search"
      }
      window.beginSearch()
      let text = ["entry", "1", "xyzzy", "is:unread", "\"entry 1 2\""].randomElement(using: &random)!
      window.searchBar.field.text = text
      return "search \(text)"
    case 17:
      let width = [360, 700, 1_000].randomElement(using: &random)!
      gtk_window_set_default_size(window.pointer, Int32(width), 600)
      return "width \(width)"
    case 18:
      guard let path = window.library.files.randomElement(using: &random)?.path else {
        window.open(paths)
        return "open all"
      }
      let number = paths.firstIndex(of: path)!
      let items = (0..<Int.random(in: 0...45, using: &random)).filter { _ in random.chance(0.9) }.map {
        "<item><guid>entry \(number) \($0)</guid><title>entry \(number) \($0)</title>"
          + "<description>Text \(random.chance(0.9) ? 1 : 2).</description></item>"
      }
      _ = try fixture.folder.write(
        "<rss version=\"2.0\"><channel><title>Feed \(number)</title>\(items.joined())</channel></rss>",
        to: "\(number).xml")
      window.library.reload(path)
      return "change \(number)"
    default:
      window.open([paths.randomElement(using: &random)!])
      return "open"
    }
  }

  private var isAtRest: Bool {
    window.isComplete && !entries.isBusy && !window.search.isBusy && !window.list.isRefreshing
  }

  /// What is not as it must be.
  private var fault: String? {
    let (list, article) = (window.list, window.article)
    if (0..<list.geometry.sectionCount).map(list.geometry.rowCount) != entries.sections.map(\.rows.count) {
      return "the list has other rows than are shown"
    }
    for section in window.library.sections
    where section.unreadCount != section.rows.count(where: { !$0.isRead }) {
      return "\(section.unreadCount) unread of \(section.title)"
    }
    if Action.state(of: "show-list", in: window.pointer) != window.shownList.text { return "show-list" }
    if Action.state(of: "filter", in: window.pointer) != entries.arrangement.filter.rawValue {
      return "filter"
    }
    guard window.panes.arrangement.isSplit else { return nil }
    if let row = list.selectedRow.flatMap({ entries.row(at: $0) }) {
      guard let shown = article.row, shown.key == row.key else {
        return "“\(row.title)” is selected, but “\(article.row?.title ?? "nothing")” is shown"
      }
      if article.pinned.reason != nil { return "the article of the selected row is pinned" }
    } else if let shown = article.row {
      guard article.pinned.reason != nil else { return "“\(shown.title)” is shown without a reason" }
      if article.pinned.reason != .gone, entries.sections.place(of: shown, near: nil) != nil {
        return "“\(shown.title)” is in the list, but not selected"
      }
    }
    return nil
  }
}
