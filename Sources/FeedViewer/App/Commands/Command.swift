import FeedViewerBase

/// A command line that was understood.
protocol RunnableCommand {
  /// - Returns: The exit status.
  func run() -> Int32
}

/// A command of the program.
protocol Command: RunnableCommand {
  static var description: CommandDescription { get }
  init(_ arguments: CommandArguments) throws(UsageError)
}

/// What the command line of a command may have. Its help, its part of the man page and what shells offer are made from this.
nonisolated struct CommandDescription: Sendable {
  let name: String
  /// What it does; nil for a command that is hidden from readers.
  var summary: Message?
  var discussion: Message?
  /// Without those that every command has.
  var options: [CommandOption] = []
  /// What its files are; nil if it has none.
  var files: Message?
  var needsFile = true

  var allOptions: [CommandOption] { options + CommandOption.common }
}

/// Text that the program prints about itself.
struct PrintedText: RunnableCommand {
  let text: String

  func run() -> Int32 {
    StandardOutput.write(text)
    return 0
  }
}
