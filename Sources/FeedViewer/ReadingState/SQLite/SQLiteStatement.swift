import FeedViewerCSQLite

/// A prepared statement, which can be run any number of times with other arguments.
///
/// It must not outlive the connection that has prepared it.
final class SQLiteStatement {
  private let statement: OpaquePointer

  /// - Parameters:
  ///   - sql: One statement.
  ///   - isKept: Whether it will be run many times.
  init(_ sql: String, isKept: Bool, connection: OpaquePointer) throws(SQLiteError) {
    var statement: OpaquePointer?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(connection, sql, -1, flags, &statement, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code: code, of: connection, sql: sql) }
    guard let statement else { preconditionFailure("There is no statement in \"\(sql)\".") }
    self.statement = statement
  }

  deinit { sqlite3_finalize(statement) }

  /// Runs the statement to its end.
  ///
  /// - Parameters:
  ///   - arguments: One for each question mark.
  ///   - body: Called with each row.
  func run(
    _ arguments: [SQLiteValue], _ body: (borrowing SQLiteRow) -> Void = { _ in }
  ) throws(SQLiteError) {
    // A statement that is not reset keeps its locks. What went wrong has been reported before.
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    try bind(arguments)
    while true {
      let code = sqlite3_step(statement)
      switch code {
      case SQLITE_ROW: body(SQLiteRow(statement))
      case SQLITE_DONE: return
      default: throw error(code)
      }
    }
  }

  private func bind(_ arguments: [SQLiteValue]) throws(SQLiteError) {
    precondition(arguments.count == sqlite3_bind_parameter_count(statement), "Every argument has its value.")
    for (index, argument) in zip(CInt(1)..., arguments) {
      let code =
        switch argument {
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .text(let text): sqlite3_bind_copied_text(statement, index, text, UInt64(text.utf8.count))
        case .null: sqlite3_bind_null(statement, index)
        }
      guard code == SQLITE_OK else { throw error(code) }
    }
  }

  private func error(_ code: CInt) -> SQLiteError {
    SQLiteError(
      code: code, of: sqlite3_db_handle(statement), sql: String(cString: sqlite3_sql(statement)))
  }
}

/// A row that a statement has found, valid until the statement goes on.
struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer

  fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

  /// The number in a column, counted from 0; 0 if there is none.
  func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The text in a column, counted from 0; nil for null.
  func text(_ column: CInt) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    // Asked for after the text, because that may have been converted.
    let length = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }
}
