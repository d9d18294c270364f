import CGtk
import Expectations
import FeedViewerRows
import GtkInterop
import LayoutCore
import Testing
import VirtualList
import WidgetTesting

@testable import FeedViewer

/// Fingers on a touch screen and on a touchpad, as the X server reports them, on an article in the window.
@Suite(
  "Article devices", .serialized,
  .enabled("needs an X server that can be started with the dummy and inputtest drivers, and xinput") {
    await MainActor.run { Program.hasDisplay && TestDisplay.isReady && InputTestServer.shared != nil }
  })
struct ArticleDeviceTests {
  private let server: InputTestServer
  private let fixture: ArticleFixture
  private var list: ListView { fixture.view.list }
  private static let code = (0..<60).map { "let x\($0) = 1;" }.joined(separator: " ")

  init() async throws {
    server = try require(InputTestServer.shared)
    fixture = try ArticleFixture()
    gtk_window_set_display(fixture.window.pointer, server.display)
    // The pointer, which is in the middle of the screen, is over it.
    gtk_window_set_default_size(fixture.window.pointer, 660, 900)
    let paragraphs = (0..<120).map { "<p>paragraph \($0) with some words" }.joined()
    try await fixture.open(
      [
        ArticleFixture.item(
          "Long", "<p>first <a href=\"https://x.example/\">link</a></p><pre>\(Self.code)</pre>\(paragraphs)"),
        ArticleFixture.item("Other", "<p>other"),
      ])
    try await fixture.read(0)
    try await expect(fixture.settle { !fixture.window.panes.isMoving && list.isLaidOutAtItsOffset })
  }

  /// A point of the list on the screen.
  private func onScreen(_ point: Point) throws -> Point {
    var (x, y) = (0.0, 0.0)
    let window: WidgetPointer = fixture.window.pointer.cast()
    try require(gtk_widget_translate_coordinates(list.widget.pointer, window, point.x, point.y, &x, &y) != 0)
    var (left, top) = (0.0, 0.0)
    gtk_native_get_surface_transform(window.opaque, &left, &top)
    return Point(x: x + left, y: y + top)
  }

  /// Runs the main loop, as long as a finger takes from one report to the next.
  private func wait(milliseconds: Int = 12) async throws {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end {
      while g_main_context_iteration(nil, 0) != 0 {}
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Puts a finger on a point of the list, moves it by steps, and takes it away.
  private func touch(from start: Point, by step: Point, count: Int = 18) async throws {
    var point = try onScreen(start)
    server.touch(.began, x: point.x, y: point.y)
    for _ in 0..<count {
      try await wait()
      point.x += step.x
      point.y += step.y
      server.touch(.moved, x: point.x, y: point.y)
    }
    server.touch(.ended, x: point.x, y: point.y)
    try await wait(milliseconds: 60)
  }

  @Test func aFingerFollowsALinkAndScrollsWideCodeAndTheArticle() async throws {
    var opened: [String] = []
    fixture.page.links.launch = { opened.append($0) }
    let link = try onScreen(fixture.point(of: "first link", byte: 7))
    server.touch(.began, x: link.x, y: link.y)
    try await wait(milliseconds: 40)
    server.touch(.ended, x: link.x, y: link.y)
    try await expect(fixture.settle { opened == ["https://x.example/"] })
    // Wide code scrolls sideways.
    let frame = try require(list.frame(ofRow: try fixture.row(of: Self.code)))
    let y = (frame.minY + frame.maxY) / 2
    func middle() -> Int { list.textPosition(at: Point(x: 430, y: y))?.position.offset ?? 0 }
    let before = middle()
    try await touch(from: Point(x: 500, y: y), by: Point(x: -14, y: 0))
    try await expect(fixture.settle { middle() > before + 10 })
    let moved = middle()
    // Back to its beginning, not to the list.
    try await touch(from: Point(x: 300, y: y), by: Point(x: 14, y: 0))
    try await expect(fixture.settle { middle() < moved })
    expect(fixture.page.isShown && !fixture.view.selection.hasSelection)
    // The article scrolls, and nothing is selected.
    expect(list.contentOffset, equals: 0)
    try await touch(from: Point(x: 400, y: 600), by: Point(x: 0.5, y: -16))
    try await expect(fixture.settle { list.contentOffset > 250 })
    expect(!fixture.view.selection.hasSelection && fixture.page.isShown)
  }

  @Test(arguments: [false, true])
  func aSwipeToWhereTheListIsGoesBack(isRightToLeft: Bool) async throws {
    if isRightToLeft {
      gtk_widget_set_direction(fixture.view.scroller, GTK_TEXT_DIR_RTL)
      gtk_widget_set_direction(list.widget.pointer, GTK_TEXT_DIR_RTL)
      try await expect(fixture.settle { fixture.window.isComplete })
    }
    let step = isRightToLeft ? -16.0 : 16
    // The other way, and down, it does not.
    try await touch(from: Point(x: 430, y: 500), by: Point(x: -step, y: 0.5))
    expect(fixture.page.isShown)
    if !isRightToLeft { try await touch(from: Point(x: 430, y: 200), by: Point(x: 0, y: 12)) }
    expect(fixture.page.isShown)
    try await touch(from: Point(x: 430, y: 500), by: Point(x: step, y: 0.5))
    try await expect(fixture.settle { !fixture.page.isShown && !fixture.window.panes.isMoving })
    expect(!fixture.view.selection.hasSelection)
  }

  @Test func aFingerThatStaysSelectsAWordAndOpensTheMenu() async throws {
    let word = try onScreen(fixture.point(of: "paragraph 1 with some words", byte: 14))
    server.touch(.began, x: word.x, y: word.y)
    try await expect(fixture.settle { fixture.view.selection.selectedText == "with" })
    try await expect(fixture.settle { fixture.page.menu?.isOpen == true })
    server.touch(.ended, x: word.x, y: word.y)
    try await wait(milliseconds: 60)
    expect(fixture.view.selection.selectedText, equals: "with")
  }

  /// GTK counts which widgets are pressed, and warns of it if a finger is taken from another widget than it was put on.
  @Test func twoFingersZoomAlthoughRowsMoveUnderThem() async throws {
    let middle = try onScreen(Point(x: 430, y: 450))
    func move(_ phase: InputTestServer.TouchPhase, by distance: Double) {
      for (finger, side) in [(0, -1.0), (1, 1.0)] {
        server.touch(phase, finger: finger, x: middle.x, y: middle.y + side * distance)
      }
    }
    move(.began, by: 100)
    for step in 1...25 {
      try await wait()
      move(.moved, by: 100 + Double(step) * 6)
    }
    try await expect(fixture.settle { fixture.view.zoom > 2 && list.isLaidOutAtItsOffset })
    move(.ended, by: 250)
    try await wait(milliseconds: 100)
    expect(fixture.view.zoom > 2 && fixture.page.isShown && !fixture.view.selection.hasSelection)
    var child = gtk_widget_get_first_child(list.widget.pointer)
    while let row = child {
      expect(gtk_widget_get_state_flags(row).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue, equals: 0)
      child = gtk_widget_get_next_sibling(row)
    }
  }

  /// Moves two fingers on the touchpad, with the pointer on the middle of the screen.
  private func moveOnTouchpad(_ steps: Double, vertically: Double = 0) async throws {
    for _ in 0..<3 {
      server.scrollTouchpad(-0.01, horizontally: 0.01)
      try await wait(milliseconds: 60)
      server.scrollTouchpad(0)
      try await wait(milliseconds: 110)
    }
    for _ in 0..<12 {
      server.scrollTouchpad(vertically / 12, horizontally: steps / 12)
      try await wait()
    }
    server.scrollTouchpad(0)
    try await wait(milliseconds: 150)
  }

  @Test(arguments: [false, true])
  func twoFingersOnTheTouchpadGoBackToWhereTheListIs(isRightToLeft: Bool) async throws {
    if isRightToLeft {
      gtk_widget_set_direction(fixture.view.scroller, GTK_TEXT_DIR_RTL)
      try await expect(fixture.settle { fixture.window.isComplete })
    }
    // What moves to the right with the fingers was scrolled to the left.
    let back = isRightToLeft ? 6.3 : -6.3
    try await moveOnTouchpad(-back)
    if !isRightToLeft {
      try await moveOnTouchpad(back / 4)
      try await moveOnTouchpad(back, vertically: 6.3)
    }
    expect(fixture.page.isShown)
    try await moveOnTouchpad(back, vertically: 0.2)
    try await expect(fixture.settle { !fixture.page.isShown && !fixture.window.panes.isMoving })
  }

  @Test func aPinchOnTheTouchpadZooms() async throws {
    server.scrollTouchpad(0.01)
    try await wait(milliseconds: 60)
    server.pinch(.began, scale: 1)
    for step in 1...20 {
      server.pinch(.moved, scale: 1 + Double(step) * 0.025)
      try await wait()
    }
    try await expect(fixture.settle { fixture.view.zoom == 1.5 })
    server.pinch(.ended, scale: 1.5)
    try await wait(milliseconds: 60)
    expect(fixture.view.zoom == 1.5 && fixture.page.isShown)
  }
}
