/// Something in a file that breaks its format and was repaired: nothing is lost, but the author may want to
/// know.
public struct FeedWarning: Sendable, Hashable, CustomStringConvertible {
  /// A feed carries at most this many warnings; further repairs are only counted.
  public static let limit = 1_000

  /// 1-based.
  public var line: Int
  /// 1-based, in Unicode scalars.
  public var column: Int
  /// What stood there.
  public var found: String
  /// What was done about it.
  public var repair: String

  public init(line: Int, column: Int, found: String, repair: String) {
    self.line = line
    self.column = column
    self.found = found
    self.repair = repair
  }

  public var description: String {
    "line \(line), column \(column): \(found); \(repair)"
  }
}
