import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import TestRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// The heights of rows in the window while only those entries are read that the list shows.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArchiveWindowTests {
  private static let count = 3_000
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>

  init() throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
  }

  private static func feed(_ count: Int = count) -> String {
    let items = (0..<count).map { number in
      "<item><guid>\(number)</guid><title>Title \(number)</title><description>"
        + String(repeating: "words of \(number) ", count: number % 40) + "</description></item>\n"
    }
    return "<rss version=\"2.0\"><channel><title>A feed</title>\(items.joined())</channel></rss>"
  }

  private func write(_ text: String) throws -> String { try folder.write(text, to: "feed.xml") }

  private var heightFolder: HeightFolder { HeightFolder(path: folder.path + "/heights") }

  private func window(_ path: String, tail: Int = 512 << 10, gate: Gate? = nil) -> ViewerWindow {
    let keeper = StateKeeper(
      path: folder.path + "/state.sqlite", settings: Settings(), heightFolder: heightFolder)
    let window = ViewerWindow(
      application: application.pointer, options: ViewerOptions(size: WindowSize(width: 480, height: 600)),
      keeper: keeper,
      load: { path, earlier in
        let events = FeedLoader.events(
          path: path, state: keeper.state,
          sizes: .holding(head: 50, tail: tail), since: earlier)
        return gate?.holdingBackCounts(events) ?? events
      })
    window.open([path])
    window.present()
    return window
  }

  private func isArchive(_ window: ViewerWindow, _ path: String) async throws -> Bool {
    try await MainLoop.settle { window.library.isArchive(path) && window.isComplete }
  }

  /// Scrolls to a row, and waits until it is shown.
  private func show(_ number: Int, in window: ViewerWindow) async throws {
    window.list.scroll(to: .row(RowIndexPath(section: 0, row: number)), alignment: .top)
    try await expect(
      MainLoop.settle {
        let visible = window.list.visibleRows
        return visible.contains { $0.row == number } && window.list.isComplete
          && visible.allSatisfy { window.library.row(at: $0)?.isPlaceholder == false }
      })
  }

  private func height(_ number: Int, in window: ViewerWindow) -> Int {
    window.list.geometry.height(of: .row(RowIndexPath(section: 0, row: number))).value
  }

  /// The numbers of all rows that were read, with their heights.
  private func heights(_ window: ViewerWindow) -> [Int: Int] {
    var heights: [Int: Int] = [:]
    window.library.sections[0].rows.forEachRead { number, _ in heights[number] = height(number, in: window) }
    return heights
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: heightFolder.path)) ?? [])
      .filter { $0.hasSuffix(".heights") }
  }

  /// Opens a feed, shows some of its rows, and has their heights stored.
  private func measured(_ path: String, _ shown: [Int], tail: Int = 512 << 10) async throws -> [Int: Int] {
    let window = window(path, tail: tail)
    try await expect(isArchive(window, path))
    for number in shown { try await show(number, in: window) }
    var seen: [Int: Int] = [:]
    try await expect(
      MainLoop.settle {
        seen = heights(window)
        return window.list.geometry.unmeasuredCount == 0 && shown.allSatisfy { stored(seen, $0) }
      })
    gtk_window_destroy(window.pointer)
    return seen
  }

  /// Whether the height of a row is in the cache folder.
  private func stored(_ heights: [Int: Int], _ number: Int) -> Bool {
    files.contains { ArchiveOnDisk(folder.path + "/heights/\($0)")?.heights[number] == heights[number] }
  }

  /// A file of heights by the numbers of entries.
  private struct ArchiveOnDisk {
    let name: UInt64
    let conditions: UInt64
    let heights: HeightColumn

    init?(_ path: String) {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), data.count > 24,
        let name = UInt64(path.split(separator: "/").last!.dropLast(8), radix: 16)
      else { return nil }
      self.name = name
      conditions = data.withUnsafeBytes { $0.load(fromByteOffset: 8, as: UInt64.self) }
      guard let file = HeightFile(contentsOf: path, conditions: conditions), let heights = HeightColumn(file)
      else { return nil }
      self.heights = heights
    }
  }

  @Test func aFileThatWasWrittenAgainHasNoRememberedHeights() async throws {
    let path = try write(Self.feed())
    let exact = try await measured(path, [2_000])
    _ = try write(Self.feed())
    let again = window(path)
    defer { gtk_window_destroy(again.pointer) }
    try await expect(isArchive(again, path))
    expect((1_990..<2_020).contains { exact[$0] != nil && height($0, in: again) != exact[$0] })
    expect(Set((1_900..<2_100).map { height($0, in: again) }).count, equals: 1)
  }

  /// Rows that are drawn are as high as they are, whatever the cache says.
  @Test func wrongHeightsNeverShow() async throws {
    let path = try write(Self.feed())
    let exact = try await measured(path, [2_000])
    for file in files {
      let place = folder.path + "/heights/\(file)"
      guard let stored = ArchiveOnDisk(place) else {
        try FileManager.default.removeItem(atPath: place)
        continue
      }
      var wrong = HeightColumn()
      for number in exact.keys { wrong.keep(exact[number]! + 31, ordinal: number) }
      heightFolder.store(
        wrong.file(entryCount: Self.count), named: stored.name, conditions: stored.conditions)
    }
    let again = window(path)
    defer { gtk_window_destroy(again.pointer) }
    try await expect(isArchive(again, path))
    expect(height(2_000, in: again), equals: exact[2_000]! + 31)
    try await show(2_000, in: again)
    try await expect(
      MainLoop.settle {
        let visible = again.list.visibleRows
        return visible.contains { $0.row == 2_000 }
          && visible.allSatisfy { exact[$0.row] == nil || height($0.row, in: again) == exact[$0.row] }
      })
  }

  /// Until all entries are counted, those in the middle have numbers that are guesses.
  @Test func rowsOfAGuessedFileHaveExactHeightsWhereTheirNumbersAreKnown() async throws {
    // The last rows differ in height.
    let count = TestRun.count(30_003, quick: 30_003, full: 120_003)
    let middle = count / 2
    let path = try write(Self.feed(count))
    let exact = try await measured(path, [middle, count - 1], tail: 4 << 10)
    let gate = Gate()
    let again = window(path, tail: 4 << 10, gate: gate)
    defer { gtk_window_destroy(again.pointer) }
    try await expect(MainLoop.settle { again.library.sections.first?.isCountEstimated == true })
    let estimated = again.library.sections[0].rows.count
    try await expect(
      MainLoop.settle {
        again.list.geometry.rowCount(inSection: 0) == estimated && again.hasRowsOnScreen
      })
    for distance in 1...10 {
      expect(height(estimated - distance, in: again), equals: exact[count - distance])
    }
    await gate.open()
    try await expect(isArchive(again, path))
    try await expect(MainLoop.settle { again.list.geometry.rowCount(inSection: 0) == count })
    expect(again.library.row(at: RowIndexPath(section: 0, row: middle))?.isPlaceholder, equals: true)
    for (number, height) in exact { expect(self.height(number, in: again), equals: height, "row \(number)") }
  }
}
