/// A number in the database that every transaction changes: contents with the same number are the same.
///
/// It counts the transactions, and has a random part, so that copies of which both were changed differ. SQLite leaves its
/// place, the "user version", to programs.
struct StateWitness: Equatable, Sendable {
  /// That of databases of versions before, which have none.
  static let none = StateWitness(0)
  /// The statement that reads the number.
  static let reading = "PRAGMA user_version"
  private static let randomBits: Int64 = 8
  /// Between two looks of a process, others make fewer transactions.
  private static let countLimit: Int64 = 1 << 14

  private let number: Int64

  /// - Parameter number: What SQLite has stored, a number of 32 bits.
  init(_ number: Int64) { self.number = number }

  /// That of the next transaction. The first one is random, so that it differs between databases.
  var next: StateWitness {
    let count: Int64 = self == .none ? .random(in: 1..<1 << 22) : (self.count + 1) & 0x7f_ffff
    return StateWitness(count << Self.randomBits | Int64.random(in: 1..<1 << Self.randomBits))
  }

  /// Whether transactions may have made these contents out of others.
  func isLater(than other: StateWitness) -> Bool {
    (1..<Self.countLimit).contains(count - other.count)
  }

  private var count: Int64 { number >> Self.randomBits }

  /// The statement that stores the number.
  var storing: String { "PRAGMA user_version = \(number)" }
}
