import Expectations
import FeedViewerCSQLite
import Foundation
import ProgramRuns
import Testing

@testable import FeedViewerReadingState

/// The connection to SQLite.
struct SQLiteDatabaseTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/test.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ access: SQLiteDatabase.Access = .readingAndWriting) throws -> SQLiteDatabase {
    try SQLiteDatabase(path: path, access, busyTimeout: .zero)
  }

  private func texts(_ connection: SQLiteDatabase) throws -> [String?] {
    var texts: [String?] = []
    try connection.passingStatement("SELECT text FROM t ORDER BY rowid").run([]) { texts.append($0.text(0)) }
    return texts
  }

  @Test func valuesComeBackAsTheyWere() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t (number INTEGER, text TEXT)")
    let written = [nil, "", "a\u{0}b", "Grüße 🎈", "\u{10F7FF}/\n'\"", String(repeating: "x", count: 100_000)]
    for (number, text) in written.enumerated() {
      try connection.statement("INSERT INTO t VALUES (?, ?)")
        .run([.integer(number == 0 ? .min : .max), .text(ifAny: text)])
    }
    try expect(texts(connection), equals: written)
    var numbers: [Int64] = []
    try connection.statement("SELECT number FROM t ORDER BY rowid").run([]) { numbers.append($0.integer(0)) }
    expect(numbers, equals: [.min] + Array(repeating: .max, count: 5))
    try connection.close()
    try expect(OtherProgram(path: path).texts("SELECT text FROM t ORDER BY rowid"), equals: written)
  }

  @Test func aTransactionThatFailsChangesNothing() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t (text TEXT)")
    #expect(throws: StateFault.damaged) {
      try connection.transaction {
        try connection.statement("INSERT INTO t VALUES (?)").run([.text("a")])
        throw StateFault.damaged
      }
    }
    try expect(texts(connection), equals: [])
    try connection.transaction { try connection.statement("INSERT INTO t VALUES (?)").run([.text("b")]) }
    try expect(texts(connection), equals: ["b"])
  }

  @Test func errorsSayWhatFailedAndHow() throws {
    let connection = try open()
    let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT * FROM missing") }
    expect(
      error?.description,
      equals: "SQLite error 1: no such table: missing - while executing `SELECT * FROM missing`")
    try connection.execute("CREATE TABLE t (text TEXT UNIQUE)")
    let insert = try connection.statement("INSERT INTO t VALUES (?)")
    try insert.run([.text("a")])
    let again = #expect(throws: SQLiteError.self) { try insert.run([.text("a")]) }
    // SQLITE_CONSTRAINT_UNIQUE, which Swift does not import.
    expect(again?.code, equals: SQLITE_CONSTRAINT | 8 << 8)
    // A statement that failed can be run again, and holds no lock.
    try insert.run([.text("b")])
    let other = try open()
    try other.transaction { try other.statement("INSERT INTO t VALUES (?)").run([.text("c")]) }
    try expect(texts(connection), equals: ["a", "b", "c"])
  }

  @Test func aFolderIsNoDatabase() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = #expect(throws: SQLiteError.self) { try open() }
    expect(error.flatMap { StateFault($0) }, equals: .unavailable)
    expect(error?.description, equals: "SQLite error 14: unable to open database file")
  }

  /// The path of an immutable file is part of a URI.
  @Test(arguments: ["a?b", "a#b", "a%41b", "a#\u{301}?\u{301}%\u{301}", "ä b", "a&mode=rw"])
  func everyPathCanBeOpenedAsImmutable(_ name: String) throws {
    let path = folder.path + "/" + name
    let connection = try SQLiteDatabase(path: path, .readingAndWriting, busyTimeout: .zero)
    try connection.execute("CREATE TABLE t (text TEXT); INSERT INTO t VALUES ('found')")
    try connection.close()
    let reader = try SQLiteDatabase(path: path, .immutable, busyTimeout: .zero)
    try expect(texts(reader), equals: ["found"])
    let error = #expect(throws: SQLiteError.self) { try reader.execute("DELETE FROM t") }
    expect(error?.primaryCode, equals: SQLITE_READONLY)
  }

  @Test func closingLeavesNoStatementOpen() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t (text TEXT); INSERT INTO t VALUES ('a')")
    for _ in 0..<3 { try connection.statement("SELECT text FROM t").run([]) }
    try expect(texts(connection), equals: ["a"])
    // SQLite refuses to close while there are statements.
    try connection.close()
  }
}
