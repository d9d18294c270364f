import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import VirtualList
@testable import PangoText
@testable import FeedViewer

/// When a file with a few changed entries is reloaded, only those rows are measured and bound.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ReloadWindowTests {
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow
  private static let count = 200

  init() async throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    let options = ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600))
    window = ViewerWindow(application: application.pointer, options: options)
    window.open([try folder.write(feed([:]), to: "live.xml")])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == Self.count })
    window.list.scroll(to: .row(RowIndexPath(section: 0, row: 100)), alignment: .top)
    try await expect(isQuiet())
  }

  private func feed(_ changes: [Int: String]) -> String {
    let items = (0..<Self.count).map { index in
      "<item><guid>\(index)</guid><title>\(changes[index] ?? "Title \(index)")</title>"
        + "<description>Text of \(index).</description></item>"
    }
    return "<rss version=\"2.0\"><channel><title>A feed</title>\(items.joined())</channel></rss>"
  }

  private func isQuiet() async throws -> Bool {
    try await MainLoop.settle(lasting: .milliseconds(80)) {
      window.list.isComplete && window.list.isPrecacheFinished && !window.library.isLoading
        && window.list.idle.isPreparationFinished
    }
  }

  /// The widget of each visible row, and its position.
  private var rows: [ListElement: (painter: ObjectIdentifier, y: Int)] {
    var found: [ListElement: (painter: ObjectIdentifier, y: Int)] = [:]
    for element in window.list.pool.boundElements {
      guard let painter = window.list.pool.view(of: element)?.painter else { continue }
      found[element] = (ObjectIdentifier(painter), window.list.paintedY(of: element) ?? .min)
    }
    return found
  }
  @Test func unchangedRowsAreNotMeasuredBoundOrMoved() async throws {
    let before = rows
    let visible = before.keys.compactMap { if case .row(let row) = $0 { row.row } else { nil } }.sorted()
    let changed = [visible[2], 7, 190]
    window.list.resetStatistics()
    let clock = try require(gtk_widget_get_frame_clock(window.pointer.cast()))
    var frames: [[ListElement: (painter: ObjectIdentifier, y: Int)]] = []
    let connection = Signal.connect(clock, "after-paint") { frames.append(rows) }
    let texts = Dictionary(uniqueKeysWithValues: changed.map { ($0, "Other \($0)") })
    try folder.write(feed(texts), to: "live.xml")
    try await expect(
      MainLoop.settle {
        window.library.sections[0].rows[visible[2]].title == "Other \(visible[2])"
      })
    try await expect(isQuiet())
    Signal.disconnect(clock, connection)
    expect(window.list.statistics.measurements, equals: changed.count)
    expect(!frames.isEmpty)
    let row = ListElement.row(RowIndexPath(section: 0, row: visible[2]))
    for frame in frames {
      expect(frame.keys, equals: before.keys)
      for (element, drawn) in frame {
        expect(drawn.y, equals: before[element]?.y, "\(element)")
        if element != row { expect(drawn.painter, equals: before[element]?.painter, "\(element)") }
      }
    }
    expect(frames.last?[row]?.painter != before[row]?.painter)
    gtk_window_destroy(window.pointer)
  }
}
