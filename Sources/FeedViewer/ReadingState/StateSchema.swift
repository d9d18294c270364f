/// The tables of the database, and how those of earlier versions become them.
///
/// Released migrations never change. A new version adds one, and to the tests a file of the version before it.
enum StateSchema {
  /// A step from the tables of one version to those of the next.
  struct Migration {
    let identifier: String
    let script: String
  }

  static let migrations = [
    Migration(identifier: "1 read marks", script: addReadMarks),
    Migration(identifier: "2 stars, places, sessions", script: addStarsPlacesAndSessions),
    Migration(identifier: "3 checks", script: addChecks),
    Migration(identifier: "4 folders and lists of sessions", script: addSessionTexts),
  ]

  /// Whether the tables are those of this version.
  static func isComplete(in connection: SQLiteDatabase) throws -> Bool {
    let applied = try appliedMigrations(connection)
    return migrations.allSatisfy { applied.contains($0.identifier) }
  }

  /// Whether there are no tables of any version.
  static func isMissing(in connection: SQLiteDatabase) throws -> Bool {
    try appliedMigrations(connection).isEmpty
  }

  /// Brings the tables up to date. Another process may do the same: the transaction lets one of them go first, and the
  /// other one find its tables.
  static func migrate(_ connection: SQLiteDatabase) throws {
    try connection.transaction {
      try connection.execute(
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      let applied = try appliedMigrations(connection)
      for migration in migrations where !applied.contains(migration.identifier) {
        try connection.execute(migration.script)
        try connection.passingStatement("INSERT INTO grdb_migrations (identifier) VALUES (?)")
          .run([.text(migration.identifier)])
      }
    }
  }

  /// The names of the migrations that have made the tables, in a table of the library that the first versions used.
  ///
  /// - Throws: `StateFault.newerVersion` if there is one that this version does not know.
  private static func appliedMigrations(_ connection: SQLiteDatabase) throws -> Set<String> {
    var isNew = true
    try connection.passingStatement("SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations'")
      .run([]) { _ in isNew = false }
    guard !isNew else { return [] }
    var names: Set<String> = []
    try connection.passingStatement("SELECT identifier FROM grdb_migrations")
      .run([]) { row in if let name = row.text(0) { names.insert(name) } }
    guard names.isSubset(of: migrations.map(\.identifier)) else { throw StateFault.newerVersion }
    return names
  }

  /// A row of `readEntry` takes about 25 bytes: the number of the feed, and the two halves of the entry's key.
  private static let addReadMarks = """
    CREATE TABLE feed (
      id INTEGER PRIMARY KEY, high INTEGER NOT NULL, low INTEGER NOT NULL, UNIQUE (high, low)
    );
    CREATE TABLE readEntry (
      feed INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL, PRIMARY KEY (feed, high, low)
    ) WITHOUT ROWID;
    """

  private static let addStarsPlacesAndSessions = """
    ALTER TABLE feed ADD COLUMN listPlace TEXT;
    CREATE TABLE starredEntry (
      feed INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL, PRIMARY KEY (feed, high, low)
    ) WITHOUT ROWID;
    CREATE TABLE entryPlace (
      feed INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL, place TEXT NOT NULL,
      PRIMARY KEY (feed, high, low)
    ) WITHOUT ROWID;
    CREATE TABLE session (window TEXT NOT NULL PRIMARY KEY, listPlace TEXT, article TEXT) WITHOUT ROWID;
    CREATE TABLE sessionFile (
      window TEXT NOT NULL, number INTEGER NOT NULL, path TEXT NOT NULL, PRIMARY KEY (window, number)
    ) WITHOUT ROWID;
    """

  /// A row takes about 30 bytes. The flags are those of `MarkFlags`; marks that were made before have check 0.
  private static let addChecks = """
    CREATE TABLE entryMark (
      feed INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL, checkValue INTEGER NOT NULL,
      flags INTEGER NOT NULL, place TEXT, PRIMARY KEY (feed, high, low, checkValue)
    ) WITHOUT ROWID;
    INSERT INTO entryMark SELECT feed, high, low, 0, 1, NULL FROM readEntry;
    INSERT INTO entryMark SELECT feed, high, low, 0, 2, NULL FROM starredEntry WHERE true
      ON CONFLICT DO UPDATE SET flags = flags | 2;
    INSERT INTO entryMark SELECT feed, high, low, 0, 0, place FROM entryPlace WHERE true
      ON CONFLICT DO UPDATE SET place = excluded.place;
    DROP TABLE readEntry;
    DROP TABLE starredEntry;
    DROP TABLE entryPlace;
    """

  private static let addSessionTexts = """
    CREATE TABLE sessionFolder (
      window TEXT NOT NULL, number INTEGER NOT NULL, folder TEXT NOT NULL, PRIMARY KEY (window, number)
    ) WITHOUT ROWID;
    CREATE TABLE sessionList (
      window TEXT NOT NULL, number INTEGER NOT NULL, list TEXT NOT NULL, PRIMARY KEY (window, number)
    ) WITHOUT ROWID;
    """
}
