/// What is told of a feed that is shown all the same: nothing is broken, but nobody should have to wonder.
public enum FeedNote: Sendable, Hashable, CustomStringConvertible {
  /// The file has so many bytes, `FeedLimits.largeFileSize` or more.
  case largeFile(bytes: Int)
  /// The file has more entries than `FeedLimits.entryCount`: so many were left out.
  case entriesLeftOut(count: Int, limit: Int)

  /// One or two sentences for people, without the name of the file.
  public var description: String {
    switch self {
    case .largeFile(let bytes):
      "This file is large (\(bytes / 1_000_000) MB). Reading it takes a while, and its rows take much memory."
    case .entriesLeftOut(let count, let limit):
      "The first \(Self.grouped(limit)) entries are shown. "
        + (count == 1 ? "1 more entry was left out." : "\(Self.grouped(count)) more entries were left out.")
    }
  }

  /// Whether another note says something of the same.
  public func isOfKind(of other: FeedNote) -> Bool {
    switch (self, other) {
    case (.largeFile, .largeFile), (.entriesLeftOut, .entriesLeftOut): true
    default: false
    }
  }

  /// Whether somebody who was told another note knows this one: a large file stays large.
  public func isKnown(from other: FeedNote) -> Bool {
    if case .largeFile = self { return isOfKind(of: other) }
    return self == other
  }

  /// "5,000,000".
  private static func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return String(digits)
  }
}
