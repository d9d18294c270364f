import CGtk
import Expectations
import FeedViewerRows
import Foundation
import LayoutCore
import Testing
import VirtualList
import WidgetTesting

@testable import FeedViewer

/// Animated pictures of an article play on demand only.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct AnimatedPictureTests {
  private let fixture: ArticleFixture
  private var view: ArticleView { fixture.view }
  private let red: UInt32 = 0xFFFF_0000

  init() async throws {
    fixture = try ArticleFixture(pictureProgram: PictureProgram.path)
    let gif = AnimatedPicture.gif(
      width: 120, height: 90,
      [.init(color: 1, delay: 4), .init(color: 2, delay: 4), .init(color: 3, delay: 4)])
    for name in ["a.gif", "b.gif"] {
      try Data(gif).write(to: URL(filePath: fixture.folder.path + "/\(name)"))
    }
    try Data(AnimatedPicture.gif(width: 120, height: 90, [.init(color: 1)])).write(
      to: URL(filePath: fixture.folder.path + "/still.gif"))
    let text = (0..<60).map { "<p>Paragraph \($0)." }.joined()
    try await fixture.open([
      ArticleFixture.item(
        "Pictures",
        "<p>Before<p><img src='a.gif' alt='A cat' width=120 height=90>"
          + "<p><a href='https://a.example/'><img src='b.gif' alt='A linked cat' width=120 height=90></a>"
          + "<p><img src='still.gif' alt='A dog' width=120 height=90>\(text)")
    ])
    try await fixture.read(0)
    try await expect(
      fixture.settle { rows.count == 2 && rows.allSatisfy { view.animationState(in: $0) != nil } })
    try require(rows.count == 2)
  }

  /// The rows of the animated pictures.
  private var rows: [RowIndexPath] {
    ["A cat", "A linked cat"].compactMap { words in
      (0..<view.document.count).first { view.document.row(at: $0).picture?.words == words }
        .map { RowIndexPath(section: 0, row: $0) }
    }
  }

  private func frame(_ row: RowIndexPath) throws -> Rect {
    try require(view.list.frame(of: ElementTag(rawValue: 4), in: row))
  }

  private func middle(_ row: RowIndexPath) throws -> Point {
    let frame = try frame(row)
    return Point(x: (frame.minX + frame.maxX) / 2, y: (frame.minY + frame.maxY) / 2)
  }

  private func click(_ point: Point) {
    view.selection.pressed(count: 1, at: point, extends: false)
    view.selection.released(at: point)
  }

  /// The colour of a picture near its corner, as it is drawn.
  private func color(of row: RowIndexPath) async throws -> UInt32 {
    let frame = try frame(row)
    var image: PixelImage?
    try await expect(
      fixture.settle {
        image = PixelImage(lastFrameOf: view.list.widget.pointer)
        return image != nil
      })
    let drawn = try require(image)
    return drawn.pixels[(Int(frame.minY) + 6) * drawn.width + Int(frame.minX) + 6]
  }

  private func settle(until condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<6_000 {
      if try await condition() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  @Test func picturesPlayOnlyOnDemandAndStopOutsideTheViewAndWithTheirArticle() async throws {
    for row in rows { expect(view.animationState(in: row), equals: .stopped) }
    expect(
      view.document.row(at: rows[0].row).picture?.isAnimated == true
        && (0..<view.document.count).filter { view.document.row(at: $0).picture?.isAnimated == true }.count
          == 2
    )
    // Longer than the first frame is shown.
    try await Task.sleep(for: .milliseconds(200))
    try await expect(color(of: rows[0]), equals: red)
    click(try middle(rows[0]))
    expect(view.animationState(in: rows[0]), equals: .playing)
    try await expect(settle { try await color(of: rows[0]) != red })
    click(try middle(rows[0]))
    expect(view.animationState(in: rows[0]), equals: .paused)
    let paused = try await color(of: rows[0])
    try await Task.sleep(for: .milliseconds(200))
    try await expect(color(of: rows[0]), equals: paused)
    click(try middle(rows[0]))
    expect(view.animationState(in: rows[0]), equals: .playing)
    view.list.scrollToEnd(forward: true)
    try await expect(fixture.settle { view.animationState(in: rows[0]) == .stopped })
    view.list.scrollToEnd(forward: false)
    try await expect(fixture.settle { view.list.frame(of: ElementTag(rawValue: 4), in: rows[0]) != nil })
    expect(view.animationState(in: rows[0]), equals: .stopped)
    // Until it is decoded again there is nothing to play.
    try await expect(fixture.settle { fixture.window.isComplete })
    try await expect(settle { try await color(of: rows[0]) == red })
    click(try middle(rows[0]))
    expect(view.animationState(in: rows[0]), equals: .playing)
    let row = rows[0]
    fixture.page.close()
    try await expect(fixture.settle { view.animationState(in: row) == .stopped })
  }

  /// A linked picture plays at its sign; elsewhere it is a link, which the keyboard finds first.
  @Test func linkedPicturesStayLinksAndKeysAndTheMenuPlayThePicture() async throws {
    var opened: [String] = []
    fixture.page.links.launch = { opened.append($0) }
    click(try middle(rows[1]))
    expect(opened.isEmpty && view.animationState(in: rows[1]) == .playing)
    let corner = try frame(rows[1])
    click(Point(x: corner.minX + 3, y: corner.minY + 3))
    try await expect(fixture.settle { opened == ["https://a.example/"] })
    var found: [Bool] = []
    for _ in 0..<3 {
      expect(view.links.moveFocus(forward: true))
      _ = try await fixture.settle { view.links.focused != nil || view.links.focusedAnimation != nil }
      found.append(view.links.focused != nil)
    }
    expect(found, equals: [false, true, false])
    // Keys and the menu play the other one.
    view.links.focus(nil)
    expect(view.links.moveFocus(forward: true))
    try await expect(fixture.settle { view.links.focusedAnimation == rows[0] })
    fixture.key(GDK_KEY_space)
    expect(view.animationState(in: rows[0]), equals: .playing)
    fixture.key(GDK_KEY_space)
    expect(view.animationState(in: rows[0]), equals: .paused)
    fixture.page.popUpMenu(of: nil, at: try middle(rows[0]))
    g_action_group_activate_action(fixture.page.actions.pointer.opaque, "play", nil)
    expect(view.animationState(in: rows[0]), equals: .playing)
    expect(
      ArticlePage.menuItems(of: nil, animation: .playing).contains {
        if case .section(nil, let items) = $0,
          case .action("_Pause Animation", "article.play", nil)? = items.first
        {
          true
        } else {
          false
        }
      })
  }

  /// Without animations of the desktop nothing changes: nothing moves unasked anyway.
  @Test func picturesPlayOnDemandWithoutAnimationsOfTheDesktop() async throws {
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setAnimations(false)
    expect(view.animationState(in: rows[0]), equals: .stopped)
    click(try middle(rows[0]))
    try await expect(settle { try await color(of: rows[0]) != red })
  }
}
