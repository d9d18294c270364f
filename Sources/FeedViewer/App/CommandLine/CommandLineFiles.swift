import GtkInterop
import Glibc

/// The files that a command line names.
enum CommandLineFiles {
  /// Absolute paths of arguments that are paths or `file:` addresses; the others are reported on standard error.
  static func paths(_ arguments: [String]) -> (found: [String], failed: [String]) {
    var found: [String] = []
    var failed: [String] = []
    for argument in arguments {
      if let path = path(argument) { found.append(path) } else { failed.append(argument) }
    }
    return (found, failed)
  }

  /// The absolute path of one argument; if it has none, a line on standard error says so.
  static func path(_ argument: String) -> String? {
    if let path = FilePath.absolute(argument) { return path }
    StandardError.write("\(argument): This is not a local file. Save the feed to a file first.")
    return nil
  }
}

/// Lines on standard error, each written at once.
nonisolated enum StandardError {
  static func write(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Nobody is listening any more, and there is no other place to say so.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

/// Lines on standard output, each written before the next question is read.
nonisolated enum StandardOutput {
  static func write(_ text: String, terminator: String = "\n") {
    print(text, terminator: terminator)
    fflush(nil)
  }
}
