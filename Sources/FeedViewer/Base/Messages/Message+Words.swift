extension Message {
  /// The literal of a message: its words with "%s" for each interpolation, and the interpolated values.
  public struct Words: ExpressibleByStringInterpolation, Sendable {
    let format: String
    let arguments: [Argument]

    public init(stringLiteral words: String) {
      format = words
      arguments = []
    }

    public init(stringInterpolation interpolation: StringInterpolation) {
      format = interpolation.format
      arguments = interpolation.arguments
    }

    /// Collects the parts of a literal with interpolations.
    public struct StringInterpolation: StringInterpolationProtocol {
      var format = ""
      var arguments: [Argument] = []

      public init(literalCapacity: Int, interpolationCount: Int) {
        format.reserveCapacity(literalCapacity + 2 * interpolationCount)
        arguments.reserveCapacity(interpolationCount)
      }

      public mutating func appendLiteral(_ literal: String) {
        guard literal.utf8.contains(UInt8(ascii: "%")) else { return format += literal }
        format += literal.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
      }

      /// - Parameter text: A name or another text that is not translated.
      public mutating func appendInterpolation(_ text: some StringProtocol) { append(.text(String(text))) }

      /// - Parameter number: Written without separators, such as the number of a line or a year.
      public mutating func appendInterpolation(_ number: Int) { append(.text(String(number))) }

      /// - Parameter number: A quantity, written with thousands separators.
      public mutating func appendInterpolation(grouped number: Int) { append(.number(number)) }

      /// - Parameter message: Translated with the message that it is a part of.
      public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

      /// - Parameter words: A message of the C library, in English.
      public mutating func appendInterpolation(system words: String) { append(.system(words)) }

      private mutating func append(_ argument: Argument) {
        format += "%s"
        arguments.append(argument)
      }
    }
  }
}
