import CGtk
import Expectations
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import TestRuns
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// Long texts in a window: their rows follow the lines of the whole text at each width, and what is read, selected, found
/// and focused stays where it is in the text.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleFlowTests {
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

  private nonisolated static func limits(_ scalars: Int) -> ArticlePiece.Limits {
    var limits = ArticlePiece.Limits()
    limits.scalars = scalars
    limits.scalarsWithoutSpace = scalars
    return limits
  }

  private static let words = (0..<700).map { "word\($0 * 7919 % 1_000) é." }.joined(separator: " ")

  private func show(_ blocks: [ArticleBlock], pieces: Int = 300) {
    var document = ArticleDocument(limits: Self.limits(pieces))
    document.append(Article(blocks: blocks))
    view.show(document)
    gtk_window_present(window.cast())
  }

  private func settle() async throws {
    try await expect(
      MainLoop.settle {
        view.isComplete && view.flow.isFinished && list.isLaidOutAtItsOffset && list.isPrecacheFinished
          // Rows whose lines have moved are measured again a little later.
          && list.statistics.measuredRowCount == list.statistics.rowCount
      })
  }

  private func resize(_ width: Int32) async throws {
    gtk_window_set_default_size(window.cast(), width, 500)
    try await expect(MainLoop.settle { gtk_widget_get_width(list.widget.pointer) == width })
    try await settle()
  }

  /// Where the lines of all rows of a block start, in bytes of the block.
  private func shownLines(ofBlock block: Int = 0) throws -> [Int] {
    try (0..<view.document.count).flatMap { index -> [Int] in
      let document = view.document
      guard let piece = document.piece(at: index), piece.block == block, document.textLength(at: index) > 0
      else { return [] }
      return try lines(of: document.row(at: index)).map { $0 + piece.range.lowerBound }
    }
  }

  /// Where the lines of the whole block start in one PangoLayout.
  private func wholeLines(ofBlock block: Int = 0) throws -> [Int] {
    var document = ArticleDocument()
    document.append(view.document.article)
    let whole = ArticlePiece(
      block: block, range: 0..<document.text(ofBlock: block).utf8.count, separator: nil)
    return try lines(of: document.row(of: whole, at: try require(document.row(ofBlock: block))))
  }

  private func lines(of row: ArticleRow) throws -> [Int] {
    let width = list.wrapWidth(of: row.text, in: row, ArticleTemplate.identifier(of: row.kind))
    return list.lineStarts(of: ArticleTemplate.text(of: row, view.typography), width: try require(width))
  }

  @Test func allRowsHaveTheLinesOfTheWholeTextAtEachWidth() async throws {
    defer { gtk_window_destroy(window.cast()) }
    show([ArticleBlock(text: "Short."), ArticleBlock(text: Self.words), ArticleBlock(text: "End.")])
    try await settle()
    for width: Int32 in [560, 420, 780, 330, 560] {
      try await resize(width)
      try expect(shownLines(ofBlock: 1), equals: wholeLines(ofBlock: 1), "\(width)")
    }
    view.zoom = 1.5
    try await settle()
    try expect(shownLines(ofBlock: 1), equals: wholeLines(ofBlock: 1))
    // Without its lines, the text is divided after sentences.
    let initial = ArticleBlock(text: Self.words).pieces(number: 1, limits: Self.limits(300))
    expect(initial.count > 10 && initial.count == view.document.count - 2)
    expect(initial.map(\.range) != (1..<view.document.count - 1).map { view.document.piece(at: $0)!.range })
  }

  @Test func itemsQuotationsAndWrappedCodeHaveTheLinesOfTheWhole() async throws {
    defer { gtk_window_destroy(window.cast()) }
    view.wrapsCode = true
    show(
      [
        ArticleBlock(kind: .listItem(.bullet), text: Self.words, listDepth: 1),
        ArticleBlock(text: Self.words, quoteDepth: 2), ArticleBlock(kind: .preformatted, text: Self.words),
        ArticleBlock(text: String(repeating: "a", count: 3_000)),
      ])
    try await settle()
    for width: Int32 in [560, 470] {
      try await resize(width)
      for block in 0..<4 {
        try expect(shownLines(ofBlock: block), equals: wholeLines(ofBlock: block), "\(block)")
      }
    }
  }

  /// The character at the top of the viewport, in bytes of its block.
  private func top() throws -> Int {
    let place = try require(list.textPosition(at: Point(x: 40, y: 2))?.position)
    return try require(view.document.piece(at: place.row.row)).range.lowerBound + place.offset
  }

  @Test func whatIsReadAtTheEndStaysWhenItsLinesBecomeKnown() async throws {
    defer { gtk_window_destroy(window.cast()) }
    let text = Array(repeating: Self.words, count: 25).joined(separator: " ")
    show([ArticleBlock(text: text)], pieces: 900)
    list.scroll(to: .row(RowIndexPath(section: 0, row: view.document.count - 4)), alignment: .top)
    // The lines there are not known yet.
    while !view.isComplete { g_main_context_iteration(nil, 1) }
    expect(list.isLaidOutAtItsOffset && !view.flow.isFinished)
    let before = try top()
    try await settle()
    let change = try top() - before
    expect(abs(change) < 90)
    try expect(shownLines(), equals: wholeLines())
    // At another width and back it is the same line, and at the same height.
    let offset = list.contentOffset
    let line = try top()
    for width: Int32 in TestRun.isFull ? [400, 700, 360, 560] : [700, 560] { try await resize(width) }
    try expect(top(), equals: line)
    expect(list.contentOffset, equals: offset)
  }

  @Test func aPlaceIsFoundAgainBeforeTheLinesAreKnown() async throws {
    defer { gtk_window_destroy(window.cast()) }
    show([ArticleBlock(text: Self.words)])
    try await settle()
    list.scroll(byLogicalPixels: 1_505)
    try await settle()
    let (place, line) = (try require(view.place), try top())
    show([ArticleBlock(text: Self.words)])
    view.restore(place)
    try await settle()
    try expect(top(), equals: line)
  }

  @Test func selectionsAndMatchesStayInTheirTexts() async throws {
    defer { gtk_window_destroy(window.cast()) }
    show([ArticleBlock(text: Self.words)])
    try await settle()
    view.selection.set(.all)
    expect(view.selection.selectedText, equals: Self.words)
    let place = { ListTextPosition(row: RowIndexPath(section: 0, row: $0), offset: $1) }
    view.selection.set(ArticleSelection(.character, place(1, 250)..<place(4, 17)))
    let selected = try require(view.selection.selectedText)
    expect(Self.words.contains(selected))
    view.finder.search(for: "é. word")
    try await expect(MainLoop.settle { view.finder.find?.isComplete == true })
    let count = try require(view.finder.find?.matches.count)
    expect(count, equals: 699)
    for width: Int32 in [400, 700] {
      try await resize(width)
      expect(view.selection.selectedText, equals: selected)
      let matches = try require(view.finder.find?.matches)
      expect(
        matches.count == count
          && matches.allSatisfy {
            ArticleSelection(.character, $0.range).text(of: view.document) == "é. word"
          })
    }
    // A match may begin in one row and end in the next.
    expect(
      view.finder.find?.matches.contains { $0.range.lowerBound.row != $0.range.upperBound.row }, equals: true)
    let html = ArticleHTML.document(.all, of: view.document)
    expect(html.contains("<p>\(Self.words)</p>"))
  }

  @Test func theFocusStaysOnItsLink() async throws {
    defer { gtk_window_destroy(window.cast()) }
    var runs: [ArticleRun] = []
    var byte = 0
    for (number, word) in Self.words.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if number.isMultiple(of: 40) {
        runs.append(ArticleRun(range: byte..<byte + word.utf8.count, link: "https://x.example/\(number)"))
      }
      byte += word.utf8.count + 1
    }
    show([ArticleBlock(text: Self.words, runs: runs)])
    try await settle()
    for _ in 0..<6 { expect(view.links.moveFocus(forward: true)) }
    try await settle()
    let link = try require(view.links.focused)
    for width: Int32 in [400, 700, 560] {
      try await resize(width)
      let now = try require(view.links.focused)
      expect(now.address == link.address && now.words == link.words)
      let row = view.document.row(at: now.row.row)
      expect(String(row.text.part(bytes: now.bytes)), equals: link.words)
    }
  }
}
