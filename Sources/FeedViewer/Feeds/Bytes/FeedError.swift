import FeedViewerBase
import Glibc

/// The reason why a file can't be shown as a feed, and where it was found.
public struct FeedError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Reason: Sendable, Hashable {
    /// A system error in English, such as "Permission denied".
    case cannotOpen(String)
    case doesNotExist
    case isNotPermitted
    case isDirectory
    /// A socket, pipe or device.
    case notAFile
    case empty
    case binary
    /// Compressed twice.
    case compressed
    case damagedCompression
    case webPage
    /// What the file looks like, such as "an XML document with the root element <svg>".
    case notAFeed(found: Message)
    /// The syntax error at the line and column.
    case invalidJSON(Message)
    /// The file ends before its first complete entry.
    case cutOff
    /// The file ends in the middle, after at least one complete entry.
    case isIncomplete
    /// The limit, in bytes.
    case tooLarge(limit: Int)
    /// The caller cancelled reading.
    case cancelled
  }

  /// The file's name as the caller gave it, in the form of `PathText`.
  public var file: String
  /// Counted from 1; `nil` if the reason has no position.
  public var line: Int?
  /// In Unicode scalars, counted from 1.
  public var column: Int?
  public var reason: Reason

  public init(file: String, line: Int? = nil, column: Int? = nil, reason: Reason) {
    self.file = file
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// One line for the user: file, position, problem and remedy.
  public var description: String { message.description }

  /// The same line, which can be translated.
  public var message: Message {
    let name = PathText.display(file)
    guard let line else { return Message("\(name): \(reason.message)") }
    guard let column else { return Message("\(name), line \(line): \(reason.message)") }
    return Message("\(name), line \(line), column \(column): \(reason.message)")
  }
}

extension FeedError.Reason {
  /// The reason for a failed system call.
  public static func system(_ number: Int32) -> FeedError.Reason {
    switch number {
    case ENOENT: .doesNotExist
    case EACCES, EPERM: .isNotPermitted
    default: .cannotOpen(english(number))
    }
  }

  /// The C library's words for an error, whatever the process's locale.
  private static func english(_ number: Int32) -> String {
    let locale = newlocale(1 << LC_MESSAGES, "C", nil)
    defer { if let locale { freelocale(locale) } }
    guard let locale, let words = strerror_l(number, locale) else { return "error \(number)" }
    return String(cString: words)
  }

  /// The problem and its remedy, without file and position.
  public var message: Message {
    switch self {
    case .cannotOpen(let why):
      Message("The file can’t be opened (\(system: why)).")
    case .doesNotExist: Message("File not found. It may have been moved or deleted.")
    case .isNotPermitted: Message("No permission to read this file.")
    case .isDirectory: Message("This is a folder. Choose a feed file inside it.")
    case .notAFile: Message("This is not a regular file. Save the feed to a file first.")
    case .empty: Message("The file is empty. Download it again.")
    case .binary: Message("This is not a feed. Choose an RSS, Atom or JSON Feed file.")
    case .compressed:
      Message("Compressed twice. Unpack it first.")
    case .damagedCompression:
      Message("Damaged compressed file. Download it again.")
    case .webPage: Message("This is a web page, not a feed. Download the feed it links to.")
    case .notAFeed(let found): Message("This is \(found), not a feed. Choose an RSS, Atom or JSON Feed file.")
    case .invalidJSON(let what):
      Message("The JSON has an error: \(what)")
    case .cutOff: Message("The file ends before its first complete entry. Download it again.")
    case .isIncomplete: Message("The file is incomplete.")
    case .tooLarge(let limit):
      Message(
        "The file is too large for this computer’s memory (\(limit / 1_000_000_000) GB)."
      )
    case .cancelled: Message("Loading was cancelled.")
    }
  }
}
