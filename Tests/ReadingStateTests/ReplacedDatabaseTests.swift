import Expectations
import FeedViewerBase
import Foundation
import Glibc
import Testing

@testable import FeedViewerReadingState

/// Databases that other hands remove, replace or overwrite while the program uses them.
struct ReplacedDatabaseTests {
  private let folder: StateFolder
  private let files = FileManager.default

  init() throws { folder = try StateFolder() }

  private func isRead(_ state: ReadingState, _ range: Range<Int>, of feed: FeedKey = feed) -> [Bool] {
    let marks = state.marks(of: feed)
    return entries(range).map(marks.isRead)
  }

  /// The numbers of the first 10 entries that are read in the file.
  private func stored(in path: String? = nil, of feed: FeedKey = feed) -> [Int] {
    let state = ReadingState(path: path ?? folder.path, report: { _ in })
    let marks = state.load(feed, within: .seconds(20))
    state.close(within: .seconds(20))
    return (0..<10).filter { marks.isRead(entry($0)) }
  }

  /// The same, without a second program that uses the file: at rest, it is complete.
  private func storedInCopy() throws -> [Int] {
    let copy = folder.folder.path + "/looked at.sqlite"
    try? files.removeItem(atPath: copy)
    try files.copyItem(atPath: URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path, toPath: copy)
    return stored(in: copy)
  }

  /// Stores marks of an earlier run.
  private func makeDatabase(read range: Range<Int>, at path: String? = nil) throws {
    let state = ReadingState(path: path ?? folder.path, report: { _ in })
    state.setRead(true, entries(range), of: feed)
    expect(state.close(within: .seconds(20)))
  }

  /// A program in the middle of its work: it knows entry 0 from before, and has marked entry 1 and unmarked entry 5.
  private func start() throws -> ReadingState {
    try makeDatabase(read: 0..<1)
    let state = folder.open()
    state.load(feed, within: .seconds(20))
    state.setRead(true, entries(1..<2), of: feed)
    state.setRead(false, entries(5..<6), of: feed)
    state.setSession(ReadingSession(files: ["/a.xml"]), of: "main")
    expect(state.flush(within: .seconds(20)))
    return state
  }

  enum Removal: CaseIterable {
    case folder, file, fileAndLog, renamedFile, renamedFolder, contents
  }

  private func remove(_ removal: Removal) throws {
    let parent = (folder.path as NSString).deletingLastPathComponent
    switch removal {
    case .folder: try files.removeItem(atPath: parent)
    case .file: try files.removeItem(atPath: folder.path)
    case .fileAndLog:
      for name in ["", "-wal", "-shm"] { try files.removeItem(atPath: folder.path + name) }
    case .renamedFile: try files.moveItem(atPath: folder.path, toPath: folder.path + ".old")
    case .renamedFolder: try files.moveItem(atPath: parent, toPath: parent + " old")
    case .contents: expect(truncate(folder.path, 0), equals: 0)
    }
  }

  @Test(arguments: Removal.allCases) func aDatabaseThatIsGoneIsMadeAgain(_ removal: Removal) async throws {
    let state = try start()
    for number in 2..<4 {
      try remove(removal)
      state.setRead(true, entries(number..<number + 1), of: feed)
      expect(state.flush(within: .seconds(20)))
      expect(folder.problems.map(\.reason), equals: Array(repeating: .removed, count: number - 1))
      try? files.removeItem(atPath: (folder.path as NSString).deletingLastPathComponent + " old")
      try? files.removeItem(atPath: folder.path + ".old")
    }
    expect(isRead(state, 0..<5), equals: [true, true, true, true, false])
    expect(state.close(within: .seconds(20)))
    expect(stored(), equals: [0, 1, 2, 3])
    await expect(folder.open().session(of: "main"), equals: ReadingSession(files: ["/a.xml"]))
    try expect(folder.integrity(), equals: "ok")
  }

  @Test func aDatabaseThatIsGoneAtTheEndIsMadeAgain() throws {
    let state = try start()
    try remove(.folder)
    expect(state.close(within: .seconds(20)))
    expect(folder.problems.map(\.reason), equals: [.removed])
    expect(stored(), equals: [0, 1])
  }

  enum Replacement: CaseIterable {
    /// As by mv, and by programs that save files.
    case renamed
    /// As by cp.
    case overwritten
    case link
  }

  private func replace(with path: String, _ replacement: Replacement) throws {
    switch replacement {
    case .renamed: expect(rename(path, folder.path), equals: 0)
    case .overwritten:
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(contentsOf: URL(fileURLWithPath: path)))
      try handle.close()
    case .link:
      try files.removeItem(atPath: folder.path)
      try files.createSymbolicLink(atPath: folder.path, withDestinationPath: path)
    }
  }

  @Test(arguments: Replacement.allCases)
  func anotherDatabaseIsUsedWithWhatThisRunHasChanged(_ replacement: Replacement) async throws {
    let state = try start()
    for (number, other) in [(2, 4..<7), (3, 7..<9)] {
      let path = folder.folder.path + "/other\(number).sqlite"
      try makeDatabase(read: other, at: path)
      try replace(with: path, replacement)
      state.setRead(true, entries(number..<number + 1), of: feed)
      expect(state.flush(within: .seconds(20)))
      expect(folder.problems.map(\.reason), equals: Array(repeating: .replaced, count: number - 1))
      // Entry 0 was read in the database before; 5 is unread since this run.
      let expected = Array(1...number) + other.filter { $0 != 5 }
      try expect(storedInCopy(), equals: expected)
      await expect(waits { folder.lateFeeds.count == number - 1 }, "The rows must be told.")
      expect((0..<10).filter { isRead(state, $0..<$0 + 1)[0] }, equals: expected)
    }
    expect(state.close(within: .seconds(20)))
    expect(stored(), equals: [1, 2, 3, 7, 8])
    await expect(folder.open().session(of: "main"), equals: ReadingSession(files: ["/a.xml"]))
    try expect(folder.integrity(), equals: "ok")
  }

  /// What the reader puts back with a copy must not come back only as far as SQLite's cache does not know better.
  @Test(arguments: [Replacement.renamed, .overwritten])
  func anEarlierCopyOfTheDatabaseIsNoticed(_ replacement: Replacement) throws {
    let state = try start()
    let copy = folder.folder.path + "/copy.sqlite"
    try files.copyItem(atPath: folder.path, toPath: copy)
    expect(stored(in: copy), equals: [0, 1], "At rest, the file alone is complete.")
    state.setRead(true, entries(2..<3), of: feed)
    expect(state.flush(within: .seconds(20)))
    try replace(with: copy, replacement)
    state.setRead(true, entries(3..<4), of: feed)
    expect(state.close(within: .seconds(20)))
    expect(folder.problems.map(\.reason), equals: [.replaced])
    expect(stored(), equals: [0, 1, 2, 3])
    try expect(folder.integrity(), equals: "ok")
  }

  /// As programs do that write files anew to change them.
  @Test func aCopyWithTheSameContentsIsUsedWithoutAWord() throws {
    let state = try start()
    let copy = folder.folder.path + "/copy.sqlite"
    for number in 2..<4 {
      try files.copyItem(atPath: folder.path, toPath: copy)
      try replace(with: copy, number == 2 ? .renamed : .overwritten)
      try? files.removeItem(atPath: copy)
      state.setRead(true, entries(number..<number + 1), of: feed)
      expect(state.flush(within: .seconds(20)))
    }
    expect(state.close(within: .seconds(20)))
    expect(folder.problems, equals: [])
    expect(stored(), equals: [0, 1, 2, 3])
  }

  @Test(arguments: [["-wal"], ["-shm"], ["-wal", "-shm"]])
  func withoutItsLogTheDatabaseIsUsedOn(_ names: [String]) throws {
    let state = try start()
    for name in names { try files.removeItem(atPath: folder.path + name) }
    state.setRead(true, entries(2..<3), of: feed)
    expect(state.flush(within: .seconds(20)))
    // A process that is killed now leaves everything to others.
    expect(stored(), equals: [0, 1, 2])
    expect(state.close(within: .seconds(20)))
    expect(folder.problems, equals: [])
    try expect(folder.integrity(), equals: "ok")
  }

  /// While another program reads, SQLite keeps what is stored in its log.
  @Test func theLogOfTheDatabaseBeforeIsNotMixedIntoAnotherOne() throws {
    let state = try start()
    let reader = try folder.otherProgram()
    try reader.execute("BEGIN; SELECT count(*) FROM feed")
    state.setRead(true, entries(2..<1_000), of: feed)
    expect(state.flush(within: .seconds(20)))
    expect(FileStatus(ofFileAt: folder.path + "-wal")?.size ?? 0 > 0)
    let other = folder.folder.path + "/other.sqlite"
    try makeDatabase(read: 1_000..<1_001, at: other)
    try replace(with: other, .renamed)
    state.setRead(false, entries(2..<1_000), of: feed)
    expect(state.close(within: .seconds(20)))
    reader.close()
    try expect(folder.integrity(), equals: "ok")
    let marks = folder.open().load(feed, within: .seconds(20))
    expect(entries(0..<1_002).filter(marks.isRead), equals: entries(1..<2) + entries(1_000..<1_001))
    expect(folder.problems.map(\.reason), equals: [.replaced])
  }

  /// A file that is damaged only in the middle does not show it in its first page.
  @Test(arguments: [(Replacement.renamed, false), (.overwritten, false), (.renamed, true)])
  func aDamagedReplacementIsMovedAside(_ replacement: Replacement, inTheMiddle: Bool) throws {
    let state = try start()
    let other = folder.folder.path + "/other.sqlite"
    var bytes = Data(String(repeating: "no database ", count: 2_000).utf8)
    if inTheMiddle {
      try makeDatabase(read: 0..<5_000, at: other)
      bytes = try Data(contentsOf: URL(fileURLWithPath: other))
      for index in bytes.count / 2..<bytes.count { bytes[index] = 0xA5 }
    }
    try bytes.write(to: URL(fileURLWithPath: other))
    try replace(with: other, replacement)
    state.setRead(true, entries(2..<3), of: feed)
    expect(state.close(within: .seconds(20)))
    _ = try folder.damagedName()
    expect(stored(), equals: [0, 1, 2])
  }

  @Test func aReplacementOfANewerVersionIsLeftAsItIs() throws {
    let state = try start()
    let other = folder.folder.path + "/other.sqlite"
    try makeDatabase(read: 4..<5, at: other)
    let program = try OtherProgram(path: other)
    try program.execute("INSERT INTO grdb_migrations VALUES ('3 of the future')")
    program.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: other))
    try replace(with: other, .renamed)
    state.setRead(true, entries(2..<3), of: feed)
    state.close(within: .seconds(20))
    expect(folder.problems.map(\.reason), equals: [.newerVersion])
    expect(isRead(state, 0..<3), equals: [true, true, true])
    try expect(folder.contents(), equals: before)
  }

  @Test func aFolderInThePlaceOfTheDatabaseIsTold() throws {
    let state = try start()
    try files.removeItem(atPath: folder.path)
    try files.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
    state.setRead(true, entries(2..<3), of: feed)
    state.close(within: .seconds(20))
    expect(folder.problems.map(\.reason), equals: [.isFolder])
  }

  /// The folder can't be made again at first.
  @Test func aDatabaseThatIsGoneIsMadeAgainWhenThatIsPossible() throws {
    let state = try start()
    try remove(.folder)
    let parent = (folder.path as NSString).deletingLastPathComponent
    try "in the way".write(toFile: parent, atomically: true, encoding: .utf8)
    state.setRead(true, entries(2..<3), of: feed)
    expect(!state.flush(within: .seconds(1)))
    try files.removeItem(atPath: parent)
    expect(state.flush(within: .seconds(20)))
    guard folder.problems.count == 2, case .unavailable = folder.problems[0].reason else {
      Issue.record("\(folder.problems)")
      return
    }
    expect(folder.problems[1].reason, equals: .removed)
    expect(state.close(within: .seconds(20)))
    expect(stored(), equals: [0, 1, 2])
  }

  /// Each moves the log into the file, and finds that the other one has done so.
  @Test func twoProgramsDontTakeEachOtherForSomebodyElse() throws {
    let states = [folder.open(), folder.open()]
    for number in 0..<10 {
      states[number % 2].setRead(true, entries(number..<number + 1), of: feed)
      expect(states[number % 2].flush(within: .seconds(20)))
      states[(number + 1) % 2].load(feed, within: .seconds(20))
    }
    for state in states { expect(state.close(within: .seconds(20))) }
    expect(folder.problems, equals: [])
    expect(stored(), equals: Array(0..<10))
  }

  /// Of a feed with very many changes it is not known any more which of its marks are from before.
  @Test func manyChangesOfAFeedAreNotKeptTwice() {
    var run = RunChanges()
    let marks = [feed: FeedMarks(), otherFeed: FeedMarks()]
    run.append(.read(true, entries(0..<3)), of: otherFeed)
    for _ in 0..<3 { run.append(.read(true, entries(0..<RunChanges.entryLimit / 2)), of: feed) }
    expect(run.changes(knowing: marks), equals: [.feed(.read(true, entries(0..<3)), otherFeed)])
    var known = FeedMarks()
    known.apply(.starred(true, entries(7..<8)))
    var kept = FeedMarks()
    for case .feed(let change, feed) in run.changes(knowing: [feed: known]) { kept.apply(change) }
    expect(kept.isStarred(entry(7), twinsAreKnown: true))
    expect(!kept.isRead(entry(7), twinsAreKnown: true))
  }
}
