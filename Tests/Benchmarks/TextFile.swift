import Glibc

/// Why a file could not be written.
struct WriteError: Error, CustomStringConvertible {
  let path: String
  let code: Int32
  var description: String { "\(path) can't be written: \(String(cString: strerror(code)))." }
}

extension String {
  /// Writes the text to a file, replacing what it held.
  func write(toFile path: String) throws {
    guard let file = fopen(path, "w") else { throw WriteError(path: path, code: errno) }
    defer { fclose(file) }
    guard fputs(self, file) >= 0 else { throw WriteError(path: path, code: errno) }
  }
}
