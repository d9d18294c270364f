import FeedViewerBase
import FeedViewerCSQLite

/// A connection to an SQLite database, for one thread at a time. The type is not `Sendable`: the compiler sees to that.
final class SQLiteDatabase {
  enum Access {
    /// Creates the file if there is none.
    case readingAndWriting
    /// For a file that nobody can change: SQLite neither locks it nor looks for a log.
    case immutable
  }

  /// Nil after `close`.
  private var connection: OpaquePointer?
  /// Statements that are prepared once, by their text.
  private var statements: [String: SQLiteStatement] = [:]

  /// - Parameters:
  ///   - path: The absolute path of the file, which is not read before the first statement.
  ///   - busyTimeout: For this long, SQLite waits for another process to unlock the file.
  init(path: String, _ access: Access, busyTimeout: Duration) throws(SQLiteError) {
    precondition(path.hasPrefix("/"), "Other paths may have a meaning of their own.")
    // SQLite's own mutex would only be locked while nobody else wants it.
    let code =
      switch access {
      case .readingAndWriting:
        PathText.withCString(path) {
          sqlite3_open_v2(
            $0, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        }
      case .immutable:
        PathText.withCString("file:\(Self.escaped(path))?immutable=1") {
          sqlite3_open_v2(
            $0, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        }
      }
    guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_busy_timeout(connection, CInt(busyTimeout / .milliseconds(1)))
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(connection)
  }

  /// Leaves the files beside the database as they are when it is closed: they may belong to another one by now.
  func keepFilesWhenClosed() { sqlite3_keep_files_when_closed(connection) }

  /// Closes the file. Nothing else may be called afterwards.
  func close() throws(SQLiteError) {
    statements = [:]
    let code = sqlite3_close(connection)
    guard code == SQLITE_OK else { throw SQLiteError(code: code, of: connection) }
    connection = nil
  }

  /// Executes statements without arguments, whose rows are not of interest.
  func execute(_ script: String) throws(SQLiteError) {
    let code = sqlite3_exec(opened, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code: code, of: connection, sql: script) }
  }

  /// A statement that is run often. It is prepared once.
  func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, isKept: true, connection: opened)
    statements[sql] = statement
    return statement
  }

  /// A statement that is run once.
  func passingStatement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    try SQLiteStatement(sql, isKept: false, connection: opened)
  }

  /// Calls `body` in a transaction, which no other process can disturb. If it fails, it has changed nothing.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE TRANSACTION")
    do {
      let result = try body()
      try execute("COMMIT TRANSACTION")
      return result
    } catch {
      // SQLite rolls back by itself after some errors. If it can't, the next transaction can't begin, and says so.
      if sqlite3_get_autocommit(opened) == 0 { try? execute("ROLLBACK TRANSACTION") }
      throw error
    }
  }

  private var opened: OpaquePointer {
    guard let connection else { preconditionFailure("The database has been closed.") }
    return connection
  }

  /// The path as part of a URI (sqlite.org/uri.html, section 3.1).
  private static func escaped(_ path: String) -> String {
    // By scalars: a mark that follows one of these would make another character of it.
    path.unicodeScalars.map { ["%": "%25", "?": "%3f", "#": "%23"][$0] ?? String($0) }.joined()
  }
}
