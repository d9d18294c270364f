/// A text for a person: English words with places for arguments, which can be translated later.
///
/// Modules without GTK word their errors and notes as messages. Whoever shows one to a person translates it
/// (`Message.localized` of the module Localization); what machines read is `description`, which is always English.
///
/// A message is written as a literal, from which `meson-helpers/translations` extracts the words for translators.
/// `Message("line \(line)")` becomes "line %s".
public struct Message: Sendable, Hashable, CustomStringConvertible {
  /// A value that stands at a place of the words.
  public enum Argument: Sendable, Hashable {
    case text(String)
    /// A number that is written with thousands separators.
    case number(Int)
    case message(Message)
    /// Words of the C library, such as "Permission denied", which has translations of its own.
    case system(String)
  }

  /// The English words, with "%s" for each argument; for one thing if the message counts something.
  public let words: String
  /// The words for several things, with the same arguments; nil if the message counts nothing.
  public let plural: String?
  /// The number that chooses between the two.
  public let count: Int
  /// Tells translators which of several meanings is meant; nil if the words have only one.
  public let context: String?
  /// In the order of their places.
  public let arguments: [Argument]

  /// - Parameters:
  ///   - words: A literal; its interpolations become arguments.
  ///   - context: Which meaning of ambiguous words is meant.
  public init(_ words: Words, context: StaticString? = nil) {
    self.words = words.format
    plural = nil
    count = 1
    self.context = context.map(\.description)
    arguments = words.arguments
  }

  /// A message that counts something.
  ///
  /// - Parameters:
  ///   - one: A literal for one thing, with the same interpolations as `plural` or none.
  ///   - plural: A literal for any other number of things.
  ///   - count: Their number.
  public init(_ one: Words, plural: Words, count: Int) {
    words = one.format
    self.plural = plural.format
    self.count = count
    context = nil
    arguments = plural.arguments
  }

  /// The message in English.
  public var description: String {
    fill(plural.flatMap { count == 1 ? nil : $0 } ?? words, write: \.english)
  }

  /// Messages that read the same are equal.
  public static func == (left: Message, right: Message) -> Bool { left.description == right.description }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// Puts the arguments into the words or a translation of them.
  ///
  /// - Parameters:
  ///   - format: With "%s" for the next argument, "%2$s" for the second one, and "%%" for a percent sign. A place
  ///     without an argument stays empty. Words without arguments are no format.
  ///   - write: Words an argument.
  public func fill(_ format: String, write: (Argument) -> String) -> String {
    guard !arguments.isEmpty else { return format }
    var result = ""
    var next = 0
    var rest = format.utf8[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      result += Substring(rest[..<percent])
      rest = rest[percent...].dropFirst()
      if rest.first == UInt8(ascii: "%") {
        rest = rest.dropFirst()
        result += "%"
        continue
      }
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      var index = next
      if let number = Int(Substring(digits)), rest.dropFirst(digits.count).first == UInt8(ascii: "$") {
        index = number - 1
        rest = rest.dropFirst(digits.count + 1)
      } else {
        next += 1
      }
      // The "s".
      rest = rest.dropFirst()
      if arguments.indices.contains(index) { result += write(arguments[index]) }
    }
    return result + Substring(rest)
  }
}

extension Message.Argument {
  /// The argument in English.
  public var english: String {
    switch self {
    case .text(let text), .system(let text): text
    case .number(let number): Self.grouped(number)
    case .message(let message): message.description
    }
  }

  /// With commas between groups of three digits: "5,000,000".
  private static func grouped(_ number: Int) -> String {
    var digits = Array(String(number.magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (number < 0 ? "-" : "") + String(digits)
  }
}
