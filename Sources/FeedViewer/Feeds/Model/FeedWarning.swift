import Messages

/// A violation of the file's format that was repaired. No content is lost, but the author may want to know.
public struct FeedWarning: Sendable, Hashable, CustomStringConvertible {
  /// A feed carries at most this many warnings; further repairs are only counted.
  public static let limit = 1_000

  /// Counted from 1.
  public var line: Int
  /// In Unicode scalars, counted from 1.
  public var column: Int
  /// What was found at the position.
  public var found: Message
  /// How it was repaired.
  public var repair: Message

  public init(line: Int, column: Int, found: Message, repair: Message) {
    self.line = line
    self.column = column
    self.found = found
    self.repair = repair
  }

  public var description: String { message.description }

  /// Place, problem and repair, which can be translated.
  public var message: Message { Message("line \(line), column \(column): \(found); \(repair)") }
}
