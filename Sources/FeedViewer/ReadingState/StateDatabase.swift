import GRDB

/// The connection to the database: loads and stores, and throws errors of SQLite or `StateFault`.
struct StateDatabase: Sendable {
  /// For this long, SQLite waits for another process to unlock the file, in seconds.
  private static let busyTimeout = 0.2
  /// Another process may create the tables at the same time, also between two looks for them; the next attempt finds them.
  private static let attempts = 3

  private let queue: DatabaseQueue
  private let isReadOnly: Bool
  /// The file's identity when it was opened.
  let file: FileIdentity?
  /// The numbers of feeds that are stored.
  private var feedNumbers: [FeedKey: Int64] = [:]

  /// Opens the file, creates it if there is none, and brings its tables up to date.
  init(path: String) throws {
    isReadOnly = false
    queue = try DatabaseQueue(path: path, configuration: Self.configuration(isReadOnly: false))
    let migrator = StateSchema.migrator
    let isComplete = try Self.isComplete(queue, migrator)
    try queue.writeWithoutTransaction { db in
      // GRDB's own configuration of this mode would write to the file whenever it is opened, and would not wait until a
      // mark is on the disk.
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    if !isComplete { try Self.migrate(queue, migrator) }
    file = FileIdentity(of: path)
  }

  /// Opens a database that nobody can change, because its folder is read-only.
  init(readOnly path: String) throws {
    // SQLite would not open it otherwise: a log needs files beside the database.
    guard FileIdentity.size(of: path + "-wal") ?? 0 == 0 else { throw StateFault.readOnly }
    isReadOnly = true
    queue = try DatabaseQueue(
      path: "file:\(Self.escaped(path))?immutable=1", configuration: Self.configuration(isReadOnly: true))
    guard try Self.isComplete(queue, StateSchema.migrator) else { throw StateFault.readOnly }
    file = FileIdentity(of: path)
  }

  private static func configuration(isReadOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.label = "ReadingState"
    configuration.readonly = isReadOnly
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(busyTimeout)
    // Otherwise GRDB ends the process if a transaction can't be rolled back.
    configuration.allowsUnsafeTransactions = true
    return configuration
  }

  /// The path as part of a URI (sqlite.org/uri.html, section 3.1).
  private static func escaped(_ path: String) -> String {
    path.map { ["%": "%25", "?": "%3f", "#": "%23"][$0] ?? String($0) }.joined()
  }

  /// Whether the tables are those of this version.
  private static func isComplete(_ queue: DatabaseQueue, _ migrator: DatabaseMigrator) throws -> Bool {
    try withAttempts {
      try queue.unsafeRead { db in
        if try migrator.hasBeenSuperseded(db) { throw StateFault.newerVersion }
        return try migrator.hasCompletedMigrations(db)
      }
    }
  }

  private static func migrate(_ queue: DatabaseQueue, _ migrator: DatabaseMigrator) throws {
    try withAttempts { try migrator.migrate(queue) }
  }

  /// Repeats what failed for an unknown reason.
  private static func withAttempts<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 1..<attempts {
      do { return try body() } catch  where StateFault(error) == nil { continue }
    }
    return try body()
  }

  /// - Complexity: O(marks of the feed).
  func marks(of feed: FeedKey) throws -> FeedMarks {
    try queue.unsafeRead { db in
      var marks = FeedMarks()
      let found = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT id, listPlace FROM feed WHERE high = ? AND low = ?"),
        arguments: [feed.digest.high, feed.digest.low])
      guard let found else { return marks }
      let number: Int64 = found[0]
      marks.listPlace = found[1]
      marks.read = try Self.entries(in: "readEntry", of: number, db)
      marks.starred = try Self.entries(in: "starredEntry", of: number, db)
      let places = try Row.fetchCursor(
        db.cachedStatement(sql: "SELECT high, low, place FROM entryPlace WHERE feed = ?"),
        arguments: [number])
      while let row = try places.next() {
        marks.places[EntryKey(KeyDigest(high: row[0], low: row[1]))] = row[2]
      }
      return marks
    }
  }

  /// The most entries that one statement names; it must not be longer than a million bytes.
  private static let keysInStatement = 1_000

  /// The marks of some entries of a feed, without reading places.
  ///
  /// - Complexity: O(*e* log *m*) for *e* entries and *m* marks of the feed.
  func marks(of feed: FeedKey, amongst entries: [EntryKey]) throws -> FeedMarks {
    try queue.unsafeRead { db in
      var marks = FeedMarks()
      guard let number = try Self.storedNumber(of: feed, db) else { return marks }
      var rest = entries[...]
      while !rest.isEmpty {
        // One statement: preparing and running one for each entry takes several times as long.
        let keys = rest.prefix(Self.keysInStatement)
          .map { "(\($0.digest.high), \($0.digest.low))" }.joined(separator: ", ")
        rest = rest.dropFirst(Self.keysInStatement)
        let found = try Row.fetchCursor(
          db,
          sql: """
            WITH entry(high, low) AS (VALUES \(keys))
            SELECT 0, high, low FROM entry CROSS JOIN readEntry USING (high, low) WHERE feed = \(number)
            UNION ALL
            SELECT 1, high, low FROM entry CROSS JOIN starredEntry USING (high, low) WHERE feed = \(number)
            """)
        while let row = try found.next() {
          let entry = EntryKey(KeyDigest(high: row[1], low: row[2]))
          if row[0] as Int == 0 { marks.read.insert(entry) } else { marks.starred.insert(entry) }
        }
      }
      return marks
    }
  }

  private static func entries(in table: String, of feed: Int64, _ db: Database) throws -> Set<EntryKey> {
    let count = try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM \(table) WHERE feed = ?"), arguments: [feed])
    var entries = Set<EntryKey>(minimumCapacity: count ?? 0)
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT high, low FROM \(table) WHERE feed = ?"), arguments: [feed])
    while let row = try rows.next() { entries.insert(EntryKey(KeyDigest(high: row[0], low: row[1]))) }
    return entries
  }

  /// What a window showed; nil if nothing is known of it.
  func session(of window: String) throws -> ReadingSession? {
    try queue.unsafeRead { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT listPlace, article FROM session WHERE window = ?", arguments: [window])
      guard let row else { return nil }
      let files = try String.fetchAll(
        db, sql: "SELECT path FROM sessionFile WHERE window = ? ORDER BY number", arguments: [window])
      return ReadingSession(files: files, listPlace: row[0], article: row[1])
    }
  }

  /// Stores changes in one transaction. When it returns, they are on the disk.
  mutating func store(_ changes: [StateChange]) throws {
    guard !isReadOnly else { throw StateFault.readOnly }
    var numbers = feedNumbers
    try queue.inTransaction(.immediate) { db in
      for change in changes {
        switch change {
        case .feed(let change, let feed):
          let number = try numbers[feed] ?? Self.number(of: feed, db)
          numbers[feed] = number
          try Self.store(change, ofFeed: number, db)
        case .session(let session, let window): try Self.store(session, of: window, db)
        }
      }
      return .commit
    }
    feedNumbers = numbers
  }

  private static func number(of feed: FeedKey, _ db: Database) throws -> Int64 {
    let digest = feed.digest
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO feed (high, low) VALUES (?, ?)")
      .execute(arguments: [digest.high, digest.low])
    guard let number = try storedNumber(of: feed, db) else { throw StateFault.damaged }
    return number
  }

  /// The number of a feed; nil if nothing is stored of it.
  private static func storedNumber(of feed: FeedKey, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM feed WHERE high = ? AND low = ?"),
      arguments: [feed.digest.high, feed.digest.low])
  }

  private static func store(_ change: FeedChange, ofFeed number: Int64, _ db: Database) throws {
    switch change {
    case .read(let isRead, let entries):
      try set(entries, areIn: isRead, table: "readEntry", ofFeed: number, db)
    case .starred(let isStarred, let entries):
      try set(entries, areIn: isStarred, table: "starredEntry", ofFeed: number, db)
    case .place(let place?, let entry):
      try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO entryPlace (feed, high, low, place) VALUES (?, ?, ?, ?)"
      )
      .execute(arguments: [number, entry.digest.high, entry.digest.low, place])
    case .place(nil, let entry):
      try db.cachedStatement(sql: "DELETE FROM entryPlace WHERE feed = ? AND high = ? AND low = ?")
        .execute(arguments: [number, entry.digest.high, entry.digest.low])
    case .listPlace(let place):
      try db.cachedStatement(sql: "UPDATE feed SET listPlace = ? WHERE id = ?")
        .execute(arguments: [place, number])
    }
  }

  private static func set(
    _ entries: [EntryKey], areIn: Bool, table: String, ofFeed number: Int64, _ db: Database
  ) throws {
    let statement = try db.cachedStatement(
      sql: areIn
        ? "INSERT OR IGNORE INTO \(table) (feed, high, low) VALUES (?, ?, ?)"
        : "DELETE FROM \(table) WHERE feed = ? AND high = ? AND low = ?")
    // In the order of the table, SQLite visits every page once.
    let digests = entries.count < 100 ? entries.map(\.digest) : entries.map(\.digest).sorted()
    for digest in digests { try statement.execute(arguments: [number, digest.high, digest.low]) }
  }

  private static func store(_ session: ReadingSession, of window: String, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO session (window, listPlace, article) VALUES (?, ?, ?)",
      arguments: [window, session.listPlace, session.article])
    try db.execute(sql: "DELETE FROM sessionFile WHERE window = ?", arguments: [window])
    for (number, path) in session.files.enumerated() {
      try db.cachedStatement(sql: "INSERT INTO sessionFile (window, number, path) VALUES (?, ?, ?)")
        .execute(arguments: [window, number, path])
    }
  }

  /// Ends the connection; the last one of all processes moves the write-ahead log into the file.
  func close() throws { try queue.close() }
}

extension KeyDigest: Comparable {
  static func < (one: KeyDigest, other: KeyDigest) -> Bool {
    one.high != other.high ? one.high < other.high : one.low < other.low
  }
}
