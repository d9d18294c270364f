import FeedViewerCSQLite

/// What is wrong with the database, by what can be done about it.
enum StateFault: Error, Equatable {
  /// Another process has locked the file.
  case locked
  case damaged
  case newerVersion
  case diskFull
  /// Nothing can be written to the folder.
  case readOnly
  /// Anything else: the file can't be opened, read or written.
  case unavailable

  /// The time after which the database is tried again.
  var pause: Duration { self == .locked ? .milliseconds(100) : .seconds(10) }

  /// The fault that an error reports; nil if the error is not one of the database file.
  init?(_ error: any Error) {
    if let fault = error as? StateFault {
      self = fault
      return
    }
    guard let error = error as? SQLiteError else { return nil }
    switch error.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .locked
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
    case SQLITE_FULL: self = .diskFull
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_IOERR, SQLITE_PERM, SQLITE_AUTH, SQLITE_NOMEM:
      self = .unavailable
    default: return nil
    }
  }
}
