import FeedViewerBase

/// The marks of one feed in the database.
private struct StoredMarks: MarkRows {
  let connection: SQLiteDatabase
  let feed: Int64

  func commonRow(of digest: KeyDigest) throws -> MarkRow? {
    var found: MarkRow?
    try connection.statement(
      """
      SELECT checkValue, flags, place FROM entryMark WHERE feed = ? AND high = ? AND low = ?
      ORDER BY checkValue LIMIT 1
      """
    ).run(arguments(digest)) { row in found = MarkRow(row, from: 0) }
    return found
  }

  func ownRow(of entry: EntryKey) throws -> MarkRow? {
    var found: MarkRow?
    try connection.statement(
      """
      SELECT checkValue, flags, place FROM entryMark
      WHERE feed = ? AND high = ? AND low = ? AND checkValue = ?
      """
    ).run(arguments(entry.digest) + [.integer(Int64(entry.check))]) { row in found = MarkRow(row, from: 0) }
    return found
  }

  func put(_ row: MarkRow, of digest: KeyDigest) throws {
    if row.isEmpty {
      try connection.statement(
        "DELETE FROM entryMark WHERE feed = ? AND high = ? AND low = ? AND checkValue = ?"
      ).run(arguments(digest) + [.integer(Int64(row.check))])
    } else {
      try connection.statement(
        "INSERT OR REPLACE INTO entryMark (feed, high, low, checkValue, flags, place) VALUES (?, ?, ?, ?, ?, ?)"
      ).run(
        arguments(digest)
          + [.integer(Int64(row.check)), .integer(Int64(row.flags.rawValue)), .text(ifAny: row.place)])
    }
  }

  private func arguments(_ digest: KeyDigest) -> [SQLiteValue] {
    [.integer(feed), .integer(digest.high), .integer(digest.low)]
  }
}

extension MarkRow {
  /// - Parameter column: The first of three columns: check, flags and place.
  fileprivate init(_ row: borrowing SQLiteRow, from column: CInt) {
    self.init(
      check: UInt32(truncatingIfNeeded: row.integer(column)),
      flags: MarkFlags(rawValue: UInt8(truncatingIfNeeded: row.integer(column + 1))),
      place: row.text(column + 2))
  }
}

/// The connection to the database: loads and stores, and throws errors of SQLite or `StateFault`.
struct StateDatabase {
  /// For this long, SQLite waits for another process to unlock the file.
  private static let busyTimeout = Duration.milliseconds(200)

  private let connection: SQLiteDatabase
  private let path: String
  private let isReadOnly: Bool
  /// The file's identity when it was opened.
  let file: FileStatus.Identity?
  /// Whether there were no tables before.
  let isNew: Bool
  /// Distinguishes the contents from earlier and other ones.
  private(set) var witness = StateWitness.none
  /// A number that changes whenever another connection changes the database.
  private var dataVersion: Int64 = 0
  private var stamp: DatabaseStamp
  /// Whether SQLite's log may have transactions that are not in the file yet.
  private var hasLog: Bool
  /// Whether something was written that `look` has not seen.
  private var hasWritten = true
  /// The numbers of feeds that are stored.
  private var feedNumbers: [FeedKey: Int64] = [:]

  /// Opens the file, creates it if there is none, and brings its tables up to date.
  init(path: String) throws {
    self.path = path
    isReadOnly = false
    connection = try SQLiteDatabase(path: path, .readingAndWriting, busyTimeout: Self.busyTimeout)
    let isComplete = try StateSchema.isComplete(in: connection)
    isNew = try !isComplete && StateSchema.isMissing(in: connection)
    // Readers don't wait for writers, and a mark is on the disk when its transaction has ended.
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    if !isComplete { try StateSchema.migrate(connection) }
    file = FileStatus(ofFileAt: path)?.identity
    stamp = DatabaseStamp(of: path)
    // Of the tables, or of a process that was killed.
    hasLog = true
    try look()
    // Without a witness the file can be used as well.
    if witness == .none, (try? storeFirstWitness()) != nil {
      hasWritten = true
      try look()
    }
  }

  /// Stores a witness, unless another program that opens the new database at the same time has done so: its own would not be
  /// valid any more, and it would take the database for another one.
  private func storeFirstWitness() throws {
    try connection.transaction {
      let stored = StateWitness(try number(StateWitness.reading))
      if stored == .none { try connection.execute(stored.next.storing) }
    }
  }

  /// Opens a database that nobody can change, because its folder is read-only.
  init(readOnly path: String) throws {
    // SQLite would not open it otherwise: a log needs files beside the database.
    guard FileStatus(ofFileAt: path + "-wal")?.size ?? 0 == 0 else { throw StateFault.readOnly }
    self.path = path
    isReadOnly = true
    isNew = false
    hasLog = false
    connection = try SQLiteDatabase(path: path, .immutable, busyTimeout: Self.busyTimeout)
    guard try StateSchema.isComplete(in: connection) else { throw StateFault.readOnly }
    file = FileStatus(ofFileAt: path)?.identity
    stamp = DatabaseStamp(of: path)
    try look()
  }

  // MARK: Other hands

  /// Remembers how the database is. Call it after each use.
  ///
  /// What other hands have done in the meantime must not be taken for known: only what this process has written, or another
  /// one through SQLite, and only if the files are the same.
  mutating func look() throws {
    let version = try number("PRAGMA data_version")
    guard hasWritten || version != dataVersion else { return }
    witness = StateWitness(try number(StateWitness.reading))
    dataVersion = version
    hasWritten = false
    let now = DatabaseStamp(of: path)
    if now.hasSameFiles(as: stamp) { stamp = now }
  }

  /// Whether the files are those that were there when the database was last used, and only other processes that use them
  /// as SQLite wants it have changed them since.
  ///
  /// A file that was overwritten has not changed for SQLite, which looks at the log only: it would mix both contents.
  func isUntouched() -> Bool {
    let now = DatabaseStamp(of: path)
    if now == stamp { return true }
    guard now.hasSameFiles(as: stamp), !isReadOnly, (try? number("PRAGMA data_version")) != dataVersion,
      let new = try? StateWitness(number(StateWitness.reading))
    else { return false }
    return new == witness || new.isLater(than: witness)
  }

  /// Looks for damage in the whole file.
  ///
  /// - Throws: `StateFault.damaged` if there is any.
  func check() throws {
    var isSound = false
    try connection.passingStatement("PRAGMA quick_check(1)").run([]) { isSound = $0.text(0) == "ok" }
    guard isSound else { throw StateFault.damaged }
  }

  /// Moves the log into the file, which is then complete: it can be copied, and if it is replaced, no log is left that
  /// belongs to it. While another process reads the database, that is left to the next time.
  mutating func emptyLog() throws {
    guard hasLog, !isReadOnly else { return }
    var isBusy = true
    try connection.statement("PRAGMA wal_checkpoint(TRUNCATE)").run([]) { isBusy = $0.integer(0) != 0 }
    hasLog = isBusy
    if !isBusy { hasWritten = true }
  }

  private func number(_ query: String) throws -> Int64 {
    var number: Int64 = 0
    try connection.statement(query).run([]) { number = $0.integer(0) }
    return number
  }

  // MARK: Loading

  /// - Complexity: O(marks of the feed).
  func marks(of feed: FeedKey) throws -> FeedMarks {
    var marks = FeedMarks()
    var stored: Int64?
    try connection.statement("SELECT id, listPlace FROM feed WHERE high = ? AND low = ?")
      .run([.integer(feed.digest.high), .integer(feed.digest.low)]) { row in
        stored = row.integer(0)
        marks.listPlace = row.text(1)
      }
    guard let number = stored else { return marks }
    try connection.statement("SELECT count(*) FROM entryMark WHERE feed = ?")
      .run([.integer(number)]) { row in marks.reserveCapacity(Int(row.integer(0))) }
    // In the order of the table: the row with check 0 of a strict key comes before its others.
    try connection.statement("SELECT high, low, checkValue, flags, place FROM entryMark WHERE feed = ?")
      .run([.integer(number)]) { row in
        marks.put(MarkRow(row, from: 2), of: KeyDigest(high: row.integer(0), low: row.integer(1)))
      }
    return marks
  }

  /// The most entries that one statement names; it must not be longer than a million bytes.
  private static let keysInStatement = 1_000

  /// The rows that decide about some entries of a feed.
  ///
  /// - Complexity: O(*e* log *m*) for *e* entries and *m* marks of the feed.
  func marks(of feed: FeedKey, amongst entries: [EntryKey]) throws -> FeedMarks {
    var marks = FeedMarks()
    guard let number = try storedNumber(of: feed) else { return marks }
    var rest = entries[...]
    while !rest.isEmpty {
      // One statement: preparing and running one for each entry takes several times as long.
      let keys = rest.prefix(Self.keysInStatement)
        .map { "(\($0.digest.high), \($0.digest.low), \($0.check))" }.joined(separator: ", ")
      rest = rest.dropFirst(Self.keysInStatement)
      let found = try connection.passingStatement(
        """
        WITH entry(high, low, checkValue) AS (VALUES \(keys))
        SELECT mark.high, mark.low, mark.checkValue, flags, place
        FROM entry CROSS JOIN entryMark AS mark
        ON mark.feed = \(number) AND mark.high = entry.high AND mark.low = entry.low
        WHERE mark.checkValue IN (0, entry.checkValue) OR NOT EXISTS (
          SELECT 1 FROM entryMark AS strict WHERE strict.feed = \(number) AND strict.high = entry.high
          AND strict.low = entry.low AND strict.checkValue = 0 AND strict.flags & \(MarkFlags.strict.rawValue))
        """)
      try found.run([]) { row in
        marks.put(MarkRow(row, from: 2), of: KeyDigest(high: row.integer(0), low: row.integer(1)))
      }
    }
    return marks
  }

  /// What a window showed; nil if nothing is known of it.
  func session(of window: String) throws -> ReadingSession? {
    var session: ReadingSession?
    try connection.passingStatement("SELECT listPlace, article FROM session WHERE window = ?")
      .run([.text(window)]) { row in
        session = ReadingSession(files: [], listPlace: row.text(0), article: row.text(1))
      }
    guard session != nil else { return nil }
    try connection.passingStatement("SELECT path FROM sessionFile WHERE window = ? ORDER BY number")
      .run([.text(window)]) { row in if let path = row.text(0) { session?.files.append(FilePath(path)) } }
    try connection.passingStatement("SELECT folder FROM sessionFolder WHERE window = ? ORDER BY number")
      .run([.text(window)]) { row in if let folder = row.text(0) { session?.folders.append(folder) } }
    try connection.passingStatement("SELECT list FROM sessionList WHERE window = ? ORDER BY number")
      .run([.text(window)]) { row in if let list = row.text(0) { session?.lists.append(list) } }
    return session
  }

  // MARK: Storing

  /// Stores changes in one transaction. When it returns, they are on the disk.
  mutating func store(_ changes: [StateChange]) throws {
    guard !isReadOnly else { throw StateFault.readOnly }
    var numbers = feedNumbers
    try connection.transaction {
      for change in changes {
        switch change {
        case .feed(let change, let feed):
          let number = try numbers[feed] ?? number(of: feed)
          numbers[feed] = number
          try store(change, ofFeed: number)
        case .session(let session, let window): try store(session, of: window)
        }
      }
      try connection.execute(StateWitness(number(StateWitness.reading)).next.storing)
    }
    (hasLog, hasWritten) = (true, true)
    feedNumbers = numbers
  }

  private func number(of feed: FeedKey) throws -> Int64 {
    try connection.statement("INSERT OR IGNORE INTO feed (high, low) VALUES (?, ?)")
      .run([.integer(feed.digest.high), .integer(feed.digest.low)])
    guard let number = try storedNumber(of: feed) else { throw StateFault.damaged }
    return number
  }

  /// The number of a feed; nil if nothing is stored of it.
  private func storedNumber(of feed: FeedKey) throws -> Int64? {
    var number: Int64?
    try connection.statement("SELECT id FROM feed WHERE high = ? AND low = ?")
      .run([.integer(feed.digest.high), .integer(feed.digest.low)]) { row in number = row.integer(0) }
    return number
  }

  private func store(_ change: FeedChange, ofFeed number: Int64) throws {
    var marks = StoredMarks(connection: connection, feed: number)
    switch change {
    case .marks(let change, let entries, let twinsAreKnown):
      // In the order of the table, SQLite visits every page once.
      let ordered = entries.count < 100 ? entries : entries.sorted { $0.digest < $1.digest }
      for entry in ordered { try marks.apply(change, to: entry, twinsAreKnown: twinsAreKnown) }
    case .adopted(let pairs): for pair in pairs { try marks.adopt(pair.earlier, by: pair.entry) }
    case .rows(let rows): for row in rows { try marks.take(row.row, of: row.digest) }
    case .listPlace(let place):
      try connection.statement("UPDATE feed SET listPlace = ? WHERE id = ?")
        .run([.text(ifAny: place), .integer(number)])
    }
  }

  private func store(_ session: ReadingSession, of window: String) throws {
    try connection.statement("INSERT OR REPLACE INTO session (window, listPlace, article) VALUES (?, ?, ?)")
      .run([.text(window), .text(ifAny: session.listPlace), .text(ifAny: session.article)])
    for (table, column, texts) in [
      ("sessionFile", "path", session.files.map(\.text)), ("sessionFolder", "folder", session.folders),
      ("sessionList", "list", session.lists),
    ] {
      try connection.statement("DELETE FROM \(table) WHERE window = ?").run([.text(window)])
      for (number, text) in texts.enumerated() {
        try connection.statement("INSERT INTO \(table) (window, number, \(column)) VALUES (?, ?, ?)")
          .run([.text(window), .integer(Int64(number)), .text(text)])
      }
    }
  }

  /// Ends the connection; the last one of all processes moves the write-ahead log into the file.
  func close() throws { try connection.close() }

  /// Ends the connection to files that other hands have touched, and changes none of those that are in their places now.
  func abandon() {
    connection.keepFilesWhenClosed()
    try? connection.close()
    // SQLite would move it into the database that has taken the place of the one that it belongs to.
    if DatabaseStamp(of: path).hasOnlyLog(of: stamp) { DatabaseFiles(path: path).removeCompanions() }
  }
}

extension KeyDigest: Comparable {
  static func < (one: KeyDigest, other: KeyDigest) -> Bool {
    one.high != other.high ? one.high < other.high : one.low < other.low
  }
}
