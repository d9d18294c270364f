import FeedViewerCSQLite

/// Why SQLite could not do something.
struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// The extended result code (sqlite.org/rescode.html).
  let code: CInt
  /// SQLite's own words.
  let message: String
  /// What was being executed; nil while the file is opened or closed.
  let sql: String?

  init(code: CInt, message: String? = nil, sql: String? = nil) {
    self.code = code
    self.message = message ?? String(cString: sqlite3_errstr(code))
    self.sql = sql
  }

  /// The last error of a connection.
  init(code: CInt, of connection: OpaquePointer?, sql: String? = nil) {
    self.init(code: code, message: String(cString: sqlite3_errmsg(connection)), sql: sql)
  }

  /// The code without its details.
  var primaryCode: CInt { code & 0xff }

  var description: String {
    "SQLite error \(primaryCode): \(message)" + (sql.map { " - while executing `\($0)`" } ?? "")
  }
}
