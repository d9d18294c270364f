import CGtk
import Expectations
import FeedViewerFeeds
import FeedViewerRows
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Synchronization
import TestRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Articles that would block the main thread for minutes, or fill the memory, if they were laid out at once.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct HostileArticleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The contents of an entry, and the limits for showing it.
  nonisolated struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var title = "T"
    var author = "A"
    let html: @Sendable () -> String
    var testDescription: String { name }
  }

  private nonisolated static func some(_ count: Int) -> Int { TestRun.count(count / 4, full: count) }

  /// At these sizes, a page that laid out everything at once would take minutes or gigabytes, and at a quarter of them many
  /// seconds. Larger ones take longer to read but show no more.
  nonisolated static let cases: [Case] = [
    Case(name: "a word of letters") { String(repeating: "a", count: some(100_000)) },
    Case(name: "preformatted lines") { "<pre>" + String(repeating: "x\n", count: some(100_000)) },
    Case(name: "a preformatted line") { "<pre>" + String(repeating: "x", count: some(500_000)) },
    Case(name: "line breaks") { String(repeating: "x<br>", count: some(100_000)) },
    Case(name: "one long paragraph") { String(repeating: "Some words and more. ", count: some(50_000)) },
    Case(name: "paragraphs") { String(repeating: "<p>x", count: some(50_000)) },
    Case(name: "a wide table") {
      "<table>" + String(repeating: "<tr>" + String(repeating: "<td>x", count: 400), count: some(100))
    },
    Case(name: "quotations") { String(repeating: "<blockquote>x", count: some(10_000)) },
    Case(name: "lists in lists") { String(repeating: "<ul><li>x", count: some(5_000)) },
    Case(name: "items") { "<ol>" + String(repeating: "<li>x", count: some(20_000)) },
    Case(name: "divisions") { String(repeating: "<div>", count: some(10_000)) + "x" },
    Case(name: "links") { String(repeating: "<a href='https://a.example/'>x</a> ", count: some(20_000)) },
    Case(name: "pictures") { (0..<some(5_000)).map { "<img src='\($0).png' alt='x'>" }.joined() },
    Case(name: "combining marks") { "a" + String(repeating: "\u{301}", count: some(100_000)) },
    Case(name: "families") { String(repeating: "👨‍👩‍👧‍👦", count: some(20_000)) },
    Case(name: "wide ligatures") { String(repeating: "\u{FDFA}", count: some(50_000)) },
    Case(name: "Thai letters") { String(repeating: "\u{E01}", count: some(50_000)) },
    Case(name: "both directions") { String(repeating: "אa1", count: some(50_000)) },
    Case(name: "the words of a picture") {
      "<img src='x.png' alt='\(String(repeating: "a", count: some(100_000)))'>"
    },
    Case(
      name: "title and author", title: String(repeating: "a", count: some(100_000)),
      author: String(repeating: "b", count: some(100_000))
    ) { "x" },
    Case(
      name: "title and author of marks", title: "a" + String(repeating: "\u{301}", count: some(50_000)),
      author: "a" + String(repeating: "\u{301}", count: some(50_000))
    ) { "x" },
  ]

  /// An article page in a window, with the row of a feed that has one entry.
  private func makePage(_ shown: Case) throws -> (window: WidgetPointer, page: ArticlePage, row: FeedRow) {
    try require(TestDisplay.isReady)
    let path = try folder.write(
      "<rss><channel><title>F</title><item><guid>1</guid><title>\(shown.title)</title>"
        + "<author>\(shown.author)</author><description><![CDATA[\(shown.html())]]></description></item>"
        + "</channel></rss>", to: "f.xml")
    let feed = try FeedReader.read(contentsOf: path)
    let row = try require(FeedLoader.sections(of: feed, path: path).first?.rows.first)
    let window = gtk_window_new()!
    let page = ArticlePage(pictureDecoder: nil, places: ArticlePlaces(library: FeedLibrary()))
    gtk_window_set_default_size(window.cast(), 900, 700)
    gtk_window_set_child(window.cast(), page.widget)
    gtk_window_present(window.cast())
    return (window, page, row)
  }

  @Test(arguments: cases)
  func hostileArticlesNeverBlockTheMainLoop(_ hostile: Case) async throws {
    let (window, page, row) = try makePage(hostile)
    page.show(row)
    let first = try await slowestTurn { page.isComplete }
    expect(page.view.document.count > 0)
    // Only what is on screen has widgets.
    expect(page.view.list.statistics.liveRowWidgets < 100)
    var later = 0.0
    for forward in [true, false, true] {
      page.view.list.scrollToEnd(forward: forward)
      later = max(later, try await slowestTurn { page.isComplete })
    }
    // Laid out at once, they take many seconds.
    expect(first < 0.5 && later < 0.5, "\(first) s, \(later) s")
    gtk_window_set_default_size(window.cast(), 360, 700)
    let resized = try await slowestTurn { gtk_widget_get_width(page.widget) < 400 }
    expect(resized < 2, "\(resized) s")
    gtk_window_destroy(window.cast())
  }

  private static let long = Case(name: "long") {
    (0..<3_000).map { "<p>" + String(repeating: "Sentence \($0). ", count: 20) }.joined()
  }

  private func texts(of document: ArticleDocument) -> [String] {
    (0..<document.count).flatMap { document.row(at: $0).texts.map(\.string) }
  }

  /// What is shown of an article before all of it is read, and all of it.
  private func parts(of row: FeedRow) async throws -> (beginning: ArticleDocument, whole: ArticleDocument) {
    let found = Mutex<[ArticleDocument]>([])
    let whole = await ArticleContent.whole(row, ArticleLoader.entry(of: row), columnWidth: 720) { beginning in
      found.withLock { $0.append(beginning.document) }
    }
    let beginnings = found.withLock { $0 }
    expect(beginnings.count, equals: 1)
    return (try require(beginnings.first), whole.document)
  }

  @Test func theBeginningOfALongArticleHasItsFirstRows() async throws {
    let (window, page, row) = try makePage(Self.long)
    let (beginning, whole) = try await parts(of: row)
    let first = texts(of: beginning)
    expect(first.count > 100 && first.count < 300 && beginning.article.isPartial)
    expect(texts(of: whole).prefix(first.count), equals: first[...])
    page.show(row)
    try await expect(MainLoop.settle { page.isComplete })
    let all = texts(of: page.view.document)
    expect(all, equals: texts(of: whole))
    expect(all.count == 3_002 && all.last?.hasPrefix("Sentence 2999.") == true)
    gtk_window_destroy(window.cast())
  }

  @Test func whatIsReadStaysWhenTheRestOfAnArticleArrives() async throws {
    let (window, page, row) = try makePage(Self.long)
    let (beginning, whole) = try await parts(of: row)
    page.show(row)
    try await expect(MainLoop.settle { page.isComplete })
    let (states, source) = AsyncStream.makeStream(of: ArticleDocument.self)
    let loading = Task { await page.view.load(states) }
    source.yield(beginning)
    try await expect(
      MainLoop.settle { page.view.document.article.isPartial && page.view.isComplete })
    page.view.list.scroll(to: .row(RowIndexPath(section: 0, row: 50)), alignment: .top)
    source.yield(whole)
    source.finish()
    await loading.value
    try await expect(MainLoop.settle { page.view.document.count > 3_000 && page.view.isComplete })
    expect(page.view.list.row(atY: 1), equals: RowIndexPath(section: 0, row: 50))
    gtk_window_destroy(window.cast())
  }

  @Test func closingThePageStopsLoading() async throws {
    let (window, page, row) = try makePage(Self.long)
    page.show(row)
    try await expect(MainLoop.settle { page.view.document.count > 0 })
    page.close()
    let shown = page.view.document.count
    try await expect(slowestTurn { true } < 0.5)
    expect(page.view.document.count, equals: shown)
    // The next article is not mixed with the one before.
    let (other, _, short) = try makePage(Case(name: "short") { "<p>Only this." })
    page.show(row)
    try await expect(MainLoop.settle { page.view.document.count > 0 })
    page.show(short)
    try await expect(MainLoop.settle { page.isComplete })
    expect(texts(of: page.view.document), equals: ["T", "\u{2068}A\u{2069}", "Only this."])
    gtk_window_destroy(other.cast())
    gtk_window_destroy(window.cast())
  }

  /// Runs the main loop until a condition holds, and a little longer.
  /// - Returns: The longest CPU time in seconds of one iteration.
  private func slowestTurn(until condition: () -> Bool) async throws -> Double {
    var slowest = 0.0
    var rest = 6
    for _ in 0..<10_000 where rest > 0 {
      while true {
        let start = threadSeconds()
        let isBusy = g_main_context_iteration(nil, 0) != 0
        slowest = max(slowest, threadSeconds() - start)
        guard isBusy else { break }
      }
      rest = condition() ? rest - 1 : 6
      try await Task.sleep(for: .milliseconds(2))
    }
    expect(rest, equals: 0)
    return slowest
  }
}
