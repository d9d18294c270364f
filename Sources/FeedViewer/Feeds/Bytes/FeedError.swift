import FileNames
import Glibc

/// The reason why a file can't be shown as a feed, and where it was found.
public struct FeedError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Reason: Sendable, Hashable {
    /// A system error, such as "Permission denied".
    case cannotOpen(String)
    case doesNotExist
    case isNotPermitted
    case isDirectory
    /// A socket, pipe or device.
    case notAFile
    case empty
    case binary
    /// Compressed with gzip twice, or once if no decompressor was given.
    case compressed
    case damagedCompression
    case webPage
    case rssInJSON
    /// What the file looks like, such as "an XML document with the root element <svg>".
    case notAFeed(found: String)
    /// The syntax error at the line and column.
    case invalidJSON(String)
    /// The file ends before its first complete entry.
    case cutOff
    /// The file ends in the middle, after at least one complete entry.
    case endsEarly
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
  public var description: String {
    var place = PathText.display(file)
    if let line { place += ", line \(line)" }
    if let column { place += ", column \(column)" }
    return "\(place): \(reason.sentence)"
  }
}

extension FeedError.Reason {
  /// The reason for a failed system call.
  static func system(_ number: Int32) -> FeedError.Reason {
    switch number {
    case ENOENT: .doesNotExist
    case EACCES, EPERM: .isNotPermitted
    default: .cannotOpen(String(cString: strerror(number)))
    }
  }

  /// The problem and its remedy, without file and position.
  public var sentence: String {
    switch self {
    case .cannotOpen(let why): "The file can't be opened (\(why)). Check its name and permissions."
    case .doesNotExist: "There is no such file. Check its name, or whether it was moved or deleted."
    case .isNotPermitted: "You are not permitted to read this file. Check its permissions."
    case .isDirectory: "This is a folder. Choose a feed file inside it."
    case .notAFile: "This is not a regular file. Save the feed to a file first."
    case .empty: "The file is empty. Save the feed again."
    case .binary: "This is a binary file, not a feed. Choose an RSS, Atom or JSON Feed file."
    case .compressed:
      "The file is compressed more than once. Unpack it first (gunzip)."
    case .damagedCompression: "The file is compressed with gzip, and damaged from its start. Save it again."
    case .webPage: "This is a web page. Save the feed itself, not the page that links to it."
    case .rssInJSON: "This is RSS in JSON, which is not supported. Save the feed as RSS, Atom or JSON Feed."
    case .notAFeed(let found): "This is \(found), not a feed. Choose an RSS, Atom or JSON Feed file."
    case .invalidJSON(let what): "The JSON is broken: \(what). Save the feed again or correct it there."
    case .cutOff: "The file is cut off before its first complete entry. Save the feed again."
    case .endsEarly: "The file is cut off."
    case .tooLarge(let limit):
      "The file is larger than \(limit / 1_000_000_000) GB, the most that fits the memory of this computer."
    case .cancelled: "Reading was stopped."
    }
  }
}
