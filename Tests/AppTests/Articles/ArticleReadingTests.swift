import CGtk
import Expectations
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// Going from article to article, finding text in them, and their zoom, place and title.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleReadingTests {
  private let fixture: ArticleFixture
  private var window: ViewerWindow { fixture.window }
  private var page: ArticlePage { fixture.page }

  init() async throws {
    fixture = try ArticleFixture()
    let long = (0..<120).map { "<p>Paragraph \($0) of a long article with a façade." }.joined()
    try await fixture.open(
      [
        ArticleFixture.item("Long", long, link: "https://notes.example/1"),
        ArticleFixture.item("Short", "<p>Few words."), ArticleFixture.item("Third", long),
        ArticleFixture.item("Last", "<p>The end."),
      ])
  }

  private var title: String? { page.row?.title }

  /// The title over the article, if it is there.
  private var header: String? { window.bars.article.title.shownTitle }

  private func isAtTop(_ text: String) -> Bool {
    fixture.view.list.visibleRows.first.map { fixture.view.document.row(at: $0.row).text } == text
  }

  // MARK: Order

  @Test func keysAndButtonsGoToTheNextAndPreviousArticle() async throws {
    // The header bar names the title that has scrolled away, if there is room for it.
    gtk_window_set_default_size(window.pointer, 640, 600)
    func windowTitle() -> String { String(cString: gtk_window_get_title(window.pointer)) }
    expect(window.bars.list.title.shownTitle == "Notes" && header == nil && windowTitle() == "Notes")
    try await fixture.read(0)
    expect(header == nil && windowTitle() == "Long — Notes")
    fixture.view.list.scroll(byLogicalPixels: 400)
    try await expect(fixture.settle { header == "Long" })
    fixture.view.list.scrollToEnd(forward: false)
    try await expect(fixture.settle { header == nil })
    fixture.view.list.scroll(byLogicalPixels: 400)
    try await expect(fixture.settle { header == "Long" })
    fixture.activate("back")
    try await expect(fixture.settle { header == nil && windowTitle() == "Notes" })
    expect(window.bars.list.title.text.subtitle, equals: "4 entries, 3 unread")
    // To the next article and the one before.
    try await fixture.read(0)
    expect(!fixture.isEnabled("previous-article") && fixture.isEnabled("next-article"))
    var seen: [String?] = []
    for key in [GDK_KEY_j, GDK_KEY_j, GDK_KEY_k, GDK_KEY_k, GDK_KEY_k] {
      _ = window.keyPressed(UInt32(key), modifiers: 0)
      seen.append(title)
    }
    expect(seen, equals: ["Short", "Third", "Short", "Long", "Long"])
    for _ in 0..<4 { fixture.activate("next-article") }
    expect(title == "Last" && !fixture.isEnabled("next-article") && fixture.isEnabled("previous-article"))
    // Going back shows the row of the article that was read last, and the keyboard goes on there.
    fixture.key(GDK_KEY_BackSpace)
    expect(window.list.selection.rows, equals: [RowIndexPath(section: 0, row: 3)])
    expect(window.list.selection.cursor, equals: RowIndexPath(section: 0, row: 3))
    expect(!fixture.isEnabled("next-article") && !fixture.isEnabled("previous-article"))
    expect((0..<4).allSatisfy { window.library.row(at: RowIndexPath(section: 0, row: $0))?.isRead == true })
    // To the browser.
    var opened: [String] = []
    page.links.launch = { opened.append($0) }
    try await fixture.read(0)
    fixture.key(GDK_KEY_o)
    try await expect(fixture.settle { opened == ["https://notes.example/1"] })
    expect(fixture.isEnabled("copy-entry-link"))
    fixture.key(GDK_KEY_j)
    expect(!fixture.isEnabled("copy-entry-link"))
  }

  @Test func spaceTurnsPagesAndThenGoesOnToTheNextUnreadArticle() async throws {
    window.library.setRead(true, at: [RowIndexPath(section: 0, row: 1)])
    try await fixture.read(0)
    fixture.key(GDK_KEY_space)
    try await expect(fixture.settle { fixture.view.list.isLaidOutAtItsOffset })
    expect(title == "Long" && fixture.view.list.contentOffset > 300)
    fixture.view.list.scrollToEnd(forward: true)
    try await expect(fixture.settle { fixture.view.list.isLaidOutAtItsOffset && !isAtTop("Long") })
    fixture.key(GDK_KEY_space)
    expect(title, equals: "Third")
    // While it is being read it may go on.
    fixture.key(GDK_KEY_space)
    expect(title, equals: "Third")
    try await fixture.drawn()
    expect(fixture.view.list.contentOffset, equals: 0)
    _ = window.keyPressed(UInt32(GDK_KEY_j), modifiers: 0)
    try await fixture.drawn()
    // Nothing is unread any more.
    fixture.key(GDK_KEY_space)
    expect(title, equals: "Last")
    // Shift+Space is the list's.
    expect(fixture.key(GDK_KEY_space, GDK_SHIFT_MASK), equals: .unhandled)
  }

  // MARK: Place, zoom, title

  @Test func placeAndZoomAreKept() async throws {
    // The place of each article.
    try await fixture.read(0)
    fixture.view.list.scroll(byLogicalPixels: 1_234)
    try await expect(fixture.settle { fixture.view.list.isLaidOutAtItsOffset })
    let first = try require(fixture.view.list.visibleRows.first)
    fixture.key(GDK_KEY_j)
    try await fixture.drawn()
    expect(fixture.view.list.contentOffset, equals: 0)
    fixture.key(GDK_KEY_k)
    try await fixture.drawn()
    try await expect(fixture.settle { fixture.view.list.visibleRows.first == first })
    // Also after the list, and where the text has another size.
    fixture.activate("back")
    fixture.page.view.zoom = 1.5
    try await fixture.read(0)
    try await expect(fixture.settle { fixture.view.list.visibleRows.first == first })
    // Zoom keeps the line at the top, and holds for all articles.
    fixture.activate("zoom-normal")
    try await fixture.read(0)
    let list = fixture.view.list
    list.scroll(byLogicalPixels: 1_500)
    try await expect(fixture.settle { list.isLaidOutAtItsOffset })
    let top = try require(list.visibleRows.first)
    let offset = list.contentOffset
    for action in ["zoom-in", "zoom-in", "zoom-in"] {
      fixture.activate(action)
      try await expect(fixture.settle { list.isLaidOutAtItsOffset })
      expect(list.visibleRows.first, equals: top)
    }
    expect(fixture.view.zoom == 1.5 && list.contentOffset > offset + 300)
    fixture.key(GDK_KEY_j)
    try await fixture.drawn()
    expect(fixture.view.zoom, equals: 1.5)
    fixture.key(GDK_KEY_k)
    try await fixture.drawn()
    fixture.activate("zoom-normal")
    try await expect(fixture.settle { list.isLaidOutAtItsOffset && list.visibleRows.first == top })
    fixture.activate("zoom-out")
    expect(fixture.view.zoom, equals: 0.9)
    // The wheel zooms with whole steps.
    fixture.activate("zoom-normal")
    for turn in [-0.4, -0.4, -0.4] { page.gestures.zoom(byWheel: turn) }
    expect(fixture.view.zoom, equals: 1.1)
    page.gestures.zoom(byWheel: 2)
    expect(fixture.view.zoom, equals: 0.9)
    // Zoom keeps the line inside a long paragraph.
    fixture.activate("zoom-normal")
    let text = (0..<120).map { "Sentence \($0) of one long paragraph." }.joined(separator: " ")
    try await fixture.open([ArticleFixture.item("One", "<p>\(text)")], name: "one.xml")
    try await fixture.read(0, section: 1)
    list.scroll(byLogicalPixels: 700)
    try await expect(fixture.settle { list.isLaidOutAtItsOffset })
    let middle = list.contentOffset
    let start = try require(list.textPosition(at: Point(x: 200, y: 1))?.position)
    let line = try require(list.line(around: start))
    /// Of the line's first character from the top of the viewport.
    func distance() -> Double? {
      list.textRectangles(of: start.row, bytes: line.lowerBound..<line.lowerBound + 1).first?.minY
    }
    for _ in 0..<4 {
      fixture.activate("zoom-in")
      try await expect(fixture.settle { list.isLaidOutAtItsOffset })
      // At most a line is above it, however many lines there were.
      expect(distance().map { (-50...10).contains($0) }, equals: true, "\(distance() ?? .nan)")
    }
    fixture.activate("zoom-normal")
    try await expect(fixture.settle { list.isLaidOutAtItsOffset && list.contentOffset == middle })
  }

  // MARK: Find

  private var status: String { FindBar.status(of: fixture.view.finder.find) }

  @Test func textIsFoundAsItIsTyped() async throws {
    expect(!fixture.isEnabled("find"))
    try await fixture.read(0)
    fixture.activate("find")
    expect(page.findBar.field.isOpen && status == "")
    page.findBar.field.text = "facade"
    try await expect(fixture.settle { status == "1 of 120" })
    let row = try require(fixture.view.finder.find?.currentMatch?.range.lowerBound.row)
    expect(fixture.view.document.row(at: row.row).text.hasPrefix("Paragraph 0 "))
    // All matches on screen are marked, and the current one more so.
    let marks = fixture.view.list.textHighlights.map { highlights in
      fixture.view.list.visibleRows.flatMap { highlights($0) }
    }
    expect((marks?.count ?? 0) > 5 && Set(marks?.map(\.color.opacity) ?? []).count == 2)
    for _ in 0..<60 { page.findBar.activated() }
    expect(status, equals: "61 of 120")
    let current = try require(fixture.view.finder.find?.currentMatch?.range)
    try await expect(
      fixture.settle {
        fixture.view.list.isLaidOutAtItsOffset
          && !fixture.view.list.textRectangles(
            of: current.lowerBound.row, bytes: current.lowerBound.offset..<current.upperBound.offset
          ).isEmpty
      })
    fixture.activate("find-previous")
    expect(status, equals: "60 of 120")
    page.findBar.field.text = "facade "
    page.findBar.field.text = "no such words"
    try await expect(fixture.settle { status == "No matches" })
    page.findBar.field.text = "Paragraph 99"
    try await expect(fixture.settle { status == "1 of 1" })
    // Escape leaves the match selected.
    fixture.key(GDK_KEY_Escape)
    expect(!page.findBar.field.isOpen && page.isShown && fixture.view.finder.find == nil)
    expect(fixture.view.selection.selectedText, equals: "Paragraph 99")
    expect(gtk_root_get_focus(window.pointer.opaque), equals: fixture.view.list.widget.pointer)
    // What is selected is looked for the next time.
    fixture.activate("find")
    expect(page.findBar.field.text == "Paragraph 99" && status == "1 of 1")
    fixture.activate("next-article")
    expect(!page.findBar.field.isOpen)
  }
  @Test func whatIsFoundIsBroughtIntoView() async throws {
    // Deep inside a long row.
    let text = (0..<190).map { "line \($0)" }.joined(separator: "\n")
    try await fixture.open([ArticleFixture.item("Code", "<pre>\(text)</pre>")], name: "code.xml")
    try await fixture.read(0, section: 1)
    fixture.activate("find")
    page.findBar.field.text = "line 150"
    try await expect(fixture.settle { status == "1 of 1" && fixture.view.list.isLaidOutAtItsOffset })
    let range = try require(fixture.view.finder.find?.currentMatch?.range)
    try await expect(
      fixture.settle {
        let frame = fixture.view.list.textRectangles(
          of: range.lowerBound.row, bytes: range.lowerBound.offset..<range.upperBound.offset
        ).first
        let height = Double(gtk_widget_get_height(fixture.view.scroller))
        return frame.map { $0.minY >= 0 && $0.maxY <= height } == true
      })
    // In a long article, which is searched off the main thread.
    let paragraphs = (0..<3_000).map { "<p>Paragraph \($0) of many, with some more words to fill it." }
    try await fixture.open([ArticleFixture.item("Huge", paragraphs.joined())], name: "huge.xml")
    try await fixture.read(0, section: 2)
    fixture.activate("find")
    fixture.view.finder.search(for: "paragraph")
    // The beginning is searched at once.
    expect(fixture.view.finder.isBusy && fixture.view.finder.find?.current == 0)
    expect(status.hasPrefix("1 of ") && status.hasSuffix("…"))
    try await expect(fixture.settle { status == "1 of \(EntryCount.grouped(3_000))" })
    expect(!fixture.view.finder.isBusy)
    // A new text ends the search for the one before.
    fixture.view.finder.search(for: "many")
    fixture.view.finder.search(for: "words")
    fixture.view.finder.search(for: "Paragraph 2999")
    try await expect(fixture.settle { status == "1 of 1" })
    // In a disclosure, which it opens.
    try await fixture.open(
      [ArticleFixture.item("D", "<p>a<details><summary>More</summary><p>a needle</details>")], name: "d.xml")
    try await fixture.read(0, section: 3)
    expect(!fixture.texts.contains("a needle"))
    fixture.activate("find")
    fixture.view.finder.search(for: "needle")
    expect(fixture.texts.contains("a needle"))
  }

  // MARK: Menus and shortcuts

  @Test func shortcutsHaveActionsAndTheContextMenuOffersWhatCanBeDone() async throws {
    for shortcut in Shortcut.groups.flatMap(\.shortcuts) {
      for key in shortcut.shownKeys.split(separator: " ") {
        expect(gtk_accelerator_parse(String(key), nil, nil) != 0, "\(key)")
      }
      guard let action = shortcut.action, action.hasPrefix("win.") else { continue }
      let name = action.dropFirst(4).prefix { $0 != ":" }
      expect(g_action_group_has_action(window.pointer.opaque, String(name)) != 0, "\(name)")
    }
    try await fixture.open(
      [ArticleFixture.item("L", "<p>a <a href='https://l.example/'>link</a>")], name: "l.xml")
    try await fixture.read(0, section: 1)
    fixture.key(GDK_KEY_Tab)
    let link = try require(fixture.view.links.focused)
    func actions(_ items: [Menu.Item]) -> [String] {
      items.flatMap { item -> [String] in
        switch item {
        case .action(_, let action, _): [action]
        case .section(_, let items), .submenu(_, let items): actions(items)
        case .keyedAction(_, let action, _): [action]
        case .liveSubmenu, .widget: []
        }
      }
    }
    let ofText = [
      "article.copy", "article.select-all", "win.find", "win.copy-entry-link", "win.open-link", "win.print",
    ]
    expect(actions(ArticlePage.menuItems(of: nil)), equals: ofText)
    expect(
      actions(ArticlePage.menuItems(of: link)), equals: ["article.open-link", "article.copy-link"] + ofText)
    expect(fixture.key(GDK_KEY_F10, GDK_SHIFT_MASK), equals: .handled)
    let popover = try require(
      WidgetTree.widgets(below: page.widget).first {
        g_type_check_instance_is_a($0.cast(), gtk_popover_menu_get_type()) != 0
      })
    var rectangle = GdkRectangle()
    expect(gtk_popover_get_pointing_to(popover.cast(), &rectangle) != 0)
    // At the link.
    let frame = try require(
      fixture.view.list.textRectangles(of: link.row, text: link.text ?? 0, bytes: link.bytes).first)
    expect(abs(Double(rectangle.x) - frame.minX) <= 1 && abs(Double(rectangle.y) - frame.maxY) <= 1)
  }
}

/// What goes from article to article, and zooms, without a window.
struct ArticleReadingRulesTests {
  @Test func theSearchForUnreadEntriesSkipsOutlinesAndGoesRound() {
    func row(_ name: String, feed: String? = nil) -> FeedRow {
      var details = EntryDetails()
      details.feedAddress = feed
      let entry = FeedEntry(key: name, details: details)
      let context = RowContext(
        path: "", format: feed == nil ? .rss : .opml, now: 0, clock: .current, feedTitle: name,
        feed: Feed(format: .rss))
      return FeedRow(entry, context.texts(of: entry), context: context)
    }
    func place(_ section: Int, _ row: Int) -> RowIndexPath { RowIndexPath(section: section, row: row) }
    let library = FeedLibrary()
    library.sections = [
      [row("a"), row("o", feed: "https://f.example/"), row("b")], [], [row("p", feed: "x")], [row("c")],
    ].enumerated().map {
      LibrarySection(key: ItemKey("\($0)"), path: nil, ownTitle: nil, title: "", rows: $1, feedKey: "")
    }
    expect(library.sections.article(true, from: place(0, 0)), equals: place(0, 1))
    expect(library.sections.article(true, from: place(0, 2)), equals: place(2, 0))
    expect(library.sections.article(true, from: place(3, 0)) == nil)
    expect(library.sections.article(false, from: place(3, 0)), equals: place(2, 0))
    expect(library.sections.article(false, from: place(0, 0)) == nil)
    library.sections[3].rows[0].setMarks(.read)
    expect(library.sections.unreadArticle(true, from: place(0, 2)), equals: place(0, 0))
    library.sections[0].rows[0].setMarks(.read)
    expect(library.sections.unreadArticle(true, from: place(0, 2)) == nil)
    expect(library.sections.place(of: library.sections[3].rows[0], near: place(0, 0)), equals: place(3, 0))
  }

  @Test func swipesGoBackSidewaysAndZoomStopsAtTheLastSize() {
    // Swipes go back only sideways.
    expect(ArticleGestures.isBack(x: 900, y: 100, isRightToLeft: false))
    expect(!ArticleGestures.isBack(x: 900, y: 600, isRightToLeft: false))
    expect(!ArticleGestures.isBack(x: 100, y: 0, isRightToLeft: false))
    expect(!ArticleGestures.isBack(x: -900, y: 0, isRightToLeft: false))
    expect(ArticleGestures.isBack(x: -900, y: 100, isRightToLeft: true))
    // Zoom goes through the sizes and stops at the last.
    expect(ArticleView.zoom(1, steps: 1) == 1.1 && ArticleView.zoom(1, steps: -2) == 0.8)
    expect(ArticleView.zoom(3, steps: 1) == 3 && ArticleView.zoom(0.5, steps: -9) == 0.5)
    expect(ArticleView.zoom(nearestTo: 1.36) == 1.25 && ArticleView.zoom(nearestTo: 99) == 3)
  }
}
