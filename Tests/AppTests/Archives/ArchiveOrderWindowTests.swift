import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// The list of a window in another order than that of a file of which only those entries are read that it shows.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArchiveOrderWindowTests {
  private static let count = 2_000
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>

  init() throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
  }

  /// The newest entry is the last one.
  private func write() throws -> String {
    let items = (0..<Self.count).map { number in
      let date = Date(timeIntervalSince1970: 1_500_000_000 + Double(number) * 86_400).ISO8601Format()
      return "<entry><id>\(number)</id><title>Title \(number)</title><updated>\(date)</updated><summary>"
        + String(repeating: "words of \(number) ", count: number % 40) + "</summary></entry>\n"
    }
    return try folder.write(
      "<feed xmlns='http://www.w3.org/2005/Atom'><title>A feed</title>\(items.joined())</feed>",
      to: "feed.xml")
  }

  /// A window that shows the newest entries first.
  private func window(_ path: String) async throws -> ViewerWindow {
    let keeper = StateKeeper(path: folder.path + "/state.sqlite", settings: Settings(), heightFolder: nil)
    let window = ViewerWindow(
      application: application.pointer, options: ViewerOptions(size: WindowSize(width: 480, height: 600)),
      keeper: keeper,
      load: { FeedLoader.events(path: $0, state: keeper.state, sizes: .holding(head: 50), since: $1) })
    window.open([path])
    window.present()
    try await expect(MainLoop.settle { window.library.isArchive(path) && window.isComplete })
    Action.setState("newest", of: "order", in: window.pointer)
    try await expect(
      MainLoop.settle { !window.entries.isBusy && window.entries.isArranged && window.isComplete })
    return window
  }

  /// Scrolls to a row, and waits until all that is visible is shown.
  private func show(_ row: Int, in window: ViewerWindow) async throws {
    window.list.scroll(to: .row(RowIndexPath(section: 0, row: row)), alignment: .top)
    try await expect(
      MainLoop.settle {
        let visible = window.list.visibleRows
        return visible.contains { $0.row == row } && window.list.isComplete
          && visible.allSatisfy { window.entries.row(at: $0) != nil }
      })
  }

  private func height(_ row: Int, in window: ViewerWindow) -> Int {
    window.list.geometry.height(of: .row(RowIndexPath(section: 0, row: row))).value
  }

  /// The heights of rows that were read, by their titles.
  private func heights(_ window: ViewerWindow) -> [String: Int] {
    var heights: [String: Int] = [:]
    window.entries.sections[0].rows.forEachRead { index, row in heights[row.title] = height(index, in: window)
    }
    return heights
  }

  @Test func rowsThatWereForgottenAreAsHighAsTheyWereInEveryOrder() async throws {
    let path = try write()
    let window = try await window(path)
    defer { gtk_window_destroy(window.pointer) }
    window.library.loadedLimit = 128
    try await show(500, in: window)
    try await expect(MainLoop.settle { window.list.geometry.unmeasuredCount == 0 })
    let seen = window.list.visibleRows.map(\.row)
    let exact = heights(window)
    for row in stride(from: 1_900, to: 900, by: -100) { try await show(row, in: window) }
    // The rows around the last ones are read after those.
    try await expect(
      MainLoop.settle {
        seen.allSatisfy { window.entries.row(at: RowIndexPath(section: 0, row: $0)) == nil }
      })
    expect(seen.count > 3)
    func title(_ row: Int) -> String { "Title \(Self.count - 1 - row)" }
    for row in seen { expect(height(row, in: window), equals: exact[title(row)], "row \(row)") }
    // The order of the file, and the other one again.
    for order in [Arrangement.Order.file, .oldest, .newest] {
      Action.setState(order.rawValue, of: "order", in: window.pointer)
      try await expect(
        MainLoop.settle {
          !window.entries.isBusy && window.entries.isArranged == (order != .file) && window.isComplete
        })
      for row in seen {
        let place = order == .newest ? row : Self.count - 1 - row
        expect(height(place, in: window), equals: exact[title(row)], "row \(row), \(order)")
      }
    }
  }

  @Test func theReaderIsToldHowFarALongReadingIs() async throws {
    let note = ProgressNote()
    expect(gtk_widget_get_visible(note.widget), equals: 0)
    note.show(arranging: (done: 123, all: 5_678))
    func text() -> String? { gtk_label_get_text(note.widget.opaque).map { String(cString: $0) } }
    expect(text(), equals: "Sorting… 123 of 5678 entries")
    note.show(marking: (done: 5, all: 10))
    expect(text()?.hasPrefix("Marking as read… 5 of 10\nSorting… "), equals: true)
    note.show(marking: nil)
    expect(gtk_widget_get_visible(note.widget), equals: 1)
    note.show(arranging: nil)
    expect(gtk_widget_get_visible(note.widget), equals: 0)
  }
}
