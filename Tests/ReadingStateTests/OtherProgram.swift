import FeedViewerCSQLite

/// Another program that uses the database: SQLite's own functions, without the code that is tested.
final class OtherProgram {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private var database: OpaquePointer?

  /// - Parameter path: The database, which must exist.
  init(path: String) throws {
    let status = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil)
    guard status == SQLITE_OK else {
      sqlite3_close(database)
      throw Failure(description: "\(path) can't be opened: \(status)")
    }
    sqlite3_busy_timeout(database, 10_000)
  }

  deinit { sqlite3_close(database) }

  /// Runs statements that are separated by semicolons.
  func execute(_ statements: String) throws {
    guard sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// The first column of what a query finds.
  func texts(_ query: String) throws -> [String?] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    var texts: [String?] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let bytes = sqlite3_column_text(statement, 0)
        let length = Int(sqlite3_column_bytes(statement, 0))
        texts.append(
          bytes.map { String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self) })
      case SQLITE_DONE: return texts
      default: throw failure
      }
    }
  }

  /// Closes the database, and with it its transaction.
  func close() {
    sqlite3_close(database)
    database = nil
  }

  private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(database))) }
}
