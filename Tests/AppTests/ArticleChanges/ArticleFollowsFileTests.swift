import CGtk
import Expectations
import Foundation
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import FeedViewer
@testable import VirtualList

/// An article that is read while its file changes.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleFollowsFileTests {
  private let fixture: ArticleFixture
  private var view: ArticleView { fixture.view }
  private var window: ViewerWindow { fixture.window }
  private static let gone = "No longer in the file"

  init() async throws {
    fixture = try ArticleFixture()
    try await fixture.open([item(), Self.second, Self.third])
    try await fixture.read(0)
  }

  private static let second = ArticleFixture.item("Second", "<p>the second")
  private static let third = ArticleFixture.item("Third", "<p>the third")

  /// The entry that is read.
  private func item(before: String = "", paragraphs: (Int) -> String = { "paragraph \($0)" }) -> String {
    ArticleFixture.item(
      "First",
      before
        + (0..<200).map { number in
          number == 104 ? "<p>104 <a href='https://a.example/'>link</a> end" : "<p>\(paragraphs(number))"
        }.joined())
  }

  /// How a file is read again.
  nonisolated enum Reading: CaseIterable {
    /// It has changed: all of it is read.
    case small
    /// It has changed, and is so large that only what has changed is read.
    case large
    /// The reader asks for it.
    case reload
  }

  /// Writes the file again, and waits until it was read and nothing more is done.
  private func write(_ items: [String], _ reading: Reading = .small) async throws {
    let isReloaded = reading == .reload
    var items = items
    if reading == .large {
      items.append(ArticleFixture.item("Large", "<p>\(String(repeating: "much text ", count: 8_000))"))
    }
    let version = window.library.contentVersion
    // A reload may come before the change is noticed.
    if isReloaded { window.library.watches = [:] }
    try fixture.folder.write(
      "<rss><channel><title>Notes</title>\(items.joined())</channel></rss>", to: "notes.xml")
    if isReloaded { fixture.activate("reload") }
    try await expect(
      fixture.settle {
        window.library.contentVersion > version && !window.library.isLoading && window.isComplete
          && window.library.entryCount == items.count
      })
  }

  /// Scrolls so that a paragraph is at the top.
  private func scroll(to text: String) async throws {
    view.list.scroll(to: .row(try fixture.row(of: text)), alignment: .top)
    try await expect(fixture.settle { (try? top()) == text && view.list.isLaidOutAtItsOffset })
  }

  private func top() throws -> String {
    let row = try require(view.list.row(atY: 1))
    return view.document.row(at: row.row).text
  }

  private func y(of text: String) throws -> Int {
    try require(view.list.paintedY(of: .row(try fixture.row(of: text))))
  }

  private var showsGone: Bool {
    WidgetTree.texts(below: fixture.page.widget).contains(Self.gone)
  }

  @Test(arguments: Reading.allCases)
  func theSameTextStaysAnotherTakesItsPlaceAndAnEntryThatHasGoneStaysReadable(reading: Reading) async throws {
    if reading == .large { try await write([item(), Self.second], reading) }
    try await scroll(to: "paragraph 100")
    let generation = view.dataSource.generation
    let y = try y(of: "paragraph 101")
    try await write(
      [ArticleFixture.item("New", "<p>new"), item(), Self.second], reading)
    expect(view.dataSource.generation, equals: generation)
    try expect(self.y(of: "paragraph 101"), equals: y)
    expect(window.list.selectedRow, equals: RowIndexPath(section: 0, row: 1))
    expect(fixture.page.row == window.library.row(at: RowIndexPath(section: 0, row: 1)))
    expect(!fixture.page.isGone && !showsGone)
    // Another text takes its place.
    let before = (0..<5).map { "<p>new \($0)" }.joined()
    try await write(
      [item(before: before) { $0 == 100 ? "paragraph 100 and more" : "paragraph \($0)" }, Self.second],
      reading)
    expect(fixture.texts.contains("new 4") && fixture.texts.contains("paragraph 199"))
    try await expect(fixture.settle { view.list.isLaidOutAtItsOffset })
    try expect(top(), equals: "paragraph 100 and more")
    try expect(self.y(of: "paragraph 101"), equals: y)
    expect(view.isExact && !fixture.page.isGone)
    // The entry has gone.
    let shown = view.dataSource.generation
    try await write([Self.second, Self.third], reading)
    expect(fixture.page.isShown && fixture.page.isGone)
    try await expect(fixture.settle { showsGone })
    expect(view.dataSource.generation == shown && fixture.texts.contains("paragraph 101"))
    expect(window.list.selection.rows.isEmpty && window.list.selectedRow == nil)
    // Once more, without a change of it.
    try await write([Self.second, Self.third, ArticleFixture.item("New", "<p>new")])
    expect(showsGone && window.list.selectedRow == nil)
    // It is back, with another text.
    try await write([Self.second, item(before: "<p>back")])
    expect(!fixture.page.isGone && !showsGone)
    try await expect(fixture.settle { fixture.texts.contains("back") })
  }

  @Test func whatIsReadStaysInItsPlaceInAChangedText() async throws {
    // The beginning stays the beginning.
    try await write([item(before: "<p>new"), Self.second])
    expect(fixture.texts.contains("new") && view.list.contentOffset == 0)
    // Changed markup is another text.
    let html = item().replacing("https://a.example/", with: "https://b.example/")
    try await write([html, Self.second])
    try expect(view.links.links(in: fixture.row(of: "104 link end")).map(\.address) == ["https://b.example/"])
    // A paragraph that has gone makes room for the next.
    try await scroll(to: "paragraph 100")
    let other = (0..<200).filter { !(90...110).contains($0) }.map { "<p>paragraph \($0)" }.joined()
    try await write([ArticleFixture.item("First", other), Self.second])
    try await expect(fixture.settle { view.list.isLaidOutAtItsOffset })
    try expect(top(), equals: "paragraph 111")
    // What is selected, found and focused stays.
    try await write([item(), Self.second])
    try await scroll(to: "paragraph 100")
    let row = try fixture.row(of: "104 link end")
    let link = try require(view.links.links(in: row).first)
    // A click takes the focus to the text.
    try fixture.press("paragraph 102", 3, count: 2)
    view.links.focus(link)
    try await expect(fixture.settle { view.links.focusedTarget == link })
    expect(view.selection.selectedText, equals: "paragraph")
    view.finder.begin(at: ListTextPosition(row: row, offset: 0))
    view.finder.search(for: "paragraph 105")
    try await expect(fixture.settle { view.finder.find?.isComplete == true })
    let top = try top()
    try await write([item(before: "<p>new") { $0 == 3 ? "other" : "paragraph \($0)" }, Self.second])
    expect(fixture.texts.contains("other"))
    expect(view.selection.selectedText, equals: "paragraph")
    let selectedRow = try fixture.row(of: "paragraph 102")
    expect(view.selection.selection?.range.lowerBound.row, equals: selectedRow)
    expect(view.links.focusedTarget?.address, equals: link.address)
    expect(view.links.focusedTarget?.row.row, equals: row.row + 1)
    try await expect(fixture.settle { view.finder.find?.isComplete == true })
    let match = try require(view.finder.find?.currentMatch)
    let matchRow = try fixture.row(of: "paragraph 105")
    expect(match.range.lowerBound.row, equals: matchRow)
    try expect(self.top(), equals: top)
    // What was selected has gone.
    try await write([item { $0 == 102 ? "gone" : "paragraph \($0)" }, Self.second])
    expect(!view.selection.hasSelection)
  }

  @Test func theReaderGoesOnFromAnEntryThatHasGoneAndTheArticleOfALostFileStays() async throws {
    window.panes.front = .article
    fixture.key(GDK_KEY_j)
    try await expect(fixture.settle { fixture.page.row?.title == "Second" && window.isComplete })
    try await write([item(), Self.third])
    expect(fixture.page.isGone && fixture.isEnabled("next-article") && fixture.isEnabled("previous-article"))
    fixture.key(GDK_KEY_j)
    try await expect(fixture.settle { fixture.page.row?.title == "Third" && window.isComplete })
    expect(window.list.selectedRow == RowIndexPath(section: 0, row: 1) && !showsGone)
    try await write([item()])
    expect(fixture.page.isGone)
    fixture.key(GDK_KEY_k)
    try await expect(fixture.settle { fixture.page.row?.title == "First" && window.isComplete })
    // The file has gone.
    expect(unlink("\(fixture.folder.path)/notes.xml"), equals: 0)
    try await expect(fixture.settle { !window.library.problems.isEmpty && !window.library.isLoading })
    expect(fixture.page.isShown && !fixture.page.isGone && !showsGone)
    expect(window.list.selectedRow, equals: RowIndexPath(section: 0, row: 0))
    expect(fixture.texts.contains("paragraph 100"))
  }

  @Test func manyChangesEndWithTheLastText() async throws {
    // The first one while the article is still being read.
    fixture.key(GDK_KEY_j)
    fixture.key(GDK_KEY_k)
    for number in 0..<60 {
      try fixture.folder.write(
        "<rss><channel><title>Notes</title>\(item(before: "<p>change \(number)"))</channel></rss>",
        to: "notes.xml")
      for _ in 0..<number % 7 { _ = g_main_context_iteration(nil, 0) }
      if number.isMultiple(of: 5) { try await Task.sleep(for: .milliseconds(20)) }
    }
    try await expect(
      fixture.settle {
        window.isComplete && !window.library.isLoading && fixture.texts.contains("change 59")
      })
    expect(fixture.texts.contains("First") && fixture.page.row?.title == "First" && !fixture.page.isGone)
  }
}
