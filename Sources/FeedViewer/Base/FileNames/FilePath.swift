/// The path of a file: a sequence of bytes, of which any difference makes another path.
///
/// Swift compares strings by canonical equivalence: “é” in one character equals “é” in two, which are the names of two files.
/// So a path is never a `String` where it is compared, or where something is found by it.
public struct FilePath: Hashable, Sendable {
  /// The path in the form of `PathText`.
  public let text: String

  /// - Parameter text: The path in the form of `PathText`.
  public init(_ text: String) {
    var text = PathText.canonical(text)
    text.makeContiguousUTF8()
    self.text = text
  }

  /// Converts a path returned by the system. O(length).
  public init(_ path: UnsafePointer<CChar>) { self.init(PathText.text(of: path)) }

  /// Calls a function with the bytes of the path.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard let result = text.utf8.withContiguousStorageIfAvailable(body) else {
      preconditionFailure("The text of a path is contiguous.")
    }
    return result
  }

  public static func == (one: FilePath, other: FilePath) -> Bool {
    one.withBytes { bytes in
      other.withBytes { others in
        bytes.count == others.count
          && (bytes.baseAddress == others.baseAddress || bytes.elementsEqual(others))
      }
    }
  }

  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Calls a system function with the path. O(length).
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try PathText.withCString(text, body)
  }

  /// The path for display: invalid bytes become U+FFFD.
  public var display: String { PathText.display(text) }

  /// The path of the folder that the file is in; that of `/` is `/`, and that of a name alone is `.`.
  public var folder: FilePath {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == text.startIndex ? "/" : FilePath(String(text[..<slash]))
  }

  /// The last part of the path, which is empty for `/`.
  public var name: FilePath {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return FilePath(String(text[text.utf8.index(after: slash)...]))
  }

  /// The path of a file in this folder. An absolute path is its own.
  public func appending(_ path: FilePath) -> FilePath {
    if path.isAbsolute { return path }
    return FilePath(text.utf8.last == UInt8(ascii: "/") ? text + path.text : "\(text)/\(path.text)")
  }

  public var isAbsolute: Bool { text.utf8.first == UInt8(ascii: "/") }
}

extension FilePath: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(text) }
}

/// Keys of rows and sections are made of paths.
extension FilePath: CustomStringConvertible, TextOutputStreamable {
  public var description: String { text }

  public func write(to target: inout some TextOutputStream) { target.write(text) }
}
