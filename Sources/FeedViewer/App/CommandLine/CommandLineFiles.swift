import FeedViewerBase
import GtkInterop

/// The command-line arguments in the form of `PathText`: `CommandLine.arguments` replaces invalid UTF-8.
enum CommandLineArguments {
  static var all: [String] {
    (0..<Int(CommandLine.argc)).compactMap { number in
      CommandLine.unsafeArgv[number].map { PathText.text(of: $0) }
    }
  }
}

/// The files named on the command line.
enum CommandLineFiles {
  /// The absolute paths of arguments, which are paths or `file:` URIs. Other arguments are reported on standard
  /// error.
  static func paths(_ arguments: [String]) -> (found: [FilePath], failed: [String]) {
    var found: [FilePath] = []
    var failed: [String] = []
    for argument in arguments {
      if let path = path(argument) { found.append(path) } else { failed.append(argument) }
    }
    return (found, failed)
  }

  /// The absolute path of one argument. Reports an error on standard error if it has none.
  static func path(_ argument: String) -> FilePath? {
    if let path = FilePath.absolute(argument) { return path }
    StandardError.write(
      localized("\(PathText.display(argument)) is not a local file. Download the feed first."))
    return nil
  }
}
