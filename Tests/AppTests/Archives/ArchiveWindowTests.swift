import CGtk
import Expectations
import FeedViewerReadingState
import FeedViewerRows
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
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

  nonisolated enum Change: CaseIterable { case gone, replaced, otherText, otherEntry }

  @Test(arguments: Change.allCases)
  func theArticleFollowsItsEntry(change: Change) async throws {
    let path = try write(Self.feed())
    let window = window(path)
    defer { gtk_window_destroy(window.pointer) }
    try await expect(isArchive(window, path))
    try await show(1_000, in: window)
    let place = RowIndexPath(section: 0, row: 1_003)
    window.list.select(place)
    window.activate(place)
    try await expect(MainLoop.settle { window.article.isShown && window.article.row?.title == "Title 1003" })
    func item(_ number: Int, _ key: Int, _ text: String) -> String {
      "<item><guid>\(key)</guid><title>Title \(number)</title><description>\(text)</description></item>\n"
    }
    let old = item(1_003, 1_003, String(repeating: "words of 1003 ", count: 1_003 % 40))
    let text = Self.feed()
    expect(text.contains(old))
    let version = window.library.contentVersion
    switch change {
    case .gone: _ = try write(text.replacing(old, with: ""))
    case .replaced: _ = try write(text.replacing(old, with: item(9_999, 9_999, "another entry")))
    case .otherText: _ = try write(text.replacing(old, with: item(1_003, 1_003, "another text")))
    case .otherEntry:
      _ = try write(text.replacing("<guid>900<", with: "<guid>A<").replacing("<guid>1004<", with: "<guid>B<"))
    }
    try await expect(
      MainLoop.settle {
        window.library.contentVersion > version && window.library.isArchive(path) && window.isComplete
      })
    let isGone = change == .gone || change == .replaced
    expect(window.article.isGone, equals: isGone)
    expect(window.list.selectedRow == nil, equals: isGone)
    if change == .otherText {
      try await expect(
        MainLoop.settle {
          let document = window.article.view.document
          return (0..<document.count).contains { document.row(at: $0).text.contains("another text") }
        })
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
    let count = 120_003
    let path = try write(Self.feed(count))
    let exact = try await measured(path, [60_000, count - 1], tail: 4 << 10)
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
    expect(again.library.row(at: RowIndexPath(section: 0, row: 60_000))?.isPlaceholder, equals: true)
    for (number, height) in exact { expect(self.height(number, in: again), equals: height, "row \(number)") }
  }

  @Test func rowsThatWereForgottenComeBackAsTheyWere() async throws {
    let path = try write(Self.feed())
    let window = window(path)
    defer { gtk_window_destroy(window.pointer) }
    window.library.loadedLimit = 128
    try await expect(isArchive(window, path))
    try await show(1_500, in: window)
    func texts() -> [Int: String] {
      var texts: [Int: String] = [:]
      for place in window.list.visibleRows {
        texts[place.row] = window.library.row(at: place).map { "\($0.title) \($0.preview)" }
      }
      return texts
    }
    try await expect(MainLoop.settle { window.list.geometry.unmeasuredCount == 0 })
    let (before, exact) = (texts(), heights(window))
    for number in stride(from: 2_900, to: 1_700, by: -100) { try await show(number, in: window) }
    let seen = before.keys.sorted()
    // The rows around the last ones are read after those.
    try await expect(
      MainLoop.settle {
        seen.allSatisfy { window.library.row(at: RowIndexPath(section: 0, row: $0))?.isPlaceholder == true }
      })
    expect(seen.count > 3 && before[1_500] == "Title 1500 " + before[1_500]!.dropFirst(11))
    for number in seen {
      expect(height(number, in: window), equals: exact[number], "row \(number), forgotten")
    }
    try await show(1_500, in: window)
    let after = texts()
    let both = seen.filter { after[$0] != nil }
    expect(both.count > 3)
    for number in both { expect(after[number], equals: before[number]) }
    for number in seen {
      expect(height(number, in: window), equals: exact[number], "row \(number), read again")
    }
  }
}
