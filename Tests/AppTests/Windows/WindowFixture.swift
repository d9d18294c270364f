import CGtk
import Expectations
import Foundation
import GtkInterop
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// A real window that shows small feeds.
final class WindowFixture {
  let folder: TemporaryFolder
  let window: ViewerWindow
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private var isOpen = true

  /// - Parameter feeds: The titles of the entries of each feed, which are also their keys.
  init(size: WindowSize = WindowSize(width: 480, height: 600), _ feeds: [[String]]) async throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    window = ViewerWindow(
      application: application.pointer, options: ViewerOptions(picture: "unused.png", size: size))
    let folder = folder
    window.open(
      try feeds.enumerated().map { number, titles in
        let items = titles.map {
          "<item><guid>\($0)</guid><title>\($0)</title><description>Text of \($0).</description></item>"
        }
        let text =
          "<rss version=\"2.0\"><channel><title>Feed \(number)</title>\(items.joined())</channel></rss>"
        return try folder.write(text, to: "\(number).xml")
      })
    window.present()
    let count = feeds.reduce(0) { $0 + $1.count }
    let window = window
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == count })
  }

  /// The titles of the rows of each section of the list.
  var titles: [[String]] { window.entries.sections.map { $0.rows.map(\.title) } }

  /// Activates an action of the window.
  func activate(_ action: String) { g_action_group_activate_action(window.pointer.opaque, action, nil) }

  func activate(_ action: String, _ target: String) {
    g_action_group_activate_action(window.pointer.opaque, action, g_variant_new_string(target))
  }

  func isEnabled(_ action: String) -> Bool {
    g_action_group_get_action_enabled(window.pointer.opaque, action) != 0
  }

  func choose(_ value: String, of action: String) { Action.setState(value, of: action, in: window.pointer) }

  func settle(until isReached: () -> Bool = { true }) async throws -> Bool {
    try await MainLoop.settle { window.isComplete && isReached() }
  }

  /// Closes the window now. That of a suite is closed when the test has ended.
  func close() {
    guard isOpen else { return }
    isOpen = false
    gtk_window_destroy(window.pointer)
  }

  isolated deinit { close() }
}
