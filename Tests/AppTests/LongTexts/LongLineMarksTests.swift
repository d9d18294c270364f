import CGtk
import Expectations
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// Marks of a search of the entries, and matches of a search in the article, in texts that are laid out in parts.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct LongLineMarksTests {
  private let view: ArticleView
  private let window: WidgetPointer
  private var list: ListView { view.list }

  init() throws {
    try require(TestDisplay.isReady)
    view = ArticleView()
    window = gtk_window_new()!
    gtk_window_set_child(window.cast(), view.scroller)
    gtk_window_set_default_size(window.cast(), 560, 500)
  }

  private func show(_ block: ArticleBlock, limits: ArticlePiece.Limits? = nil) async throws {
    var document = ArticleDocument(limits: limits)
    document.append(Article(blocks: [block]))
    view.show(document)
    gtk_window_present(window.cast())
    try await expect(MainLoop.settle { view.isComplete && view.isExact && list.isLaidOutAtItsOffset })
  }

  /// Marks a word, and counts the bytes that were looked through.
  private func mark(_ word: String, counting: @escaping (Int) -> Void) {
    view.marks = { text in
      counting(text.utf8.count)
      return text.ranges(of: word).map {
        text.utf8.distance(
          from: text.startIndex, to: $0.lowerBound)..<text.utf8.distance(
            from: text.startIndex, to: $0.upperBound)
      }
    }
  }

  /// The marked parts of a row that are on screen, with their texts.
  private func marked(_ row: Int = 0) throws -> [String] {
    let path = RowIndexPath(section: 0, row: row)
    let text = view.document.row(at: row).text
    let highlights = try require(list.textHighlights)
    let seen = highlights(path).filter { !list.textRectangles(of: path, bytes: $0.bytes).isEmpty }
    return seen.map { String(text.part(bytes: $0.bytes)) }
  }

  @Test func matchesAreMarkedAtEveryPlaceOfALongLineOfCode() async throws {
    defer { gtk_window_destroy(window.cast()) }
    let filler = String(repeating: "let é = 1; ", count: 9_000)
    let line = filler + "needle " + filler + "needle"
    try await show(ArticleBlock(kind: .preformatted, text: line))
    var looked = 0
    mark("needle") { looked += $0 }
    try expect(marked().isEmpty)
    let frame = try require(list.frame(ofRow: RowIndexPath(section: 0, row: 0)))
    let point = Point(x: 280, y: frame.minY + 20)
    for target in [line.utf8.count - 7 - filler.utf8.count, line.utf8.count - 6] {
      list.scroll(toText: 0, bytes: target..<target + 6, of: RowIndexPath(section: 0, row: 0))
      try await expect(MainLoop.settle { (try? marked()) == ["needle"] })
      // Drawing it again looks at nothing again.
      looked = 0
      for _ in 0..<5 { view.scrollSideways(at: point, toRightBy: 1) }
      try expect(marked(), equals: ["needle"])
    }
    expect(looked, equals: 0)
    // Nearly all of the line was never looked at.
    view.scrollSideways(at: point, toRightBy: -100_000_000)
    _ = try marked()
    expect(looked < 40_000)
  }

  @Test func aMatchAcrossTwoRowsOfAParagraphIsMarkedInBoth() async throws {
    defer { gtk_window_destroy(window.cast()) }
    var limits = ArticlePiece.Limits()
    limits.scalars = 300
    let words = (0..<200).map { "word\($0)" }.joined(separator: " ")
    try await show(ArticleBlock(text: words), limits: limits)
    expect(view.document.count > 2)
    let end = try require(view.document.piece(at: 0)).range.upperBound
    let before = String(words.utf8.prefix(end))!.split(separator: " ").last!
    let after = words.dropFirst(end + 1).prefix { $0 != " " }
    mark("\(before) \(after)") { _ in }
    try expect(marked(0), equals: [String(before)])
    try expect(marked(1), equals: [String(after)])
    // Rows that change are looked through again.
    gtk_window_set_default_size(window.cast(), 420, 500)
    try await expect(
      MainLoop.settle {
        gtk_widget_get_width(list.widget.pointer) == 420 && view.isExact && list.isLaidOutAtItsOffset
      })
    let all = try (0..<view.document.count).flatMap { try marked($0) }
    expect(all.joined(separator: " "), equals: "\(before) \(after)")
  }

  @Test func oneOfManyMatchesOfALineIsFoundWithoutTheOthers() async throws {
    defer { gtk_window_destroy(window.cast()) }
    try await show(ArticleBlock(kind: .preformatted, text: String(repeating: "ab ", count: 60_000)))
    view.finder.search(for: "ab")
    try await expect(MainLoop.settle { view.finder.find?.isComplete == true })
    expect(view.finder.find?.matches.count, equals: 60_000)
    let textHighlights = try require(list.textHighlights)
    let highlights = textHighlights(RowIndexPath(section: 0, row: 0))
    expect(!highlights.isEmpty && highlights.count < 6_000)
    expect(highlights.first?.bytes, equals: 0..<2)
  }
}
