import CGtk
import Expectations
import FeedViewerRows
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// A window with a feed, in which tests read articles.
final class ArticleFixture {
  let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private var isOpen = true
  let window: ViewerWindow
  var page: ArticlePage { window.article }
  var view: ArticleView { window.article.view }
  private var entryCount = 0

  init(pictureProgram: String? = nil) throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    var options = ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600))
    options.pictureProgram = pictureProgram
    window = ViewerWindow(application: application.pointer, options: options, watch: FileWatch.prompt)
  }

  /// An item of a feed with a text of HTML.
  static func item(_ title: String, _ html: String, link: String? = nil, more: String = "") -> String {
    let text = html.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return "<item><guid>\(title)</guid><title>\(title)</title>\(link.map { "<link>\($0)</link>" } ?? "")"
      + "<description>\(text)</description>\(more)</item>"
  }

  /// Opens a feed of its own with items.
  func open(_ items: [String], title: String = "Notes", name: String = "notes.xml") async throws {
    let path = try folder.write(
      "<rss><channel><title>\(title)</title>\(items.joined())</channel></rss>", to: name)
    window.open([path])
    window.present()
    entryCount += items.count
    try await expect(settle { window.isComplete && window.library.entryCount == entryCount })
    // A file that is opened beside others is shown alone.
    window.show(.all)
    try await expect(settle { window.isComplete })
  }

  /// Shows the article of a row, and waits until it is drawn.
  func read(_ row: Int, section: Int = 0) async throws {
    let place = RowIndexPath(section: section, row: row)
    window.list.select(place)
    window.listView(window.list, didActivate: place)
    try await drawn()
  }

  /// Waits until the article that is shown is drawn.
  func drawn() async throws {
    try await expect(settle { window.isComplete && page.isShown && !view.list.visibleRows.isEmpty })
  }

  func settle(until condition: () -> Bool) async throws -> Bool {
    try await MainLoop.settle(until: condition)
  }

  /// What a program gets that pastes something in a format.
  func written(
    by content: UnsafeMutablePointer<GdkContentProvider>?, as type: String
  ) async throws -> String {
    let stream = GObjectReference(adopting: g_memory_output_stream_new_resizable()!)
    gdk_content_provider_write_mime_type_async(
      content, type, stream.pointer.cast(), 0, nil,
      { source, result, stream in
        var error: UnsafeMutablePointer<GError>?
        expect(gdk_content_provider_write_mime_type_finish(source?.cast(), result, &error) != 0)
        g_output_stream_close(stream?.cast(), nil, nil)
      }, stream.pointer.raw)
    try await expect(settle { g_output_stream_is_closed(stream.pointer.cast()) != 0 })
    let size = g_memory_output_stream_get_data_size(stream.pointer.cast())
    let data = try require(g_memory_output_stream_get_data(stream.pointer.cast()))
    return String(decoding: UnsafeRawBufferPointer(start: data, count: Int(size)), as: UTF8.self)
  }

  /// Closes the window now. That of a suite is closed when the test has ended.
  func close() {
    guard isOpen else { return }
    isOpen = false
    gtk_window_destroy(window.pointer)
  }

  isolated deinit { close() }

  /// The texts of all rows that are not hidden, in order.
  var texts: [String] {
    (0..<view.document.count).flatMap { index in
      let row = view.document.row(at: index)
      return row.isHidden
        ? []
        : [row.marker].compactMap { $0 } + row.texts.map(\.string)
          + [row.picture?.words].compactMap { $0 }
    }
  }

  /// The row of a text.
  func row(of text: String) throws -> RowIndexPath {
    let index = (0..<view.document.count).first { index in
      view.document.row(at: index).texts.contains { $0.string == text }
    }
    return RowIndexPath(section: 0, row: try require(index, "There is no text \(text)."))
  }

  /// The middle of a character of a text on screen, in the list's logical pixels.
  func point(of text: String, byte: Int) throws -> Point {
    let row = try row(of: text)
    let number = try require(view.document.row(at: row.row).texts.firstIndex { $0.string == text })
    let frame = try require(
      view.list.textRectangles(of: row, text: number, bytes: byte..<byte + 1).first,
      "\(text) is not on screen.")
    return Point(x: frame.minX + frame.size.width / 4, y: (frame.minY + frame.maxY) / 2)
  }

  func press(_ text: String, _ byte: Int, count: Int = 1, extends: Bool = false) throws {
    view.selection.pressed(count: count, at: try point(of: text, byte: byte), extends: extends)
  }

  @discardableResult
  func key(_ key: Int32, _ modifiers: GdkModifierType...) -> EventResult {
    let modifiers = modifiers.reduce(0) { $0 | $1.rawValue }
    let result = window.keyPressed(UInt32(key), modifiers: modifiers)
    return result == .handled ? result : page.keyPressed(UInt32(key), modifiers: modifiers)
  }

  func isEnabled(_ action: String) -> Bool {
    g_action_group_get_action_enabled(window.pointer.opaque, action) != 0
  }

  func activate(_ action: String) { g_action_group_activate_action(window.pointer.opaque, action, nil) }
}
