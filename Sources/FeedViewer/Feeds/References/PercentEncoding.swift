/// Percent-encoding in URLs (RFC 3986, section 2.1).
public enum PercentEncoding {
  /// Percent-decodes the text.
  ///
  /// - Returns: nil if an escape is invalid or the result is not UTF-8.
  public static func decoded(_ text: some StringProtocol) -> String? {
    decodedBytes(text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Percent-decodes bytes.
  ///
  /// - Returns: nil if an escape is invalid.
  static func decodedBytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let upper = rest.next().flatMap(ASCII.hexValue), let lower = rest.next().flatMap(ASCII.hexValue)
      else { return nil }
      bytes.append(upper << 4 | lower)
    }
    return bytes
  }
}
