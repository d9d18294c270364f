import FeedViewerBase

/// A remark on a feed that is not broken, but whose display might surprise the user.
public enum FeedNote: Sendable, Hashable, CustomStringConvertible {
  /// The file has this many bytes: `FeedLimits.largeFileSize` or more.
  case largeFile(bytes: Int)
  /// The text had to be copied into a temporary file of this many bytes: `FeedLimits.largeCopySize` or more.
  case copied(bytes: Int)
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
    case .copied(let bytes):
      Message(
        "While this file is open, its unpacked text takes \(bytes / 1_000_000) MB in a temporary file."
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
    case (.largeFile, .largeFile), (.copied, .copied), (.entriesOmitted, .entriesOmitted): true
    default: false
    }
  }

  /// Whether a user who has seen `other` need not be shown this note again: a large file stays large.
  public func isKnown(from other: FeedNote) -> Bool {
    switch self {
    case .largeFile, .copied: isOfKind(of: other)
    case .entriesOmitted: self == other
    }
  }
}
