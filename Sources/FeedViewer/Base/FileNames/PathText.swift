/// Represents file paths, which are bytes, as strings without loss.
///
/// File names on Linux are usually but not always UTF-8. An invalid byte becomes a private-use scalar, U+10F780 to U+10F7FF
/// for bytes 80 to FF. So do the bytes of these scalars themselves if they occur in a name, so that different names have
/// different strings, if these are compared by their UTF-8: see `FilePath`. Convert them with `withCString` for system calls,
/// and with `display` before showing them.
public enum PathText {
  private static let firstEscape: UInt32 = 0x10_F700

  private static func escape(_ byte: UInt8) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(firstEscape + UInt32(byte)) else {
      preconditionFailure("Every value of the private area is a scalar value.")
    }
    return scalar
  }

  /// The byte that a private-use scalar represents; nil for other scalars.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (firstEscape + 0x80...firstEscape + 0xFF).contains(scalar.value) ? UInt8(scalar.value - firstEscape) : nil
  }

  private static func holdsEscapes(_ text: String) -> Bool {
    // The UTF-8 of all private-use scalars above starts with this byte.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte($0) != nil }
  }

  /// Converts a path returned by the system. O(length).
  public static func text(of path: UnsafePointer<CChar>) -> String {
    var length = 0
    while path[length] != 0 { length += 1 }
    return UnsafeBufferPointer(start: path, count: length).withMemoryRebound(to: UInt8.self) { text(of: $0) }
  }

  /// Converts the bytes of a path. O(length).
  public static func text(of bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !holdsEscapes(text) { return text }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      let scalar = (1...4).lazy.compactMap { onlyScalar(of: rest.prefix($0)) }.first
      if let scalar, byte(scalar) == nil {
        text.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        text.append(escape(first))
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The text that `text(of:)` gives for the bytes of a path: bytes that are UTF-8 together are not escaped.
  static func canonical(_ text: String) -> String {
    guard holdsEscapes(text) else { return text }
    return withCString(text) { self.text(of: $0) }
  }

  /// The scalar that is encoded by the bytes; nil if they are not exactly one scalar.
  private static func onlyScalar(of bytes: some Collection<UInt8>) -> Unicode.Scalar? {
    guard let scalars = String(validating: bytes, as: UTF8.self)?.unicodeScalars, scalars.count == 1 else {
      return nil
    }
    return scalars.first
  }

  /// The bytes of a path. O(length).
  public static func bytes(of path: String) -> [UInt8] {
    guard holdsEscapes(path) else { return Array(path.utf8) }
    var bytes: [UInt8] = []
    for scalar in path.unicodeScalars {
      if let byte = byte(scalar) {
        bytes.append(byte)
      } else {
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    return bytes
  }

  /// Calls a system function with the bytes of a path. O(length).
  public static func withCString<Result>(
    _ path: String, _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows -> Result {
    guard holdsEscapes(path) else { return try path.withCString(body) }
    return try withCString(bytes(of: path), body)
  }

  /// Calls a system function with a path as bytes. O(length).
  public static func withCString<Result>(
    _ path: [UInt8], _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows -> Result {
    try (path + [0]).withUnsafeBufferPointer { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { try body($0.baseAddress!) }
    }
  }

  /// A path, or a message that contains one, for display: invalid bytes become U+FFFD. O(length).
  public static func display(_ text: String) -> String {
    guard holdsEscapes(text) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { byte($0) == nil ? $0 : "\u{FFFD}" }))
  }
}
