import Glibc

/// Files at canonical paths.
public enum RealFile {
  /// `O_PATH`, which the module of the C library leaves out: only names are looked for in the folder (open(2)).
  private static let pathOnly: CInt = 0o10_000_000

  /// Opens a file for reading. Follows no symbolic link, not even one that took the place of a folder since the path was found,
  /// and does not wait for the other end of a pipe.
  ///
  /// - Parameter path: Without symbolic links and dots, in the form of `PathText`.
  /// - Returns: A descriptor, which the caller closes; negative on failure.
  public static func open(_ path: String) -> CInt {
    let bytes = PathText.bytes(of: path)
    let names = bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
    guard bytes.first == UInt8(ascii: "/"), let last = names.last else { return -1 }
    var folder = Glibc.open("/", pathOnly | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    for name in names.dropLast() {
      let next = PathText.withCString(name) {
        openat(folder, $0, pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      }
      close(folder)
      folder = next
      guard folder >= 0 else { return -1 }
    }
    return PathText.withCString(last) {
      openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
  }
}
