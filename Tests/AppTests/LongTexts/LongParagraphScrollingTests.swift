import CGtk
import Expectations
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import TestRuns
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// The scroll bar and jumps in a paragraph that is so long that its lines become known some seconds later.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct LongParagraphScrollingTests {
  private let view: ArticleView
  private let window: WidgetPointer
  private var list: ListView { view.list }

  nonisolated enum Script: CaseIterable, Sendable {
    case latin, word, chinese, arabic

    var text: String {
      // A third of it is long enough not to be laid out at once.
      func repeating(_ words: String, _ count: Int) -> String {
        String(repeating: words, count: TestRun.isFull ? count : count / 3)
      }
      return switch self {
      case .latin:
        (0..<(TestRun.isFull ? 25_000 : 9_000)).map { "word\($0 * 7919 % 1_000) é." }.joined(separator: " ")
      case .word: repeating("abcdefghij", 8_000)
      case .chinese: repeating("天地玄黄宇宙洪荒日月盈昃辰宿列张。", 6_000)
      case .arabic: repeating("كتب الرجل رسالة طويلة إلى صديقه القديم. ", 4_000)
      }
    }
  }

  init() throws {
    try require(TestDisplay.isReady)
    view = ArticleView()
    window = gtk_window_new()!
    gtk_window_set_child(window.cast(), view.scroller)
    gtk_window_set_default_size(window.cast(), 560, 500)
  }

  private func open(_ text: String) {
    var document = ArticleDocument()
    document.append(
      Article(blocks: [ArticleBlock(text: "First."), ArticleBlock(text: text), ArticleBlock(text: "Last.")]))
    view.show(document)
    gtk_window_present(window.cast())
    while !view.isComplete { g_main_context_iteration(nil, 1) }
  }

  private func settle() async throws {
    try await expect(
      MainLoop.settle {
        view.isComplete && view.flow.isFinished && list.isLaidOutAtItsOffset && list.isPrecacheFinished
          && list.statistics.measuredRowCount == list.statistics.rowCount
      })
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(view.scroller.opaque)!
  }

  private var isAtEnd: Bool {
    let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    return abs(gtk_adjustment_get_value(adjustment) - end) < 0.5
  }

  private var height: Double {
    gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_lower(adjustment)
  }

  /// Runs the main loop until the list is laid out where it was scrolled to.
  private func layOut() {
    var count = 0
    while !(list.isLaidOutAtItsOffset && view.isComplete), count < 10_000 {
      g_main_context_iteration(nil, 1)
      count += 1
    }
  }

  @Test(arguments: Script.allCases)
  func theHeightIsEstimatedWellAndTheEndStaysWhileLinesBecomeKnown(script: Script) async throws {
    defer { gtk_window_destroy(window.cast()) }
    open(script.text)
    expect(!view.flow.isFinished)
    let estimate = height
    list.scrollToEnd(forward: true)
    layOut()
    let last = RowIndexPath(section: 0, row: view.document.count - 1)
    expect(isAtEnd && !view.flow.isFinished)
    var bottoms: Set<Double> = []
    var count = 0
    while !view.flow.isFinished, count < 10_000 {
      g_main_context_iteration(nil, 1)
      count += 1
      guard list.isLaidOutAtItsOffset else { continue }
      bottoms.insert(try require(list.frame(ofRow: last)).maxY)
    }
    try await settle()
    bottoms.insert(try require(list.frame(ofRow: last)).maxY)
    let ratio = estimate / height
    expect((0.9...1.1).contains(ratio), "\(script): \(ratio)")
    expect(isAtEnd)
    expect(bottoms, equals: [500], "\(script): The end moved: \(bottoms)")
  }

  /// The character at the top of the viewport, in bytes of its block.
  private func top() throws -> Int {
    let place = try require(list.textPosition(at: Point(x: 40, y: 2))?.position)
    return try require(view.document.piece(at: place.row.row)).range.lowerBound + place.offset
  }

  @Test(arguments: Script.allCases)
  func aDragOfTheThumbShowsThatPartOfTheText(script: Script) async throws {
    defer { gtk_window_destroy(window.cast()) }
    let text = script.text
    open(text)
    let room = height - gtk_adjustment_get_page_size(adjustment)
    for part in [0.5, 0.25, 0.9] {
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_lower(adjustment) + part * room)
      layOut()
      let shown = Double(try top()) / Double(text.utf8.count)
      expect(abs(shown - part) < 0.05, "\(script): \(shown) instead of \(part)")
    }
    let line = try top()
    try await settle()
    // The same line is at the top; it may begin some words earlier or later.
    expect(abs(try top() - line) < 250)
  }

  @Test(arguments: [Script.latin, .arabic])
  func aMatchFarBelowIsShownBeforeItsLinesAreKnown(script: Script) async throws {
    defer { gtk_window_destroy(window.cast()) }
    open(script.text + " needle " + script.text.prefix(5_000))
    view.finder.begin(at: nil)
    view.finder.search(for: "needle")
    func match() -> Rect? {
      guard let range = view.finder.find?.currentMatch?.range, range.lowerBound.row == range.upperBound.row
      else { return nil }
      return list.textRectangles(
        of: range.lowerBound.row, bytes: range.lowerBound.offset..<range.upperBound.offset
      ).first
    }
    func isSeen() -> Bool { match().map { $0.minY >= 0 && $0.maxY <= 500 } ?? false }
    try await expect(MainLoop.settle { list.isLaidOutAtItsOffset && isSeen() })
    let before = try require(match()).minY
    try await settle()
    expect(isSeen())
    expect(abs(try require(match()).minY - before) < 30)
  }
}
