import FileNames
import GtkInterop

/// The words that the program was called with, as text of `PathText`: Swift's own replace what is no UTF-8.
enum CommandLineArguments {
  static var all: [String] {
    (0..<Int(CommandLine.argc)).compactMap { number in
      CommandLine.unsafeArgv[number].map { PathText.text(of: $0) }
    }
  }
}

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
    StandardError.write(
      "\(PathText.display(argument)): This is not a local file. Save the feed to a file first.")
    return nil
  }
}
