import CGtk
import Expectations
import FeedViewerFeeds
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import TestRuns
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import FeedViewer
@testable import VirtualList

/// Going on to another article while the one before is still being read, decoded and measured.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct NextArticleTests {
  private let fixture: ArticleFixture
  private var view: ArticleView { fixture.view }

  init() throws { fixture = try ArticleFixture(pictureProgram: PictureProgram.path) }

  /// Writes pictures of their own for each article, without declared sizes.
  private func pictures(of article: Int, count: Int = 6) throws -> String {
    try (0..<count).map { number in
      let name = "\(article)-\(number).gif"
      try Data(AnimatedPicture.gif(width: 40, height: 30, [.init(color: 1)])).write(
        to: URL(filePath: "\(fixture.folder.path)/\(name)"))
      return "<p>Picture \(number).</p><img src='\(name)'>"
    }.joined()
  }

  @Test func picturesThatArriveLateLayOutNoRowsOfTheNextArticle() async throws {
    let items = try (0..<16).map { number in
      ArticleFixture.item(
        "Article \(number)", number.isMultiple(of: 2) ? try pictures(of: number) : "<p>short</p>")
    }
    try await fixture.open(items)
    var turns = 0
    let pictureIsDecoded = view.appearance.onPictureSize
    var keys: [IdleSource] = []
    view.appearance.onPictureSize = { [view = view, window = fixture.window] path, width, height in
      pictureIsDecoded(path, width, height)
      expect(!view.isExact)
      // As the key does it, before the rows are laid out again that wait for that.
      keys.append(
        IdleSource(priority: G_PRIORITY_HIGH) {
          guard !view.isExact else { return .done }
          turns += 1
          window.turn(.next)
          return .done
        })
    }
    let first = RowIndexPath(section: 0, row: 0)
    fixture.window.list.select(first)
    fixture.window.listView(fixture.window.list, didActivate: first)
    for number in 1..<16 where !number.isMultiple(of: 2) {
      try await expect(
        fixture.settle {
          fixture.page.row?.title == "Article \(number)" && fixture.window.isComplete
            && view.document.count > 0
        })
      expect(view.isExact && view.list.geometry.elementCount == view.document.count)
      expect(fixture.texts.contains("short"))
      fixture.window.turn(.next)
    }
    expect(turns, equals: 8)
  }

  @Test func keysPressedQuicklyShowTheLastArticle() async throws {
    let items = try (0..<40).map { number in
      ArticleFixture.item(
        "Article \(number)", number.isMultiple(of: 2) ? try pictures(of: number, count: 3) : "<p>short</p>")
    }
    try await fixture.open(items)
    try await fixture.read(0)
    // Different numbers of steps of the main loop between the keys: pictures, rows and texts are in all states.
    for number in 1..<40 {
      fixture.key(GDK_KEY_j)
      for step in 0..<number % 13 {
        _ = g_main_context_iteration(nil, 0)
        if step.isMultiple(of: 4) { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
    try await expect(fixture.settle { fixture.window.isComplete && view.isExact && view.document.count > 0 })
    expect(fixture.page.row?.title == "Article 39" && fixture.texts.contains("short"))
    expect(view.list.geometry.elementCount, equals: view.document.count)
  }

  // MARK: What waits to be done

  nonisolated enum Text: CaseIterable {
    case short, paragraphs, longParagraph, code, wideTable, disclosures

    var document: ArticleDocument {
      let words = (0..<TestRun.count(3_000, full: 9_000)).map { "word\($0)" }.joined(separator: " ")
      let html =
        switch self {
        case .short: "<p>short"
        case .paragraphs: (0..<300).map { "<p>paragraph \($0)" }.joined()
        case .longParagraph: "<p>\(words)"
        case .code: "<pre>\((0..<6).map { "let x\($0) = \(words)" }.joined(separator: "\n"))</pre>"
        case .wideTable:
          "<table>"
            + (0..<30).map { row in
              "<tr>" + (0..<120).map { "<td>\(row == $0 % 30 ? words.prefix($0 * 9) : "cell")" }.joined()
            }.joined() + "</table>"
        case .disclosures:
          (0..<40).map { "<details><summary>\($0)</summary><p>hidden \($0)</details>" }.joined()
        }
      var document = ArticleDocument(title: "\(self)")
      document.append(ArticleSource(format: .html, text: html).article())
      return document
    }
  }

  /// The heights of all rows once everything is known of them.
  private func heights() async throws -> [Int] {
    // What is on screen is measured by the next layout.
    try await expect(
      fixture.settle {
        view.isExact && view.list.isComplete && view.list.isPrecacheFinished
          && view.list.geometry.unmeasuredCount == 0
      })
    let geometry = view.list.geometry
    return (0..<geometry.elementCount).map {
      geometry.height(of: .row(RowIndexPath(section: 0, row: $0))).value
    }
  }

  @Test func nothingThatWaitsReachesTheNextDocument() async throws {
    try await fixture.open([ArticleFixture.item("Article", "<p>text")])
    try await fixture.read(0)
    for next in Text.allCases {
      view.show(next.document)
      let expected = try await heights()
      expect(expected.count, equals: view.document.count, "\(next)")
      let steps = [0, 2, 9, 40]
      let first = Text.allCases.firstIndex(of: next) ?? 0
      for (number, before) in Text.allCases.enumerated() {
        for steps in TestRun.isFull ? steps[...] : steps[(first + number) % 4...(first + number) % 4] {
          view.show(before.document)
          for _ in 0..<steps { _ = g_main_context_iteration(nil, 0) }
          view.reloadLater(Array(0..<view.document.count))
          view.links.focus(
            view.links.targets(in: RowIndexPath(section: 0, row: view.document.count - 1)).first)
          view.show(next.document)
          // A widget of the document before may still be pressed by an assistive tool.
          view.toggleDisclosure(39)
          if next == .disclosures { view.toggleDisclosure(39) }
          try await expect(heights(), equals: expected, "\(next) after \(before), \(steps)")
          expect(view.links.focusedTarget == nil)
        }
      }
    }
    // A style that was not noticed yet is taken before the list has other rows.
    view.show(Text.paragraphs.document)
    _ = try await heights()
    view.list.scroll(to: .row(RowIndexPath(section: 0, row: 290)), alignment: .top)
    try await expect(fixture.settle { view.list.visibleRows.contains(RowIndexPath(section: 0, row: 291)) })
    let present = view.typography
    view.typography = ArticleTypography()
    expect(view.typography != present)
    view.show(Text.short.document)
    expect(view.typography, equals: present)
    try await expect(heights().count, equals: view.document.count)
  }

  @Test func whatThePointerHasBegunEndsWithItsDocument() async throws {
    let link = "<p><a href='https://a.example/'>A link</a></p>"
    try await fixture.open([ArticleFixture.item("One", link), ArticleFixture.item("Two", link)])
    var opened: [String] = []
    fixture.page.links.launch = { opened.append($0) }
    try await fixture.read(0)
    let point = try fixture.point(of: "A link", byte: 3)
    view.selection.pressed(count: 1, at: point, extends: false)
    fixture.key(GDK_KEY_j)
    try await expect(fixture.settle { fixture.page.row?.title == "Two" })
    try await fixture.drawn()
    try expect(fixture.point(of: "A link", byte: 3), equals: point)
    view.selection.released(at: point)
    expect(opened.isEmpty)
  }
}
