import Expectations
import Foundation
import Testing

@testable import FeedViewerReadingState

/// What can't be stored when the program ends.
struct UnsavedChangesTests {
  private let folder: StateFolder

  init() throws { folder = try StateFolder() }

  private var unsaved: UnsavedChanges { UnsavedChanges(of: folder.path) }
  private var isKept: Bool { FileManager.default.fileExists(atPath: unsaved.path) }

  /// The database of an earlier run, in which entry 0 is read, and a program that has locked it.
  private func lockedDatabase() throws -> OtherProgram {
    let state = folder.open()
    state.setRead(true, entries(0..<1), of: feed)
    expect(state.close(within: .seconds(20)))
    let other = try folder.otherProgram()
    try other.execute("BEGIN IMMEDIATE")
    return other
  }

  /// Changes everything that there is, and ends.
  private func changeAndEnd() {
    let state = folder.open()
    state.load(feed)
    state.setRead(false, entries(0..<1), of: feed)
    state.setRead(true, entries(1..<3), of: feed)
    state.setStarred(true, entries(2..<3), of: feed)
    state.setPlace("block 3", of: entry(2), in: feed)
    state.setListPlace("row 4", of: feed)
    state.setSession(session, of: "main")
    expect(state.close(within: .milliseconds(100)), "Nothing is lost.")
  }

  private let session = ReadingSession(
    files: ["/a.xml", "/b\n.xml"], listPlace: "row 4", article: "entry", folders: ["folder 2", "folder 1"],
    lists: ["list 1"])

  private func expectChanges(_ state: ReadingState) async {
    let marks = state.load(feed, within: .seconds(20))
    expect(entries(0..<4).map(marks.isRead), equals: [false, true, true, false])
    expect(entries(0..<4).map(marks.isStarred), equals: [false, false, true, false])
    expect(marks.place(of: entry(2)), equals: "block 3")
    expect(marks.listPlace, equals: "row 4")
    await expect(state.session(of: "main"), equals: session)
  }

  @Test func changesThatCouldNotBeStoredAreStoredByTheNextRun() async throws {
    let other = try lockedDatabase()
    changeAndEnd()
    expect(folder.problems.map(\.reason), equals: [.notStored(keptIn: "reading-state.sqlite-unsaved")])
    expect(isKept)
    other.close()
    let state = folder.open()
    await expectChanges(state)
    await expect(waits { folder.problems.count == 2 })
    expect(folder.problems.last?.reason, equals: .storedLate)
    expect(state.flush(within: .seconds(20)))
    expect(!isKept)
    expect(state.close(within: .seconds(20)))
    let third = folder.open()
    await expectChanges(third)
    expect(third.close(within: .seconds(20)))
    expect(folder.problems.count, equals: 2, "It is told once.")
    try expect(folder.names(), equals: ["reading-state.sqlite"])
  }

  /// Runs of two windows, or one after the other.
  @Test func changesOfRunsOfALockedDatabaseAddUp() async throws {
    let other = try lockedDatabase()
    changeAndEnd()
    let next = folder.open()
    await expectChanges(next)
    next.setStarred(true, entries(3..<4), of: feed)
    expect(next.close(within: .milliseconds(100)))
    expect(isKept)
    other.close()
    let state = folder.open()
    let marks = state.load(feed, within: .seconds(20))
    expect(entries(0..<4).map(marks.isRead), equals: [false, true, true, false])
    expect(entries(0..<4).map(marks.isStarred), equals: [false, false, true, true])
    expect(state.close(within: .seconds(20)))
    expect(!isKept)
  }

  /// The new database gets what is known.
  @Test func changesAreKeptIfTheDatabaseIsDamagedMeanwhile() async throws {
    let other = try lockedDatabase()
    changeAndEnd()
    other.close()
    try folder.write(Data("no database, and longer than that".utf8))
    let state = folder.open()
    await expectChanges(state)
    expect(state.close(within: .seconds(20)))
    let next = folder.open()
    await expectChanges(next)
    expect(next.close(within: .seconds(20)))
  }

  /// Two programs end while a third one has locked the database.
  @Test func whatAnotherProgramHasKeptIsNotOverwritten() throws {
    let other = try lockedDatabase()
    let states = [folder.open(), folder.open()]
    for (number, state) in states.enumerated() {
      state.setRead(true, entries(number + 1..<number + 2), of: feed)
    }
    for state in states { expect(state.close(within: .milliseconds(100))) }
    other.close()
    let state = folder.open()
    let marks = state.load(feed, within: .seconds(20))
    expect(entries(0..<4).map(marks.isRead), equals: [true, true, true, false])
    expect(state.close(within: .seconds(20)))
  }

  @Test func aLockThatEndsInTimeLeavesNothingBehind() async throws {
    let other = try lockedDatabase()
    let state = folder.open()
    state.setRead(true, entries(1..<2), of: feed)
    async let isStored = Task.detached { state.close(within: .seconds(20)) }.value
    // A process that is killed while it waits loses nothing either.
    await expect(waits { isKept })
    other.close()
    await expect(isStored)
    expect(!isKept)
    expect(folder.problems.allSatisfy { $0.reason == .locked }, "\(folder.problems)")
    expect(folder.open().load(feed, within: .seconds(20)).isRead(entry(1)))
  }

  @Test func whatCanNotBeKeptEitherIsToldToBeLost() throws {
    try folder.folder.write("", to: "a file")
    let state = folder.open(folder.folder.path + "/a file/reading-state.sqlite")
    state.setRead(true, entries(0..<1), of: feed)
    expect(!state.close(within: .seconds(1)))
    expect(folder.problems.last?.reason, equals: .notStored(keptIn: nil))
  }

  @Test func aDamagedFileIsMovedAside() throws {
    try folder.makeFolder()
    try "no changes".write(toFile: unsaved.path, atomically: true, encoding: .utf8)
    let state = folder.open()
    state.setRead(true, entries(0..<1), of: feed)
    expect(state.close(within: .seconds(20)))
    let name = try folder.damagedName()
    expect(folder.problems[0].path, equals: unsaved.path)
    try expect(folder.names(), equals: [name, "reading-state.sqlite"].sorted())
  }

  @Test func aFileOfANewerVersionStays() throws {
    try folder.makeFolder()
    try unsaved.write([.feed(.listPlace("row"), feed)])
    let program = try OtherProgram(path: unsaved.path)
    try program.execute("PRAGMA user_version = 3")
    program.close()
    let state = folder.open()
    state.setRead(true, entries(0..<1), of: feed)
    expect(state.close(within: .seconds(20)))
    expect(folder.problems.map(\.reason), equals: [.newerVersion])
    expect(isKept)
  }

  private func row(_ check: UInt32, _ flags: MarkFlags, _ place: String?) -> FeedChange.Row {
    FeedChange.Row(digest: KeyDigest(of: "a"), row: MarkRow(check: check, flags: flags, place: place))
  }

  /// The fixture was written by the version before there were checks.
  @Test func changesWithoutChecksAreStored() async throws {
    try folder.install(fixture: "version-2")
    try folder.install(fixture: "unsaved-1", at: unsaved.path)
    let state = folder.open()
    await expect(waits { folder.problems.map(\.reason) == [.storedLate] })
    func expectAll(_ state: ReadingState) async {
      let marks = state.load(feed, within: .seconds(20))
      expect(entries(0..<30).filter(marks.isRead), equals: entries(1..<20) + entries(25..<26))
      expect(entries(0..<30).filter(marks.isStarred), equals: entries(2..<3) + entries(6..<7))
      expect(marks.place(of: entry(2)) == "block 9" && marks.listPlace == "row 9")
      await expect(
        state.session(of: "main"),
        equals: ReadingSession(files: session.files, listPlace: "row 9", article: "entry"))
    }
    await expectAll(state)
    expect(state.close(within: .seconds(20)))
    expect(!isKept)
    await expectAll(folder.open())
  }

  @Test func everyChangeComesBackAsItWas() throws {
    let changes: [StateChange] = [
      .feed(.read(true, entries(0..<3)), feed), .feed(.read(true, entries(0..<1)), otherFeed),
      .feed(.read(false, entries(1..<2)), otherFeed), .feed(.starred(false, entries(1..<2)), otherFeed),
      .feed(.starred(true, entries(0..<2)), otherFeed), .feed(.place("a|b\n", entry(0)), feed),
      .feed(.place(nil, entry(1)), feed), .feed(.listPlace("é"), feed),
      .feed(.listPlace(nil), feed), .session(session, window: "main"),
      .session(ReadingSession(), window: "other"), .feed(.read(true, entries(5..<6)), feed),
      .feed(.marks(.set([.removed, .read], true), entries(5..<7), twinsAreKnown: false), feed),
      .feed(.marks(.set([.removed, .read], true), entries(5..<7), twinsAreKnown: true), feed),
      .feed(.marks(.set(.removed, false), [EntryKey("a", check: .max)], twinsAreKnown: false), feed),
      .feed(.marks(.hasTwin, entries(0..<2), twinsAreKnown: true), feed),
      .feed(.marks(.isAlone, entries(1..<2), twinsAreKnown: true), feed),
      .feed(.adopted([.init(earlier: KeyDigest(of: "a#2"), entry: EntryKey("a", check: 7))]), otherFeed),
      .feed(.rows([row(0, .strict, nil)]), feed), .feed(.rows([row(8, .read, "block 3")]), feed),
    ]
    try folder.makeFolder()
    try unsaved.write(changes)
    try expect(unsaved.read(), equals: changes)
    try unsaved.write([])
    try expect(unsaved.read(), equals: [])
    unsaved.remove()
    try expect(unsaved.read(), equals: [])
  }
}
