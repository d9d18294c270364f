import GRDB

/// The tables of the database, and how those of earlier versions become them.
///
/// Released migrations never change. A new version adds one, and to the tests a file of the version before it.
enum StateSchema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 read marks", migrate: addReadMarks)
    migrator.registerMigration("2 stars, places, sessions", migrate: addStarsPlacesAndSessions)
    return migrator
  }()

  /// A row of `readEntry` takes about 25 bytes: the number of the feed, and the two halves of the entry's key.
  private static func addReadMarks(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE feed (
          id INTEGER PRIMARY KEY, high INTEGER NOT NULL, low INTEGER NOT NULL, UNIQUE (high, low)
        );
        CREATE TABLE readEntry (
          feed INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL, PRIMARY KEY (feed, high, low)
        ) WITHOUT ROWID;
        """)
  }

  private static func addStarsPlacesAndSessions(_ db: Database) throws {
    try db.execute(
      sql: """
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
        """)
  }
}
