import FeedViewerBase
import GtkInterop

/// An option of a command.
nonisolated struct CommandOption: Sendable {
  /// What shells offer for its value.
  enum Completion {
    case nothing, files
    case words([String])
  }

  /// The long name, without dashes.
  let name: String
  let letter: Character?
  /// What stands for the value in help; nil for an option without a value.
  let value: Message?
  let completion: Completion
  let isRequired: Bool
  /// What it does; nil for an option that is hidden from readers.
  let text: Message?

  init(
    _ name: String, letter: Character? = nil, value: Message? = nil, completion: Completion = .nothing,
    isRequired: Bool = false, _ text: Message? = nil
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.completion = completion
    self.isRequired = isRequired
    self.text = text
  }

  /// Its names as they are written on the command line: the short one precedes.
  var names: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The long name and what stands for the value.
  var usage: String { value.map { "--\(name) \($0.localized)" } ?? "--\(name)" }

  /// All names, and what stands for the value.
  var heading: String { (names.dropLast() + [usage]).joined(separator: ", ") }

  var parsed: OptionContext.Option {
    OptionContext.Option(name, letter: letter, takesValue: value != nil)
  }
}

nonisolated extension CommandOption {
  static let version = CommandOption("version", Message("Show the version."))
  static let help = CommandOption("help", letter: "h", Message("Show this help."))
  /// Lists hidden options too.
  static let hiddenHelp = CommandOption("help-hidden")
  /// Prints all commands for programs: see `CommandTable`.
  static let table = CommandOption("print-commands")
  /// Those of every command.
  static let common = [version, help, hiddenHelp, table]
}
