import Messages

/// A remark on a feed that is not broken, but whose display might surprise the user.
public enum FeedNote: Sendable, Hashable, CustomStringConvertible {
  /// The file has this many bytes: `FeedLimits.largeFileSize` or more.
  case largeFile(bytes: Int)
  /// The file has `count` entries more than `FeedLimits.entryCount`; they are omitted.
  case entriesOmitted(count: Int, limit: Int)

  /// One or two sentences for the user, without the file's name.
  public var description: String { message.description }

  /// The same sentences, which can be translated.
  public var message: Message {
    switch self {
    case .largeFile(let bytes):
      Message(
        "This file is large (\(bytes / 1_000_000) MB). Reading it takes a while, and its rows take much memory."
      )
    case .entriesOmitted(let count, let limit):
      Message(
        "The first \(grouped: limit) entries are shown. \(grouped: count) more entry was left out.",
        plural:
          "The first \(grouped: limit) entries are shown. \(grouped: count) more entries were left out.",
        count: count)
    }
  }

  /// Whether the notes are of the same kind.
  public func isOfKind(of other: FeedNote) -> Bool {
    switch (self, other) {
    case (.largeFile, .largeFile), (.entriesOmitted, .entriesOmitted): true
    default: false
    }
  }

  /// Whether a user who has seen `other` need not be shown this note again: a large file stays large.
  public func isKnown(from other: FeedNote) -> Bool {
    if case .largeFile = self { return isOfKind(of: other) }
    return self == other
  }
}
