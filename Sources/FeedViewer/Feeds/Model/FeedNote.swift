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
        "Large file (\(bytes / 1_000_000) MB): loading takes a while and much memory."
      )
    case .copied(let bytes):
      Message(
        "Uses \(bytes / 1_000_000) MB of temporary disk space while open."
      )
    case .entriesOmitted(let count, let limit):
      Message(
        "Showing the first \(grouped: limit) entries. \(grouped: count) more is left out.",
        plural:
          "Showing the first \(grouped: limit) entries. \(grouped: count) more are left out.",
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
}
