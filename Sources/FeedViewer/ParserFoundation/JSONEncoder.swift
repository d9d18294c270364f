/// Writes values as JSON: what the argument parser says of the program's options, for the manual page.
public final class JSONEncoder {
  /// How the text is laid out. It has keys in order and no white space in any case.
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  /// The value as JSON, in UTF-8.
  ///
  /// - Throws: What the value throws while it is being encoded.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    let place = EncodingPlace()
    try value.encode(to: PlaceEncoder(place: place))
    return Array(place.json.utf8)
  }
}

extension String {
  /// The encodings that are known here.
  public enum Encoding: Sendable { case utf8 }

  /// A text from its bytes; nil if they are not valid.
  public init?(data: [UInt8], encoding: Encoding) { self.init(validating: data, as: UTF8.self) }
}
