import ArticleRows
import CGtk
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Wheels over an article, as the X server reports them.
@Suite(
  .serialized, .enabled(if: Program.hasDisplay && PointerTool.isInstalled, "needs an X server and xdotool"))
struct ArticleWheelTests {
  private let fixture: ArticleFixture
  private let code = Array(repeating: "word", count: 60).joined(separator: " ")
  private let cell = "column5"

  init() async throws {
    fixture = try ArticleFixture()
    let cells = (0..<40).map { "<td>column\($0)" }.joined()
    let rest = (0..<60).map { "<p>Paragraph \($0)." }.joined()
    try await fixture.open([
      ArticleFixture.item("T", "<p>Before</p><pre>\(code)</pre><table><tr>\(cells)</table>\(rest)")
    ])
    try await fixture.read(0)
  }

  private func left(of text: String, byte: Int) throws -> Double {
    let row = try fixture.row(of: text)
    let number = try #require(fixture.view.document.row(at: row.row).texts.firstIndex { $0.string == text })
    return try #require(
      fixture.view.list.textRectangles(of: row, text: number, bytes: byte..<byte + 1).first?.minX)
  }

  private func isSettled(_ condition: () throws -> Bool) async throws -> Bool {
    try await fixture.settle { (try? condition()) == true }
  }

  /// Moves the pointer to a text. Without a window manager the window is at the corner of the screen.
  private func point(at text: String, byte: Int) async throws {
    let place = try fixture.point(of: text, byte: byte)
    let root = gtk_widget_get_root(fixture.view.list.widget.pointer)!
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(
      fixture.view.list.widget.pointer, UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self),
      place.x, place.y, &x, &y)
    var shadow = (x: 0.0, y: 0.0)
    gtk_native_get_surface_transform(root, &shadow.x, &shadow.y)
    try await PointerTool.run("mousemove", "\(Int(x + shadow.x) + 1)", "\(Int(y + shadow.y))")
    try await Task.sleep(for: .milliseconds(50))
    try await PointerTool.run("mousemove", "\(Int(x + shadow.x))", "\(Int(y + shadow.y))")
    try await Task.sleep(for: .milliseconds(50))
  }

  @Test func sidewaysWheelScrollsCodeAndTables() async throws {
    defer { fixture.close() }
    for (text, byte) in [(code, 40), (cell, 0)] {
      let start = try left(of: text, byte: byte)
      try await point(at: text, byte: byte)
      try await PointerTool.run("click", "7")
      #expect(try await isSettled { try left(of: text, byte: byte) < start })
      try await PointerTool.run("click", "6")
      #expect(try await isSettled { try left(of: text, byte: byte) == start })
    }
    #expect(fixture.view.list.contentOffset == 0)
  }

  @Test func wheelWithShiftScrollsSideways() async throws {
    defer { fixture.close() }
    let start = try left(of: code, byte: 40)
    try await point(at: code, byte: 40)
    try await PointerTool.run("keydown", "shift", "click", "5", "keyup", "shift")
    #expect(try await isSettled { try left(of: code, byte: 40) < start })
    #expect(fixture.view.list.contentOffset == 0)
  }

  @Test func wheelScrollsTheArticleOverCode() async throws {
    defer { fixture.close() }
    let start = try left(of: code, byte: 40)
    try await point(at: code, byte: 40)
    try await PointerTool.run("click", "5")
    #expect(try await fixture.settle { fixture.view.list.contentOffset > 0 })
    #expect(try left(of: code, byte: 40) == start)
  }
}
