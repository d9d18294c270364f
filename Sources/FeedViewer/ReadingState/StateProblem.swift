import FeedViewerBase

/// Why the state can't be stored or loaded, and what is done about it.
public struct StateProblem: Sendable, Equatable, CustomStringConvertible {
  public enum Reason: Sendable, Equatable {
    /// The contents are not those of a database, or are damaged; the file has a new name now, unless moving it failed
    /// too.
    case damaged(movedTo: String?)
    /// A later version of the program has changed the database's tables.
    case newerVersion
    /// The disk is full.
    case diskFull
    /// Nothing can be written to the folder of the file.
    case readOnly
    /// Another process has locked the file for long.
    case locked
    /// The path is that of a folder.
    case isFolder
    /// The file was deleted, renamed or emptied while the program ran; there is a new one.
    case removed
    /// Another database has taken the place of the one in use.
    case replaced
    /// At the end, the last changes could not be stored; they are in a file beside the database, unless writing that failed too.
    case notStored(keptIn: String?)
    /// What could not be stored when the program ended is stored now.
    case storedLate
    /// The file can't be used, with the reason of the system or of SQLite.
    case unavailable(Message)
  }

  /// The database file.
  public let path: String
  public let reason: Reason

  /// A message with the file, the reason, and what is done.
  public var description: String { message.description }

  /// The same message, which can be translated.
  public var message: Message {
    switch reason {
    case .damaged(let name?):
      Message(
        "\(path): Reading history was damaged. It was saved as \(name) and a new one started.")
    case .damaged(nil):
      Message(
        "\(path): Reading history is damaged and can’t be renamed. \(Self.keptInMemory)")
    case .newerVersion:
      Message(
        "\(path): Reading history was written by a newer version. \(Self.keptInMemory)")
    case .diskFull: Message("\(path): Read marks can’t be saved: The disk is full. \(Self.triedAgain)")
    case .readOnly: Message("\(path): Read marks can’t be saved: The folder is read-only. \(Self.triedAgain)")
    case .locked:
      Message("\(path): Read marks can’t be saved: Another program has locked the file. \(Self.triedAgain)")
    case .isFolder:
      Message("\(path): There is a folder in the place of the file with read marks. \(Self.keptInMemory)")
    case .removed:
      Message(
        """
        \(path): The file with read marks and reading places is gone. A new one was begun with the marks of the feeds \
        that were opened since the program started.
        """)
    case .replaced:
      Message(
        """
        \(path): Another file with read marks and reading places has taken the place of the one in use. It is used from \
        now on, and what has changed since the program started was added to it.
        """)
    case .notStored(let name?):
      Message(
        """
        \(path): The last read marks and reading places could not be stored. They are kept in \(name) until the next \
        start.
        """)
    case .notStored(nil):
      Message("\(path): The last read marks and reading places could not be stored, and are lost.")
    case .storedLate:
      Message(
        """
        \(path): When the program ended, the last read marks and reading places could not be stored. They were kept, \
        and are added now.
        """)
    case .unavailable(let reason):
      Message("\(path): Read marks can’t be saved: \(reason). \(Self.triedAgain)")
    }
  }

  private static let keptInMemory = Message("They are kept until you quit.")
  private static let triedAgain = Message(
    "They are kept until you quit, and saving is tried again.")
}
