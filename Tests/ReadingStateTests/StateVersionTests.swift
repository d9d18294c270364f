import Foundation
import Testing

@testable import ReadingState

/// Databases of earlier and later versions. The fixtures were written by these versions, and are never written again.
struct StateVersionTests {
  @Test func marksOfVersion1AreKept() throws {
    let folder = try StateFolder()
    try folder.install(fixture: "version-1")
    let state = folder.open()
    let marks = state.load(feed)
    #expect(entries(0..<30).filter(marks.isRead) == entries(0..<20))
    state.setStarred(true, entries(0..<1), of: feed)
    state.setListPlace("row", of: feed)
    #expect(state.close())
    let again = folder.open().load(feed)
    #expect(entries(0..<30).filter(again.isRead) == entries(0..<20))
    #expect(again.isStarred(entries(0..<1)[0]))
    #expect(again.listPlace == "row")
    #expect(folder.problems == [])
  }

  @Test func everythingOfVersion2IsKept() async throws {
    let folder = try StateFolder()
    try folder.install(fixture: "version-2")
    let state = folder.open()
    let marks = state.load(feed)
    #expect(entries(0..<30).filter(marks.isRead) == entries(0..<20))
    #expect(entries(0..<30).filter(marks.isStarred) == entries(5..<7))
    #expect(marks.place(of: entries(2..<3)[0]) == "block 3")
    #expect(marks.listPlace == "row 4")
    #expect(
      await state.session(of: "main")
        == ReadingSession(files: ["/feeds/a.xml", "/feeds/b.xml"], listPlace: "row 4", article: "entry 2"))
    #expect(folder.problems == [])
  }

  /// A test without a fixture of the last version before a new migration would say nothing about that.
  @Test func thereIsAFixtureOfEveryVersion() throws {
    let names = StateSchema.migrations.map(\.identifier)
    for version in 1...names.count {
      let folder = try StateFolder()
      try folder.install(fixture: "version-\(version)")
      let applied = try folder.otherProgram().texts("SELECT identifier FROM grdb_migrations ORDER BY rowid")
      #expect(applied == Array(names.prefix(version)))
    }
  }

  @Test func aDatabaseOfANewerVersionIsLeftAsItIs() async throws {
    let folder = try StateFolder()
    try folder.install(fixture: "version-2")
    do {
      let other = try folder.otherProgram()
      try other.execute("INSERT INTO grdb_migrations VALUES ('3 of the future')")
      other.close()
    }
    let before = try folder.contents()
    let state = folder.open()
    state.setRead(true, entries(0..<1), of: feed)
    #expect(!state.load(feed).isRead(entries(1..<2)[0]))
    #expect(state.close())
    #expect(state.marks(of: feed).isRead(entries(0..<1)[0]), "Marks must last until the program ends.")
    #expect(folder.problems.map(\.reason) == [.newerVersion])
    #expect(try folder.contents() == before)
    #expect(try folder.names() == ["reading-state.sqlite"])
  }
}
