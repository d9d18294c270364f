import FeedViewerBase

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
    /// Those of version 1, in which entries had no checks.
    case unread, read, unstarred, starred
    case place, listPlace
    /// The window, and with the same number of a session what it shows.
    case session, sessionListPlace, sessionArticle, sessionFile
    case removedFlags, addedFlags, hasTwin, isAlone
    /// A key of an earlier version, and the entry that adopts its mark.
    case earlier, adopted
    case row
    /// Of a session, too.
    case sessionFolder, sessionList
  }

  private static let version: Int64 = 2
  /// Added to flags if twins are known.
  private static let knowsTwins: Int64 = 1 << 8
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
          CREATE TABLE change (
            kind INTEGER, feedHigh INTEGER, feedLow INTEGER, high INTEGER, low INTEGER, text TEXT,
            checkValue INTEGER, flags INTEGER
          );
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
    func insert(
      _ kind: Kind, _ feed: FeedKey? = nil, _ entry: EntryKey? = nil, flags: Int64 = 0, text: String? = nil
    ) throws {
      let numbers = [feed?.digest.high, feed?.digest.low, entry?.digest.high, entry?.digest.low].map {
        $0.map(SQLiteValue.integer) ?? .null
      }
      try connection.statement("INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .run(
          [.integer(kind.rawValue)] + numbers
            + [.text(ifAny: text), .integer(Int64(entry?.check ?? 0)), .integer(flags)])
    }
    switch change {
    case .feed(.marks(let change, let entries, let twinsAreKnown), let feed):
      let known = twinsAreKnown ? knowsTwins : 0
      for entry in entries {
        switch change {
        case .set(let flags, let isOn):
          try insert(
            isOn ? .addedFlags : .removedFlags, feed, entry, flags: Int64(flags.rawValue) + known)
        case .place(let place): try insert(.place, feed, entry, flags: known, text: place)
        case .hasTwin: try insert(.hasTwin, feed, entry, flags: known)
        case .isAlone: try insert(.isAlone, feed, entry, flags: known)
        }
      }
    case .feed(.adopted(let pairs), let feed):
      for pair in pairs {
        try insert(.earlier, feed, EntryKey(pair.earlier, check: 0))
        try insert(.adopted, feed, pair.entry)
      }
    case .feed(.rows(let rows), let feed):
      for row in rows {
        let entry = EntryKey(row.digest, check: row.row.check)
        try insert(.row, feed, entry, flags: Int64(row.row.flags.rawValue), text: row.row.place)
      }
    case .feed(.listPlace(let place), let feed): try insert(.listPlace, feed, text: place)
    case .session(let session, let window):
      try insert(.session, text: window)
      if let place = session.listPlace { try insert(.sessionListPlace, text: place) }
      if let article = session.article { try insert(.sessionArticle, text: article) }
      for file in session.files { try insert(.sessionFile, text: file.text) }
      for folder in session.folders { try insert(.sessionFolder, text: folder) }
      for list in session.lists { try insert(.sessionList, text: list) }
    }
  }

  /// What the file keeps; empty if there is none.
  ///
  /// - Throws: An error of SQLite, or `StateFault`, if it can't be read.
  func read() throws -> [StateChange] {
    guard FileStatus(ofFileAt: path) != nil else { return [] }
    let connection = try SQLiteDatabase(path: path, .immutable, busyTimeout: Self.busyTimeout)
    var version: Int64 = 0
    try connection.passingStatement("PRAGMA user_version").run([]) { version = $0.integer(0) }
    guard version <= Self.version else { throw StateFault.newerVersion }
    var reading = Reading()
    let checks = version == 1 ? "0, \(Self.knowsTwins)" : "checkValue, flags"
    try connection.passingStatement(
      "SELECT kind, text, feedHigh, feedLow, high, low, \(checks) FROM change ORDER BY rowid"
    ).run([]) { row in
      guard let kind = Kind(rawValue: row.integer(0)) else { return }
      let digest = KeyDigest(high: row.integer(4), low: row.integer(5))
      reading.append(
        kind, FeedKey(KeyDigest(high: row.integer(2), low: row.integer(3))),
        EntryKey(digest, check: UInt32(truncatingIfNeeded: row.integer(6))), flags: row.integer(7),
        row.text(1))
    }
    reading.endChange()
    return reading.changes
  }

  /// Puts rows together: those of many entries, and those of a session.
  private struct Reading {
    var changes: [StateChange] = []
    /// A change of entries of a feed, to which the next row may add one.
    private var open: (change: MarkChange, entries: [EntryKey], twinsAreKnown: Bool, feed: FeedKey)?
    private var session = ReadingSession()
    private var window: String?
    private var earlier: KeyDigest?

    mutating func append(_ kind: Kind, _ feed: FeedKey, _ entry: EntryKey, flags: Int64, _ text: String?) {
      let marks = MarkFlags(rawValue: UInt8(truncatingIfNeeded: flags))
      func add(_ change: MarkChange) {
        let twinsAreKnown = flags & UnsavedChanges.knowsTwins != 0
        if let open, (open.change, open.twinsAreKnown, open.feed) == (change, twinsAreKnown, feed) {
          self.open!.entries.append(entry)
        } else {
          endChange()
          open = (change, [entry], twinsAreKnown, feed)
        }
      }
      func add(_ change: FeedChange) {
        endChange()
        changes.append(.feed(change, feed))
      }
      switch kind {
      case .unread, .read: add(.set(.read, kind == .read))
      case .unstarred, .starred: add(.set(.starred, kind == .starred))
      case .removedFlags, .addedFlags: add(.set(marks, kind == .addedFlags))
      case .place: add(.place(text))
      case .hasTwin: add(.hasTwin)
      case .isAlone: add(.isAlone)
      case .earlier: earlier = entry.digest
      case .adopted: if let earlier { add(.adopted([FeedChange.Adoption(earlier: earlier, entry: entry)])) }
      case .row:
        let row = MarkRow(check: entry.check, flags: marks, place: text)
        add(.rows([FeedChange.Row(digest: entry.digest, row: row)]))
      case .listPlace: add(.listPlace(text))
      case .session:
        endChange()
        window = text
      case .sessionListPlace: session.listPlace = text
      case .sessionArticle: session.article = text
      case .sessionFile: if let text { session.files.append(FilePath(text)) }
      case .sessionFolder: if let text { session.folders.append(text) }
      case .sessionList: if let text { session.lists.append(text) }
      }
    }

    /// Call it after the last row, too.
    mutating func endChange() {
      if let open {
        changes.append(.feed(.marks(open.change, open.entries, twinsAreKnown: open.twinsAreKnown), open.feed))
      }
      if let window { changes.append(.session(session, window: window)) }
      (open, session, window) = (nil, ReadingSession(), nil)
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
