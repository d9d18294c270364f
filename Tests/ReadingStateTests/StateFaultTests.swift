import Expectations
import FeedViewerCSQLite
import Foundation
import Glibc
import ProgramRuns
import RandomNumbers
import Testing

@testable import FeedViewerReadingState

/// Databases that can't be used: one message each, marks in memory, and nothing lost.
struct StateFaultTests {
  private let folder: StateFolder

  init() throws { folder = try StateFolder() }

  /// Marks entries 0 to 1,000 of a feed in a new database.
  private func makeDatabase() throws {
    let state = folder.open()
    state.setRead(true, entries(0..<1_000), of: feed)
    expect(state.close(within: .seconds(20)))
  }

  /// Uses the state as the program does. Marks must work, in memory at least.
  private func markAndClose(isStored: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    let state = folder.open()
    state.load(otherFeed)
    state.setRead(true, entries(0..<3), of: otherFeed)
    state.load(feed)
    state.setRead(true, entries(1..<2), of: feed)
    expect(state.close(), equals: isStored, sourceLocation: sourceLocation)
    let marks = [state.marks(of: otherFeed), state.marks(of: feed)]
    expect(marks[0].isRead(entry(2)), sourceLocation: sourceLocation)
    expect(marks[1].isRead(entry(1)), sourceLocation: sourceLocation)
  }

  enum Damage: CaseIterable {
    case randomBytes, randomMiddle, truncated, empty, text
  }

  @Test(arguments: Damage.allCases)
  func aDamagedDatabaseIsMovedAside(_ damage: Damage) throws {
    try makeDatabase()
    var random = SplitMix64(seed: 1)
    var bytes = try folder.contents()
    expect(bytes.count > 20_000)
    switch damage {
    case .randomBytes: for index in bytes.indices { bytes[index] = .random(in: 0...255, using: &random) }
    case .randomMiddle:
      for index in 4_096..<bytes.count { bytes[index] = .random(in: 0...255, using: &random) }
    case .truncated: bytes = bytes.prefix(10_000)
    case .empty: bytes = Data()
    case .text: bytes = Data(String(repeating: "These are not marks. ", count: 1_000).utf8)
    }
    try folder.write(bytes)
    if damage == .empty { try folder.makeOld() }
    markAndClose(isStored: true)
    let name = try folder.damagedName()
    let kept = URL(fileURLWithPath: folder.path).deletingLastPathComponent().appending(path: name)
    try expect(Data(contentsOf: kept), equals: bytes)
    expect(name.hasPrefix("reading-state damaged 2") && name.hasSuffix(".sqlite"))
    let message = folder.problems[0].description
    expect(message.hasPrefix(folder.path) && message.contains(name))
    try expect(folder.integrity(), equals: "ok")
    let marks = folder.open().load(otherFeed)
    expect(
      entries(0..<4).filter(marks.isRead), equals: entries(0..<3), "The new database must have the new marks."
    )
    expect(folder.problems.count, equals: 1)
  }

  /// Another window may have created the file, and be about to fill it.
  @Test func aNewEmptyFileIsUsed() throws {
    try folder.write(Data())
    markAndClose(isStored: true)
    expect(folder.problems, equals: [])
    try expect(folder.names(), equals: ["reading-state.sqlite"])
  }

  /// SQLite restores the pages that are in the log of a process that was killed.
  @Test func aDatabaseThatItsLogRestoresIsNotMovedAside() throws {
    try makeDatabase()
    let other = try folder.otherProgram()
    // Writes all pages, which go to the log.
    try other.execute("PRAGMA wal_autocheckpoint = 0; VACUUM")
    let killed = try StateFolder()
    try killed.write(Data(repeating: 3, count: 20_000))
    try FileManager.default.copyItem(atPath: folder.path + "-wal", toPath: killed.path + "-wal")
    let next = killed.open()
    let marks = next.load(feed)
    expect(entries(0..<1_001).count { marks.isRead($0) }, equals: 1_000)
    expect(next.close())
    try expect(killed.integrity(), equals: "ok")
    expect(killed.problems, equals: [])
    withExtendedLifetime(other) {}
  }

  @Test func marksOfThisProcessMoveToTheNewDatabase() throws {
    try makeDatabase()
    let state = folder.open()
    state.load(feed)
    expect(state.close())
    // The program has closed the file; an open one would be protected by SQLite's cache.
    try folder.write(Data("damaged".utf8))
    state.setStarred(true, entries(0..<1), of: otherFeed)
    expect(state.close())
    expect(folder.problems.count, equals: 1)
    let again = folder.open()
    let marks = again.load(feed)
    expect(entries(0..<1_000).allSatisfy(marks.isRead))
    expect(again.load(otherFeed).isStarred(entry(0)))
  }

  /// A second window finds the damage after the first one has made a new database.
  @Test func aDatabaseThatAnotherProcessReplacedIsNotMovedAside() throws {
    try makeDatabase()
    var connection = StateConnection(path: folder.path, report: { _ in })
    guard case .done = connection.use(writes: false, replaced: { _ in }, { _ in }) else {
      Issue.record("The database can't be opened.")
      return
    }
    var isFirst = true
    let outcome = connection.use(writes: false, replaced: { _ in }) { database in
      guard isFirst else { return try database.marks(of: otherFeed) }
      isFirst = false
      _ = DatabaseFiles(path: folder.path).moveAside()
      let other = folder.open()
      other.setRead(true, entries(0..<5), of: otherFeed)
      expect(other.close())
      throw StateFault.damaged
    }
    guard case .done(let marks) = outcome else {
      Issue.record("The new database can't be used.")
      return
    }
    expect(entries(0..<5).allSatisfy(marks.isRead))
    try expect(folder.names().count { $0.contains("damaged") && $0.hasSuffix(".sqlite") }, equals: 1)
  }

  @Test func aFolderInThePlaceOfTheDatabaseStays() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    markAndClose(isStored: true)
    expect(folder.problems.map(\.reason), equals: [.isFolder])
    try expect(folder.names(), equals: ["reading-state.sqlite"])
  }

  @Test(arguments: ["a file/data/reading-state.sqlite", "/proc/feed-viewer/reading-state.sqlite"])
  func withoutAFolderMarksStayInMemory(_ place: String) throws {
    try folder.folder.write("", to: "a file")
    let state = folder.open(place.hasPrefix("/") ? place : folder.folder.path + "/" + place)
    for number in 0..<50 {
      state.load(FeedKey("\(number)"))
      state.setRead(true, entries(0..<1), of: FeedKey("\(number)"))
    }
    expect(!state.close())
    expect(state.marks(of: FeedKey("7")).isRead(entry(0)))
    expect(folder.problems.count, equals: 2)
    expect(folder.problems.last?.reason, equals: .notStored(keptIn: nil))
    guard case .unavailable(let reason)? = folder.problems.first?.reason else {
      Issue.record("\(folder.problems)")
      return
    }
    expect(reason.description.contains("folder"))
  }

  /// Full disks and read-only folders need a file system of their own, which only an administrator can make.
  private func withSmallFileSystem(_ body: (_ mountPoint: String) async throws -> Void) async throws {
    let point = folder.folder.path + "/disk"
    try FileManager.default.createDirectory(atPath: point, withIntermediateDirectories: true)
    try require(mount("tmpfs", point, "tmpfs", 0, "size=512k") == 0)
    defer { umount2(point, Int32(MNT_DETACH)) }
    try await body(point)
  }

  private static let canMount: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    umount2(folder.path, Int32(MNT_DETACH))
    return true
  }()

  @Test(.enabled(if: canMount, "needs the right to mount file systems"))
  func aFullDiskIsReportedOnceAndTriedAgain() async throws {
    try await withSmallFileSystem { point in
      let path = point + "/data/reading-state.sqlite"
      let filler = point + "/filler"
      let state = folder.open(path)
      state.setRead(true, entries(0..<10), of: feed)
      expect(state.flush())
      let handle = open(filler, O_WRONLY | O_CREAT, 0o600)
      let zeros = [UInt8](repeating: 0, count: 4_096)
      while write(handle, zeros, zeros.count) > 0 {}
      close(handle)
      for _ in 0..<3 {
        state.setRead(true, entries(10..<5_000), of: feed)
        expect(!state.flush())
      }
      expect(folder.problems.map(\.reason), equals: [.diskFull])
      expect(folder.problems.allSatisfy { "\($0)".hasPrefix(path) })
      expect(state.marks(of: feed).isRead(entry(4_999)))
      unlink(filler)
      state.setRead(true, entries(5_000..<5_001), of: feed)
      expect(state.close())
      let marks = folder.open(path).load(feed)
      expect(entries(0..<5_001).allSatisfy(marks.isRead))
      expect(folder.problems.count, equals: 1)
    }
  }

  @Test(.enabled(if: canMount, "needs the right to mount file systems"))
  func inAReadOnlyFolderMarksOfBeforeAreShown() async throws {
    try await withSmallFileSystem { point in
      let path = point + "/data/reading-state.sqlite"
      let before = folder.open(path)
      before.setRead(true, entries(0..<10), of: feed)
      expect(before.close())
      try require(mount("tmpfs", point, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
      let state = folder.open(path)
      let marks = state.load(feed)
      expect(entries(0..<11).filter(marks.isRead), equals: entries(0..<10))
      state.setRead(true, entries(10..<11), of: feed)
      state.setRead(false, entries(0..<1), of: feed)
      expect(!state.flush())
      expect(state.load(feed).isRead(entry(10)))
      expect(!state.load(feed).isRead(entry(0)))
      expect(!state.close())
      expect(folder.problems.count, equals: 2)
      expect(folder.problems.last?.reason, equals: .notStored(keptIn: nil))
      expect(folder.problems.first?.description.contains("read-only"), equals: true, "\(folder.problems)")
    }
  }

  @Test func aFileThatMayNotGrowIsReported() async throws {
    let run = try await ProgramRun.run(try ProgramRun.path(of: "MarkingProcess"), [folder.path, "0", "1"])
    expect(run.status, equals: 0)
    expect(run.output, equals: "200000 false\n")
    let lines = run.errors.split(separator: "\n")
    expect(lines.count == 1 && lines[0].hasPrefix(folder.path), "\(run.errors)")
    try expect(folder.integrity(), equals: "ok")
  }

  @Test func aLockedDatabaseIsWaitedForAndReportedOnce() async throws {
    try makeDatabase()
    let state = folder.open()
    let other = try folder.otherProgram()
    try other.execute("BEGIN IMMEDIATE")
    state.setRead(true, entries(0..<1), of: otherFeed)
    expect(state.load(feed).isRead(entry(9)), "Reading must not wait for writers.")
    expect(!state.flush(within: .milliseconds(200)))
    expect(folder.problems, equals: [], "A short lock is no problem.")
    await expect(waits { !folder.problems.isEmpty })
    expect(!state.flush(within: .milliseconds(200)))
    expect(folder.problems.map(\.reason), equals: [.locked])
    try other.execute("COMMIT")
    other.close()
    expect(state.flush(within: .seconds(10)))
    expect(folder.open().load(otherFeed).isRead(entry(0)))
  }

  @Test func marksOfALockedDatabaseArriveLate() async throws {
    try makeDatabase()
    let other = try folder.otherProgram()
    try other.execute(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    let state = folder.open()
    expect(state.load(feed, within: .seconds(1)).isEmpty)
    state.setRead(false, entries(0..<1), of: feed)
    expect(folder.lateFeeds.isEmpty)
    try other.execute("COMMIT")
    other.close()
    await expect(waits { folder.lateFeeds.contains(feed) })
    let marks = state.marks(of: feed)
    expect(entries(0..<1_000).filter(marks.isRead), equals: entries(1..<1_000))
  }

  /// The rows of the first entries were made without their marks.
  @Test func marksOfFirstEntriesThatWereNotThereInTimeArriveLate() async throws {
    let folder = try StateFolder()
    folder.store { $0.setRead(true, entries(0..<3), of: feed) }
    // A quick database would answer at once.
    let other = try folder.otherProgram()
    try other.execute(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    let state = folder.open()
    let first = state.load(first: entries(0..<3), of: feed, within: .zero)
    expect(!first.isRead(entry(0)))
    try other.execute("COMMIT")
    other.close()
    await expect(waits { state.load(feed).isRead(entry(0)) })
    await expect(waits { folder.lateFeeds == [feed] })
  }

  @Test(
    arguments: [
      (SQLITE_FULL, .diskFull), (SQLITE_BUSY, .locked), (SQLITE_LOCKED, .locked), (SQLITE_NOTADB, .damaged),
      (SQLITE_CORRUPT, .damaged), (SQLITE_READONLY, .unavailable), (SQLITE_IOERR, .unavailable),
      (SQLITE_CANTOPEN, .unavailable),
    ] as [(CInt, StateFault)])
  func faultsAreToldApart(_ code: CInt, _ fault: StateFault) {
    expect(StateFault(SQLiteError(code: code)), equals: fault)
    expect(StateFault(SQLiteError(code: code | 7 << 8)), equals: fault, "Extended codes have details above.")
  }

  @Test func aMistakeInTheProgramIsNoFaultOfTheFile() {
    expect(StateFault(SQLiteError(code: SQLITE_CONSTRAINT)) == nil)
  }
}
