import FeedViewerBase

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
  /// The number of control characters that were left out of the file, of which this is the first; 0 for all other repairs.
  public private(set) var omittedCount = 0

  public init(line: Int, column: Int, found: Message, repair: Message) {
    self.line = line
    self.column = column
    self.found = found
    self.repair = repair
  }

  /// A control character that was left out.
  init(line: Int, column: Int, omitted byte: UInt8) {
    let found = byte == 0 ? Message("a NUL") : Message("the control character \(Int(byte))")
    self.init(line: line, column: column, found: found, repair: Message("ignored"))
    omittedCount = 1
  }

  /// Tells how many control characters were left out.
  mutating func count(omitted count: Int) {
    guard omittedCount == 1, count > 1 else { return }
    found = Message("\(found) (\(count) times)")
    omittedCount = count
  }

  public var description: String { message.description }

  /// Place, problem and repair, which can be translated.
  public var message: Message { Message("line \(line), column \(column): \(found); \(repair)") }
}
