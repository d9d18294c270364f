import Expectations
import Foundation
import ProgramRuns
import Synchronization
import Testing

@testable import FeedViewerReadingState

/// A folder with a database, and the problems that were reported of it.
final class StateFolder: Sendable {
  let folder: TemporaryFolder
  let path: String
  private let reported = Mutex<[StateProblem]>([])
  private let late = Mutex<[FeedKey]>([])

  init(_ name: String = "data/reading-state.sqlite") throws {
    folder = try TemporaryFolder()
    path = folder.path + "/" + name
  }

  var problems: [StateProblem] { reported.withLock { $0 } }
  var lateFeeds: [FeedKey] { late.withLock { $0 } }

  func open(_ path: String? = nil, gate: LoadGate? = nil) -> ReadingState {
    ReadingState(
      path: path ?? self.path, gate: gate,
      report: { [weak self] problem in self?.reported.withLock { $0.append(problem) } },
      arrivedLate: { [weak self] feed in self?.late.withLock { $0.append(feed) } })
  }

  /// Changes what is stored, in a run of its own.
  func store(_ change: (ReadingState) -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
    let state = open()
    change(state)
    expect(state.close(within: .seconds(20)), sourceLocation: sourceLocation)
  }

  /// The name under which a database was kept that was damaged, which has to be the only problem.
  func damagedName() throws -> String {
    guard problems.count == 1, case .damaged(let name?) = problems[0].reason else {
      try require(false, "\(problems)")
      return ""
    }
    return name
  }

  /// Copies a fixture to a place, by default that of the database.
  func install(fixture: String, at place: String? = nil) throws {
    guard
      let source = Bundle.module.url(forResource: fixture, withExtension: "sqlite", subdirectory: "Fixtures")
    else { throw CocoaError(.fileNoSuchFile) }
    try makeFolder()
    try FileManager.default.copyItem(at: source, to: URL(fileURLWithPath: place ?? path))
  }

  func makeFolder() throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  /// The names of the files beside the database, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path
    ).sorted()
  }

  func contents() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  func write(_ data: Data) throws {
    try makeFolder()
    try data.write(to: URL(fileURLWithPath: path))
  }

  /// Pretends that the database was last changed long ago.
  func makeOld() throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: path)
  }

  /// Another program that opens the database, and may leave transactions open.
  func otherProgram() throws -> OtherProgram { try OtherProgram(path: path) }

  /// SQLite's own check of the whole file: "ok", or what is wrong.
  func integrity() throws -> String? { try otherProgram().texts("PRAGMA integrity_check").first ?? nil }
}

let feed = FeedKey("https://example.org/feed")
let otherFeed = FeedKey("https://example.com/other")

func entry(_ number: Int) -> EntryKey { EntryKey("entry \(number)") }

func entries(_ range: Range<Int>) -> [EntryKey] { range.map { EntryKey("entry \($0)") } }

/// What tests say of entries that have keys of their own.
extension EntryKey {
  init(_ key: String, check: UInt32 = 1) { self.init(KeyDigest(of: key), check: check) }
}

extension FeedChange {
  static func read(_ isRead: Bool, _ entries: [EntryKey]) -> FeedChange {
    .marks(.set(.read, isRead), entries, twinsAreKnown: true)
  }

  static func starred(_ isStarred: Bool, _ entries: [EntryKey]) -> FeedChange {
    .marks(.set(.starred, isStarred), entries, twinsAreKnown: true)
  }

  static func place(_ place: String?, _ entry: EntryKey) -> FeedChange {
    .marks(.place(place), [entry], twinsAreKnown: true)
  }
}

extension FeedMarks {
  func isRead(_ entry: EntryKey) -> Bool { isRead(entry, twinsAreKnown: true) }
  func isStarred(_ entry: EntryKey) -> Bool { isStarred(entry, twinsAreKnown: true) }
  func place(of entry: EntryKey) -> String? { place(of: entry, twinsAreKnown: true) }
}

extension ReadingState {
  func setRead(_ isRead: Bool, _ entries: [EntryKey], of feed: FeedKey) {
    setRead(isRead, entries, of: feed, twinsAreKnown: true)
  }

  func setStarred(_ isStarred: Bool, _ entries: [EntryKey], of feed: FeedKey) {
    setStarred(isStarred, entries, of: feed, twinsAreKnown: true)
  }

  func setPlace(_ place: String?, of entry: EntryKey, in feed: FeedKey) {
    setPlace(place, of: entry, in: feed, twinsAreKnown: true)
  }
}

/// Waits until a condition holds, for at most 20 seconds.
func waits(until condition: @Sendable () -> Bool) async -> Bool {
  for _ in 0..<2_000 {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return condition()
}
