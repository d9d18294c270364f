import Expectations
import Foundation
import Glibc
import ProgramRuns
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerReadingState

/// Processes that mark a thousand entries a second and are killed at random moments. Each goes on with the database of the
/// one before.
struct KilledProcessTests {
  /// The databases, in which processes are killed side by side.
  private static let databases = TestRun.count(8, quick: 8, full: 11)
  private static let killsPerDatabase = TestRun.count(3, full: 25)
  /// A mark is stored within this time.
  private static let durability = 1_000_000_000

  /// In one test, because tests that run one after the other would mostly wait.
  @Test func marksOlderThanASecondSurvive() async throws {
    try await withThrowingTaskGroup { group in
      for database in 0..<Self.databases { group.addTask { try await killProcesses(database) } }
      try await group.waitForAll()
    }
  }

  private func killProcesses(_ database: Int) async throws {
    var random = SplitMix64(seed: UInt64(database))
    let folder = try StateFolder()
    var first = 0
    for kill in 0..<Self.killsPerDatabase {
      // The last one of a database lives long enough for its first mark to be stored, however slow the machine is.
      let isLast = kill == Self.killsPerDatabase - 1
      let (marked, end) = try await run(
        folder, from: first, for: .random(in: (isLast ? 1_050 : 0)...2_000, using: &random),
        sinceFirstMark: isLast)
      let state = folder.open()
      let marks = state.load(FeedKey("feed"), within: .seconds(20))
      expect(state.close())
      let lost =
        (0..<first).filter { !marks.isRead(EntryKey(digest: UInt128($0), check: 1)) }
        + marked.filter {
          $0.time < end - Self.durability && !marks.isRead(EntryKey(digest: UInt128($0.number), check: 1))
        }.map(
          \.number)
      expect(lost.count, equals: 0, "Of \(marked.count) marks; database \(database), kill \(kill)")
      try expect(folder.integrity(), equals: "ok", "database \(database), kill \(kill)")
      // Of the last second, any may be missing: those that are stored count for the next time.
      while marks.isRead(EntryKey(digest: UInt128(first), check: 1)) { first += 1 }
    }
    expect(first > 0, "No process stored a mark, database \(database)")
    expect(folder.problems, equals: [])
  }

  /// Waits for the end of a process that was killed.
  ///
  /// Foundation learns of it when the last process has ended that was started at the same time, and waiting for it blocks one of
  /// the few threads that are to kill the others.
  private func expectDeath(of process: Process) async throws {
    var end = siginfo_t()
    while process.isRunning {
      let found = waitid(P_PID, id_t(process.processIdentifier), &end, WEXITED | WNOHANG | WNOWAIT)
      if found == 0, end.si_signo == SIGCHLD { return expect(end.si_code, equals: Int32(CLD_KILLED)) }
      try await Task.sleep(for: .milliseconds(5))
    }
    expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
  }

  /// Starts a process, kills it after some milliseconds, counted from its start or its first mark, and returns which marks
  /// it had made when, and the time of its death.
  private func run(
    _ folder: StateFolder, from first: Int, for milliseconds: Int, sinceFirstMark: Bool = false
  ) async throws -> (marked: [(number: Int, time: Int)], end: Int) {
    let process = ProgramRun.process(try ProgramRun.path(of: "MarkingProcess"), [folder.path, "\(first)"])
    process.standardOutput = try folder.folder.openFile("output")
    let errors = try folder.folder.openFile("errors")
    process.standardError = errors
    try process.run()
    if sinceFirstMark {
      while process.isRunning, try folder.folder.text("output").isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    try await Task.sleep(for: .milliseconds(milliseconds))
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    kill(process.processIdentifier, SIGKILL)
    try await expectDeath(of: process)
    try expect(folder.folder.text("errors"), equals: "")
    // The last line may have been cut off.
    let lines = try folder.folder.text("output").split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
    let marked = lines.map { line in
      let words = line.split(separator: " ")
      return (number: Int(words[0])!, time: Int(words[1])!)
    }
    return (marked, time.tv_sec * 1_000_000_000 + time.tv_nsec)
  }
}
