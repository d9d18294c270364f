import Foundation
import ProgramRuns
import Synchronization

@testable import ReadingState

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

  /// Copies a fixture to the place of the database.
  func install(fixture: String) throws {
    guard
      let source = Bundle.module.url(forResource: fixture, withExtension: "sqlite", subdirectory: "Fixtures")
    else { throw CocoaError(.fileNoSuchFile) }
    try makeFolder()
    try FileManager.default.copyItem(at: source, to: URL(fileURLWithPath: path))
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

/// Whether sweeps are left out.
let isQuick = ProcessInfo.processInfo.environment["FEED_VIEWER_QUICK_TESTS"] != nil

let feed = FeedKey("https://example.org/feed")
let otherFeed = FeedKey("https://example.com/other")

func entries(_ range: Range<Int>) -> [EntryKey] { range.map { EntryKey("entry \($0)") } }

/// Waits until a condition holds, for at most 20 seconds.
func waits(until condition: @Sendable () -> Bool) async -> Bool {
  for _ in 0..<2_000 {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return condition()
}
