import Expectations
import FeedViewerFeeds
import Foundation
import LayoutCore
import TestRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Thousands of files at once: few edits of the list, and work proportional to the number of files.
@Suite(.serialized) final class ManyFilesTests: @MainActor LibraryConsumer, WindowEventFollower {
  private var library: FeedLibrary! = nil
  /// The number of rows in each section, as known to a list that only follows the edits.
  private var shown: [Int] = []
  private var batchCount = 0
  private var noticeCount = 0
  private var unread = 0
  private var changes: [() -> Void] = []

  init() {
    library = FeedLibrary(
      load: { path, _ in
        AsyncStream { continuation in
          let heading = LibraryFixture.heading(path.text, path.text)
          if path.text.hasPrefix("/broken") {
            continuation.yield(.failed(FeedError(file: path.text, reason: .empty)))
          } else {
            continuation.yield(.part(heading, [LibraryFixture.section(["a", "b"], path: path.text)]))
            continuation.yield(.finished(heading))
          }
          continuation.finish()
        }
      },
      watch: { [unowned self] _, changed in
        self.changes.append(changed)
        return NSObject()
      })
    library.consumer = self
    library.follower = self
  }

  func apply(_ update: ListUpdate) {
    switch update {
    case .edits(let edits):
      batchCount += 1
      let rows = library.sections.map(\.rows.count)
      #expect(throws: Never.self) { try ChangeSet(edits, before: shown, after: rows) }
      shown = rows
    case .change:
      batchCount += 1
      shown = library.sections.map(\.rows.count)
    case .files: noticeCount += 1
    case .read, .marks, .reveal: break
    }
  }

  func follow(_ event: WindowEvent) { if case .fileRead = event { unread -= 1 } }

  var visibleRows: [RowIndexPath] { [] }
  var selectedRow: RowIndexPath? { nil }
  var visiblePages: [EntryPage] { [] }
  var isArranging: Bool { false }
  var otherOrder: ((RowIndexPath) -> Int?)? { nil }

  /// Waits until all files are read.
  private func settle() async throws {
    for _ in 0..<5_000 where library.isLoading { try await Task.sleep(for: .milliseconds(2)) }
    expect(!library.isLoading)
  }

  private func paths(_ name: String, _ count: Int) -> [String] { (0..<count).map { "/\(name)/\($0).xml" } }

  @Test func filesThatAreReadReloadedOrChangedTogetherTakeFewBatches() async throws {
    let paths = paths("good", 300)
    library.open(paths)
    try await settle()
    expect(library.sections.compactMap(\.path) == paths)
    expect(shown, equals: Array(repeating: 2, count: 300))
    expect(batchCount < 90 && noticeCount < 90)
    // They are reloaded.
    noticeCount = 0
    library.reload()
    expect(library.isReloading)
    try await settle()
    expect(shown, equals: Array(repeating: 2, count: 300))
    expect(noticeCount < 90)
    // They change.
    noticeCount = 0
    unread = 300
    for changed in changes { changed() }
    for _ in 0..<5_000 where unread > 0 { try await Task.sleep(for: .milliseconds(2)) }
    expect(unread == 0 && noticeCount < 90)
    expect(shown, equals: Array(repeating: 2, count: 300))
  }

  @Test func aSingleFileIsShownImmediately() async throws {
    library.open(["/good/1.xml"])
    try await settle()
    expect(shown == [2] && batchCount == 1)
  }

  @Test func duplicatePathsAreReadOnce() async throws {
    unread = 1
    library.open(Array(repeating: "/good/same.xml", count: 2_000))
    try await settle()
    expect(library.files.count == 1 && shown == [2] && unread == 0)
  }

  @Test func brokenFilesDoNotChangeTheOrder() async throws {
    let paths = zip(paths("good", 150), paths("broken", 150)).flatMap { [$0, $1] }
    library.open(paths)
    try await settle()
    expect(library.sections.compactMap(\.path) == paths.filter { $0.hasPrefix("/good") })
    expect(library.files.count { $0.error != nil } == 150 && library.files.count == 300)
  }

  @Test func laterFilesFollowThoseThatAreOpen() async throws {
    library.open(paths("good", 20))
    try await settle()
    library.open(paths("later", 20))
    try await settle()
    expect(library.sections.compactMap(\.path) == paths("good", 20) + paths("later", 20))
    expect(library.places["/good/19.xml"], equals: SectionPlaces.Place(first: 19, last: 19))
    library.close("/good/3.xml")
    expect(library.places["/good/19.xml"], equals: SectionPlaces.Place(first: 18, last: 18))
  }

  @Test func thousandsOfErrorsAreCounted() async throws {
    let count = TestRun.count(500, quick: 200, full: 2_000)
    library.open(paths("broken", count))
    try await settle()
    expect(ContentState(of: library), equals: .allUnreadable(count: count))
  }

  @Test func workGrowsLinearlyWithTheFiles() async throws {
    func seconds(_ count: Int) async throws -> Double {
      let start = Self.processorTime()
      library.open(paths("\(count)", count))
      try await settle()
      return Self.processorTime() - start
    }
    _ = try await seconds(50)
    let few = try await seconds(75)
    let many = try await seconds(600)
    // Quadratic work would take 64 times as long.
    expect(many < 22 * few, "\(few) s, \(many) s")
  }

  /// CPU time of the process, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
