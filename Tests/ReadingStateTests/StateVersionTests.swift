import Expectations
import Foundation
import Testing

@testable import FeedViewerReadingState

/// Databases of earlier and later versions. The fixtures were written by these versions, and are never written again.
struct StateVersionTests {
  @Test func marksOfVersion1AreKept() throws {
    let folder = try StateFolder()
    try folder.install(fixture: "version-1")
    let state = folder.open()
    let marks = state.load(feed)
    expect(entries(0..<30).filter(marks.isRead), equals: entries(0..<20))
    state.setStarred(true, entries(0..<1), of: feed)
    state.setListPlace("row", of: feed)
    expect(state.close())
    let again = folder.open().load(feed)
    expect(entries(0..<30).filter(again.isRead), equals: entries(0..<20))
    expect(again.isStarred(entry(0)))
    expect(again.listPlace, equals: "row")
    expect(folder.problems, equals: [])
  }

  /// With and without a witness, which version 2 had in the end.
  @Test(arguments: ["version-2", "version-2-with-witness"])
  func everythingOfVersion2IsKept(fixture: String) async throws {
    let folder = try StateFolder()
    try folder.install(fixture: fixture)
    let state = folder.open()
    let marks = state.load(feed)
    expect(entries(0..<30).filter(marks.isRead), equals: entries(0..<20))
    expect(entries(0..<30).filter(marks.isStarred), equals: entries(5..<7))
    expect(marks.place(of: entry(2)), equals: "block 3")
    expect(marks.listPlace, equals: "row 4")
    await expect(
      state.session(of: "main"),
      equals: ReadingSession(files: ["/feeds/a.xml", "/feeds/b.xml"], listPlace: "row 4", article: "entry 2"))
    expect(folder.problems, equals: [])
  }

  /// The second and the third entry with a key had numbers, and entries without identifiers were told apart by links and
  /// titles.
  @Test(arguments: [false, true])
  func marksOfTwinsOfVersion2BelongToTheSameEntries(areJoinedTwice: Bool) async throws {
    let folder = try StateFolder()
    try folder.install(fixture: "version-2-with-twins")
    var state = folder.open()
    state.load(feed, within: .seconds(20))
    let twins = (1...3 as ClosedRange<UInt32>).map { EntryKey("a", check: $0) }
    let others = [EntryKey("https://example.org/x", check: 4), EntryKey("b", check: 5)]
    state.join(twins + others, of: feed) { ["a", "a#2", "a#3", "https://example.org/x\nTitle", "b"] }
    if areJoinedTwice {
      // The order does not count any more.
      state.join((twins + others).reversed(), of: feed) {
        ["b", "https://example.org/x\nTitle", "a", "a#2", "a#3"]
      }
    }
    for _ in 0..<2 {
      let marks = state.load(feed, within: .seconds(20))
      expect(twins.map(marks.isRead), equals: [true, false, true])
      expect(twins.map(marks.isStarred), equals: [false, true, false])
      expect(twins.map(marks.place), equals: [nil, nil, "block 5"])
      expect(others.map(marks.isRead) == [true, true] && others.map(marks.isStarred) == [true, false])
      expect(marks.place(of: others[0]), equals: "block 6")
      // That of an entry that is not in the file waits for it.
      expect(marks.isRead(EntryKey("gone", check: 6)) && marks.listPlace == "row 4")
      expect(state.close(within: .seconds(20)))
      state = folder.open()
    }
    await expect(state.session(of: "main")?.article, equals: "entry 2")
    expect(folder.problems, equals: [])
  }

  @Test func everythingOfVersion3IsKept() async throws {
    let folder = try StateFolder()
    try folder.install(fixture: "version-3")
    let state = folder.open()
    let marks = state.load(feed, within: .seconds(20))
    expect(entries(0..<30).filter(marks.isRead), equals: entries(0..<21))
    let twins = [
      EntryKey("entry 20", check: 1), EntryKey("entry 20", check: .max), EntryKey("entry 20", check: 2),
    ]
    expect(twins.map(marks.isRead), equals: [true, false, false])
    expect(twins.map(marks.isStarred), equals: [true, true, false])
    expect(twins.map { marks.isRemoved($0, twinsAreKnown: true) }, equals: [true, false, false])
    expect(marks.place(of: twins[0]) == "block 7" && marks.place(of: entry(2)) == "block 3")
    expect(marks.hasEarlierMarks && marks.listPlace == "row 4")
    await expect(state.session(of: "main")?.listPlace, equals: "row 4")
    expect(folder.problems, equals: [])
  }

  @Test func foldersAndListsOfTheSessionOfVersion4AreKept() async throws {
    let folder = try StateFolder()
    try folder.install(fixture: "version-4")
    let state = folder.open()
    expect(state.load(feed, within: .seconds(20)).listPlace, equals: "row 4")
    let session = try await require(state.session(of: "main"))
    expect(session.folders, equals: ["folder:/feeds/b.xml#1", "folder:/feeds/b.xml#1/0"])
    expect(session.lists, equals: ["a list"])
    expect(folder.problems, equals: [])
  }

  /// A test without a fixture of the last version before a new migration would say nothing about that.
  @Test func thereIsAFixtureOfEveryVersion() throws {
    let names = StateSchema.migrations.map(\.identifier)
    for version in 1...names.count {
      let folder = try StateFolder()
      try folder.install(fixture: "version-\(version)")
      let applied = try folder.otherProgram().texts("SELECT identifier FROM grdb_migrations ORDER BY rowid")
      expect(applied, equals: Array(names.prefix(version)))
    }
  }

  @Test func aDatabaseOfANewerVersionIsLeftAsItIs() async throws {
    let folder = try StateFolder()
    try folder.install(fixture: "version-3")
    do {
      let other = try folder.otherProgram()
      try other.execute("INSERT INTO grdb_migrations VALUES ('4 of the future')")
      other.close()
    }
    let before = try folder.contents()
    let state = folder.open()
    state.setRead(true, entries(0..<1), of: feed)
    expect(!state.load(feed).isRead(entry(1)))
    expect(state.close())
    expect(state.marks(of: feed).isRead(entry(0)), "Marks must last until the program ends.")
    expect(folder.problems.map(\.reason), equals: [.newerVersion])
    try expect(folder.contents(), equals: before)
    try expect(folder.names(), equals: ["reading-state.sqlite"])
  }
}
