import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// Heights that are remembered from one run of the program to the next.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct RememberedHeightsTests {
  /// More than twice the rows that are prepared, and measured, around those on screen.
  private static let count = 1_400
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    path = try folder.write(Self.feed(), to: "feed.xml")
  }

  /// - Parameters:
  ///   - changed: An entry with another title.
  ///   - author: Names the author of an entry.
  private static func feed(changed: Int? = nil, author: (Int) -> String? = { _ in nil }) -> String {
    let items = (0..<count).map { index in
      let author =
        author(index).map { "<author>\($0)</author><pubDate>Mon, 06 May 2024 10:00:00 GMT</pubDate>" } ?? ""
      let words = Array(repeating: "word\(index)", count: 1 + index % 37)
      return
        "<item><guid>\(index)</guid><title>Title \(index)\(index == changed ? String(repeating: " longer", count: 40) : "")</title>"
        + "\(author)<description>\(words.joined(separator: " "))</description></item>"
    }
    return "<rss version=\"2.0\"><channel><title>A feed</title>\(items.joined())</channel></rss>"
  }

  private var heightFolder: HeightFolder { HeightFolder(path: folder.path + "/heights") }

  /// - Parameter heights: Where heights are remembered; nil for where all others are.
  private func window(width: Int = 480, heights: HeightFolder? = nil) -> ViewerWindow {
    let options = ViewerOptions(size: WindowSize(width: width, height: 600))
    let keeper = StateKeeper(
      path: folder.path + "/state.sqlite", settings: Settings(), heightFolder: heights ?? heightFolder)
    let window = ViewerWindow(application: application.pointer, options: options, keeper: keeper)
    window.list.pausesPrecache = true
    window.open([path])
    window.present()
    return window
  }

  private func isShown(_ window: ViewerWindow) async throws -> Bool {
    try await MainLoop.settle { window.isComplete && window.library.entryCount == Self.count }
  }

  private func heights(_ window: ViewerWindow) -> [Int] {
    (0..<Self.count).map { window.list.geometry.height(of: .row(RowIndexPath(section: 0, row: $0))).value }
  }

  /// Opens the feed, and has all heights measured and stored.
  private func measured(heights folder: HeightFolder? = nil) async throws -> [Int] {
    let window = window(heights: folder)
    try await expect(isShown(window))
    expect(window.list.geometry.unmeasuredCount > Self.count / 2)
    window.list.pausesPrecache = false
    try await expect(MainLoop.settle { window.list.geometry.unmeasuredCount == 0 })
    try await expect(MainLoop.settle { !files.isEmpty })
    let heights = heights(window)
    gtk_window_destroy(window.pointer)
    return heights
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: heightFolder.path)) ?? [])
      .filter { $0.hasSuffix(".heights") }
  }

  @Test func onlyChangedEntriesAndThoseOfAnotherWidthAreMeasuredAgain() async throws {
    let exact = try await measured()
    let other = window(width: 640)
    try await expect(isShown(other))
    expect(other.list.geometry.unmeasuredCount > Self.count / 2)
    gtk_window_destroy(other.pointer)
    try folder.write(Self.feed(changed: 600), to: "feed.xml")
    let again = window()
    defer { gtk_window_destroy(again.pointer) }
    try await expect(isShown(again))
    expect(again.list.geometry.unmeasuredCount, equals: 1)
    again.list.pausesPrecache = false
    try await expect(MainLoop.settle { again.list.geometry.unmeasuredCount == 0 })
    var expected = heights(again)
    expect(expected[600] > exact[600])
    expected[600] = exact[600]
    expect(expected, equals: exact)
  }

  /// The rows of a feed whose entries all have one author do not name it, once all were read.
  @Test func rowsThatNameTheirAuthorsHaveOtherHeights() async throws {
    // In a writing with higher lines than those of the date beside it.
    let name = "\u{F40}\u{F7C}\u{E01}\u{1F600}"
    try folder.write(Self.feed { _ in name }, to: "feed.xml")
    let exact = try await measured()
    let (known, measurements) = try await reopened()
    expect(known, equals: exact)
    // Most are taken over.
    expect(measurements < Self.count / 2)
    try folder.write(Self.feed { $0 == 600 ? "Ben" : name }, to: "feed.xml")
    let (others, _) = try await reopened()
    let expected = try await measured(heights: HeightFolder(path: folder.path + "/others"))
    expect(others == expected && others != exact)
  }

  /// Opens the feed again until all heights are known.
  private func reopened() async throws -> (heights: [Int], measurements: Int) {
    let window = window()
    defer { gtk_window_destroy(window.pointer) }
    try await expect(isShown(window))
    window.list.pausesPrecache = false
    try await expect(MainLoop.settle { window.list.geometry.unmeasuredCount == 0 })
    return (heights(window), window.list.statistics.measurements)
  }

  /// Heights that no row has would make the list higher than its numbers can say.
  @Test(arguments: [0xFFFF_FFFF, 0x1_0000] as [UInt64])
  func impossibleHeightsAreMeasuredAgain(height: UInt64) async throws {
    let exact = try await measured()
    let file = heightFolder.path + "/" + (try require(files.first))
    let conditions = try Data(contentsOf: URL(fileURLWithPath: file)).withUnsafeBytes {
      $0.load(fromByteOffset: 8, as: UInt64.self)
    }
    let stored = try require(HeightFile(contentsOf: file, conditions: conditions))
    let words = stored.words.map { $0 == 0 ? 0 : $0 & ~0xFFFF_FFFF | height }
    expect(HeightFile(count: stored.count, words: words).write(to: file, conditions: conditions))
    let again = window()
    defer { gtk_window_destroy(again.pointer) }
    try await expect(isShown(again))
    again.list.pausesPrecache = false
    try await expect(MainLoop.settle { again.list.geometry.unmeasuredCount == 0 })
    expect(heights(again), equals: exact)
  }

  /// Rows that are drawn are as high as they are, whatever the cache says.
  @Test func wrongHeightsNeverShow() async throws {
    let exact = try await measured()
    let name = try require(files.first.flatMap { UInt64($0.dropLast(8), radix: 16) })
    let file = folder.path + "/heights/\(files[0])"
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let conditions = data.withUnsafeBytes { $0.load(fromByteOffset: 8, as: UInt64.self) }
    let probe = window()
    try await expect(isShown(probe))
    let revisions = probe.library.sections[0].rows.map(\.contentRevision)
    gtk_window_destroy(probe.pointer)
    heightFolder.store(
      HeightTable(zip(revisions, exact).map { ($0, $1 + 31) }).file, named: name, conditions: conditions)
    let again = window()
    defer { gtk_window_destroy(again.pointer) }
    try await expect(isShown(again))
    for place in [0, 300, Self.count - 1] {
      again.list.scroll(to: .row(RowIndexPath(section: 0, row: place)), alignment: .top)
      try await expect(
        MainLoop.settle {
          let visible = again.list.visibleRows
          return visible.contains { $0.row == place } && again.list.isComplete
            && visible.allSatisfy {
              again.list.geometry.height(of: .row($0)).value == exact[$0.row]
            }
        })
    }
  }
}
