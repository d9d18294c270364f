import CGtk
import Feeds
import Foundation
import GtkInterop
import ProgramRuns
import Testing
import WidgetTesting

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

  /// At these sizes, a page that laid out everything at once would take minutes or gigabytes. Larger ones take longer
  /// to read but show no more.
  nonisolated static let cases: [Case] = [
    Case(name: "a word of letters") { String(repeating: "a", count: 100_000) },
    Case(name: "preformatted lines") { "<pre>" + String(repeating: "x\n", count: 100_000) },
    Case(name: "a preformatted line") { "<pre>" + String(repeating: "x", count: 500_000) },
    Case(name: "line breaks") { String(repeating: "x<br>", count: 100_000) },
    Case(name: "one long paragraph") { String(repeating: "Some words and more. ", count: 50_000) },
    Case(name: "paragraphs") { String(repeating: "<p>x", count: 50_000) },
    Case(name: "a wide table") {
      "<table>" + String(repeating: "<tr>" + String(repeating: "<td>x", count: 400), count: 100)
    },
    Case(name: "quotations") { String(repeating: "<blockquote>x", count: 10_000) },
    Case(name: "lists in lists") { String(repeating: "<ul><li>x", count: 5_000) },
    Case(name: "items") { "<ol>" + String(repeating: "<li>x", count: 20_000) },
    Case(name: "divisions") { String(repeating: "<div>", count: 10_000) + "x" },
    Case(name: "links") { String(repeating: "<a href='https://a.example/'>x</a> ", count: 20_000) },
    Case(name: "pictures") { (0..<5_000).map { "<img src='\($0).png' alt='x'>" }.joined() },
    Case(name: "combining marks") { "a" + String(repeating: "\u{301}", count: 100_000) },
    Case(name: "families") { String(repeating: "👨‍👩‍👧‍👦", count: 20_000) },
    Case(name: "wide ligatures") { String(repeating: "\u{FDFA}", count: 50_000) },
    Case(name: "Thai letters") { String(repeating: "\u{E01}", count: 50_000) },
    Case(name: "both directions") { String(repeating: "אa1", count: 50_000) },
    Case(name: "the words of a picture") {
      "<img src='x.png' alt='\(String(repeating: "a", count: 100_000))'>"
    },
    Case(
      name: "title and author", title: String(repeating: "a", count: 100_000),
      author: String(repeating: "b", count: 100_000)
    ) { "x" },
    Case(
      name: "title and author of marks", title: "a" + String(repeating: "\u{301}", count: 50_000),
      author: "a" + String(repeating: "\u{301}", count: 50_000)
    ) { "x" },
  ]

  /// An article page in a window, with the row of a feed that has one entry.
  private func makePage(_ shown: Case) throws -> (window: WidgetPointer, page: ArticlePage, row: FeedRow) {
    try #require(TestDisplay.isReady)
    let path = try folder.write(
      "<rss><channel><title>F</title><item><guid>1</guid><title>\(shown.title)</title>"
        + "<author>\(shown.author)</author><description><![CDATA[\(shown.html())]]></description></item>"
        + "</channel></rss>", to: "f.xml")
    let feed = try FeedReader.read(contentsOf: path)
    let row = try #require(FeedLoader.sections(of: feed, path: path).first?.rows.first)
    let window = gtk_window_new()!
    let page = ArticlePage(beside: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), pictureDecoder: nil)
    gtk_window_set_default_size(window.cast(), 900, 700)
    gtk_window_set_child(window.cast(), page.widget)
    gtk_window_present(window.cast())
    return (window, page, row)
  }

  @Test(.disabled(if: TestRun.isQuick, "hostile files"), arguments: cases)
  func hostileArticlesNeverBlockTheMainLoop(_ hostile: Case) async throws {
    let (window, page, row) = try makePage(hostile)
    page.show(row)
    let first = try await slowestTurn { page.isComplete }
    let shown = page.selector.labels.count
    #expect(shown > 0 && shown <= 600)
    // Scrolls to the end, which moves until the page is full.
    var later = 0.0
    for _ in 0..<2 {
      page.scroll(by: .greatestFiniteMagnitude)
      later = max(later, try await slowestTurn { page.isComplete })
    }
    #expect(page.selector.labels.count <= 1_600)
    // Laid out at once, they take many seconds.
    #expect(first < 0.5 && later < 0.5, "\(first) s, \(later) s")
    gtk_window_set_default_size(window.cast(), 360, 700)
    let resized = try await slowestTurn { gtk_widget_get_width(page.widget) < 400 }
    #expect(resized < 2, "\(resized) s")
    gtk_window_destroy(window.cast())
  }

  private static let long = Case(name: "long") {
    (0..<3_000).map { "<p>" + String(repeating: "Sentence \($0). ", count: 20) }.joined()
  }

  @Test func stepsAreAddedWhenTheEndComesNear() async throws {
    let (window, page, row) = try makePage(Self.long)
    page.show(row)
    #expect(try await MainLoop.settle { page.isComplete })
    let shown = page.selector.labels.count
    // Nothing is added while the reader stays at the beginning.
    #expect(try await slowestTurn { page.isComplete } < 0.5)
    #expect(page.selector.labels.count == shown)
    #expect(texts(below: page.widget).contains("More text follows…"))
    page.scroll(by: .greatestFiniteMagnitude)
    #expect(try await MainLoop.settle { page.isComplete && page.selector.labels.count > shown })
    gtk_window_destroy(window.cast())
  }

  @Test func everyPartOfALongArticleIsReachable() async throws {
    let (window, page, row) = try makePage(Self.long)
    page.show(row)
    #expect(try await MainLoop.settle { page.isComplete })
    page.selector.selectAll()
    let all = try #require(page.selector.selectedText)
    var read: [String] = []
    var pages = 0
    while pages < 10 {
      pages += 1
      var button: WidgetPointer?
      #expect(
        try await MainLoop.settle {
          page.scroll(by: .greatestFiniteMagnitude)
          button = self.button("Continue Reading", below: page.widget)
          return page.isComplete
            && (button != nil || !texts(below: page.widget).contains("More text follows…"))
        })
      read += page.selector.labels.map(\.text.text)
      guard let button else { break }
      #expect(self.button("Earlier Text", below: page.widget) != nil || pages == 1)
      try await press(button, on: page)
      // Everything can be copied from every page.
      page.selector.selectAll()
      #expect(page.selector.selectedText == all)
    }
    #expect(pages > 2 && pages < 10)
    #expect(read.joined(separator: "\n\n") == all)
    #expect(read.last?.hasPrefix("Sentence 2999.") == true)
    let earlier = try #require(button("Earlier Text", below: page.widget))
    try await press(earlier, on: page)
    #expect(try await MainLoop.settle { page.isComplete })
    #expect(read.dropFirst(page.selector.labels.count).contains(page.selector.labels[0].text.text))
    gtk_window_destroy(window.cast())
  }

  @Test func closingThePageStopsLoading() async throws {
    let (window, page, row) = try makePage(Self.long)
    page.show(row)
    #expect(try await MainLoop.settle { !page.selector.labels.isEmpty })
    page.close()
    let shown = page.selector.labels.count
    #expect(shown < 250)
    #expect(try await slowestTurn { true } < 0.5)
    #expect(page.selector.labels.count == shown)
    // The next article is not mixed with the previous one.
    let (other, _, short) = try makePage(Case(name: "short") { "<p>Only this." })
    page.show(row)
    #expect(try await MainLoop.settle { !page.selector.labels.isEmpty })
    page.show(short)
    #expect(try await MainLoop.settle { page.isComplete })
    #expect(page.selector.labels.map(\.text.text).last == "Only this.")
    #expect(page.selector.labels.count == 3)
    gtk_window_destroy(other.cast())
    gtk_window_destroy(window.cast())
  }

  /// Presses a button that shows another part of the article.
  private func press(_ button: WidgetPointer, on page: ArticlePage) async throws {
    let before = page.selector.labels.first?.text
    gtk_widget_activate(button)
    #expect(try await MainLoop.settle { page.selector.labels.first?.text != before })
  }

  private func texts(below widget: WidgetPointer) -> [String] {
    WidgetTree.widgets(below: widget).compactMap {
      guard g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0 else { return nil }
      return String(cString: gtk_label_get_text($0.opaque))
    }
  }

  private func button(_ label: String, below widget: WidgetPointer) -> WidgetPointer? {
    WidgetTree.widgets(below: widget).first {
      g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0 && texts(below: $0) == [label]
    }
  }

  /// Runs the main loop until a condition holds, and a little longer.
  /// - Returns: The longest CPU time in seconds of one iteration.
  private func slowestTurn(until condition: () -> Bool) async throws -> Double {
    var slowest = 0.0
    var rest = 6
    for _ in 0..<10_000 where rest > 0 {
      while true {
        let start = Self.processorTime()
        let isBusy = g_main_context_iteration(nil, 0) != 0
        slowest = max(slowest, Self.processorTime() - start)
        guard isBusy else { break }
      }
      rest = condition() ? rest - 1 : 6
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(rest == 0)
    return slowest
  }

  /// CPU time of this thread, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
