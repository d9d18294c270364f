import FileNames
import Messages

/// The file beside the database that keeps what could not be stored when the program ended, until the next start.
///
/// It is a database of its own, with a row for each change, because what it keeps are changes: that an entry is not read any
/// more can't be told by marks.
struct UnsavedChanges {
  let path: String
  /// The path of the database.
  let database: String

  /// - Parameter database: The path of the database.
  init(of database: String) {
    self.database = database
    path = database + "-unsaved"
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  private enum Kind: Int64 {
    case unread, read, unstarred, starred, place, listPlace
    /// The window, and with the same number of a session what it shows.
    case session, sessionListPlace, sessionArticle, sessionFile
  }

  private static let version: Int64 = 1
  /// Only this process knows the file.
  private static let busyTimeout = Duration.zero

  /// Writes the file under another name first, so that it is never seen half written.
  func write(_ changes: [StateChange]) throws {
    let temporary = path + ".new"
    for name in ["", "-journal"] { DatabaseFiles.remove(temporary + name) }
    let connection = try SQLiteDatabase(path: temporary, .readingAndWriting, busyTimeout: Self.busyTimeout)
    do {
      try connection.execute("PRAGMA synchronous = FULL")
      try connection.transaction {
        try connection.execute(
          """
          PRAGMA user_version = \(Self.version);
          CREATE TABLE change (kind INTEGER, feedHigh INTEGER, feedLow INTEGER, high INTEGER, low INTEGER, text TEXT);
          """)
        for change in changes { try Self.insert(change, into: connection) }
      }
      try connection.close()
      guard DatabaseFiles.rename(temporary, to: path) else { throw StateFault.unavailable }
    } catch {
      DatabaseFiles.remove(temporary)
      throw error
    }
  }

  private static func insert(_ change: StateChange, into connection: SQLiteDatabase) throws {
    func insert(_ kind: Kind, _ feed: KeyDigest?, _ entry: KeyDigest?, _ text: String? = nil) throws {
      let numbers = [feed?.high, feed?.low, entry?.high, entry?.low].map {
        $0.map(SQLiteValue.integer) ?? .null
      }
      try connection.statement("INSERT INTO change VALUES (?, ?, ?, ?, ?, ?)")
        .run([.integer(kind.rawValue)] + numbers + [.text(ifAny: text)])
    }
    switch change {
    case .feed(.read(let isRead, let entries), let feed):
      for entry in entries { try insert(isRead ? .read : .unread, feed.digest, entry.digest) }
    case .feed(.starred(let isStarred, let entries), let feed):
      for entry in entries { try insert(isStarred ? .starred : .unstarred, feed.digest, entry.digest) }
    case .feed(.place(let place, let entry), let feed): try insert(.place, feed.digest, entry.digest, place)
    case .feed(.listPlace(let place), let feed): try insert(.listPlace, feed.digest, nil, place)
    case .session(let session, let window):
      try insert(.session, nil, nil, window)
      if let place = session.listPlace { try insert(.sessionListPlace, nil, nil, place) }
      if let article = session.article { try insert(.sessionArticle, nil, nil, article) }
      for file in session.files { try insert(.sessionFile, nil, nil, file.text) }
    }
  }

  /// What the file keeps; empty if there is none.
  ///
  /// - Throws: An error of SQLite, or `StateFault`, if it can't be read.
  func read() throws -> [StateChange] {
    guard FileIdentity(of: path) != nil else { return [] }
    let connection = try SQLiteDatabase(path: path, .immutable, busyTimeout: Self.busyTimeout)
    var version: Int64 = 0
    try connection.passingStatement("PRAGMA user_version").run([]) { version = $0.integer(0) }
    guard version <= Self.version else { throw StateFault.newerVersion }
    var reading = Reading()
    try connection.passingStatement(
      "SELECT kind, text, feedHigh, feedLow, high, low FROM change ORDER BY rowid"
    ).run([]) { row in
      guard let kind = Kind(rawValue: row.integer(0)) else { return }
      reading.append(
        kind, FeedKey(KeyDigest(high: row.integer(2), low: row.integer(3))),
        EntryKey(KeyDigest(high: row.integer(4), low: row.integer(5))), row.text(1))
    }
    reading.endChange()
    return reading.changes
  }

  /// Puts rows together: those of many entries, and those of a session.
  private struct Reading {
    var changes: [StateChange] = []
    private var kind: Kind?
    private var feed: FeedKey?
    private var entries: [EntryKey] = []
    private var session = ReadingSession()
    private var window: String?

    mutating func append(_ kind: Kind, _ feed: FeedKey, _ entry: EntryKey, _ text: String?) {
      switch kind {
      case .sessionListPlace: session.listPlace = text
      case .sessionArticle: session.article = text
      case .sessionFile: if let text { session.files.append(FilePath(text)) }
      case .read, .unread, .starred, .unstarred:
        if kind != self.kind || feed != self.feed { endChange() }
        entries.append(entry)
      case .place:
        endChange()
        changes.append(.feed(.place(text, entry), feed))
      case .listPlace:
        endChange()
        changes.append(.feed(.listPlace(text), feed))
      case .session:
        endChange()
        window = text
      }
      (self.kind, self.feed) = (kind, feed)
    }

    /// Call it after the last row, too.
    mutating func endChange() {
      if let feed, let kind, !entries.isEmpty {
        switch kind {
        case .read, .unread: changes.append(.feed(.read(kind == .read, entries), feed))
        default: changes.append(.feed(.starred(kind == .starred, entries), feed))
        }
      }
      if let window { changes.append(.session(session, window: window)) }
      (entries, session, window) = ([], ReadingSession(), nil)
    }
  }

  /// What is told of a file that can't be read: a damaged one is moved aside, any other one may be read the next time.
  func problem(of error: any Error) -> StateProblem {
    switch StateFault(error) {
    case .damaged, nil:
      StateProblem(path: path, reason: .damaged(movedTo: DatabaseFiles(path: path).moveAside()))
    case .newerVersion: StateProblem(path: path, reason: .newerVersion)
    default:
      StateProblem(
        path: path, reason: .unavailable(Message("\((error as? SQLiteError)?.description ?? "\(error)")")))
    }
  }

  func remove() { DatabaseFiles.remove(path) }
}
