import FeedViewerBase
import GtkInterop

/// The arguments of a command, taken apart.
struct CommandArguments {
  let command: CommandDescription
  private let words: OptionContext.Words
  /// An option with a value that it does not take.
  private let flagWithValue: String?

  /// - Parameter arguments: Without the names of program and command.
  init(_ arguments: [String], of command: CommandDescription) throws(UsageError) {
    self.command = command
    let options = command.allOptions
    guard let words = OptionContext.words(arguments, options: options.map(\.parsed)) else {
      let last = options.first { arguments.last == "--\($0.name)" }
      throw UsageError(localized("“\(last?.usage ?? "")” needs a value."), in: command, explaining: last)
    }
    self.words = words
    // GLib would ignore the value.
    flagWithValue = arguments.prefix { $0 != "--" }.first { argument in
      options.contains { $0.value == nil && argument.hasPrefix("--\($0.name)=") }
    }
  }

  var files: [String] { words.files }

  func has(_ option: CommandOption) -> Bool { words.flags.contains(option.name) }

  /// All values of an option, in their order.
  func values<Value: OptionValue>(of option: CommandOption) throws(UsageError) -> [Value] {
    var found: [Value] = []
    for text in words.values[option.name] ?? [] {
      if let value = Value(argument: text) {
        found.append(value)
      } else if text.isEmpty || text.hasPrefix("-") {
        throw UsageError(localized("“\(option.usage)” needs a value."), in: command, explaining: option)
      } else {
        throw UsageError(
          localized("“\(PathText.display(text))” is not a valid value for “\(option.usage)”."), in: command,
          explaining: option)
      }
    }
    return found
  }

  /// The last value of an option; nil if it was not given.
  func value<Value: OptionValue>(of option: CommandOption) throws(UsageError) -> Value? {
    let values: [Value] = try values(of: option)
    return values.last
  }

  /// Fails if there is anything that the command does not have.
  func refuseUnknown() throws(UsageError) {
    if let word = words.unknown.first {
      let name = PathText.display(String(word.prefix { $0 != "=" }))
      let known = command.allOptions.filter { $0.text != nil }.map { "--\($0.name)" }
      throw UsageError(
        name.nearest(of: known).map { localized("Unknown option “\(name)”. Did you mean “\($0)”?") }
          ?? localized("Unknown option “\(name)”."), in: command)
    }
    if let parts = flagWithValue?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) {
      let value = PathText.display(String(parts[1]))
      throw UsageError(localized("“\(parts[0])” takes no value, but “\(value)” was given."), in: command)
    }
    if command.files == nil, let file = files.first {
      throw UsageError(
        localized("Unexpected argument “\(PathText.display(file))”."), in: command)
    }
  }

  /// Fails if something is missing that the command needs.
  func refuseMissing() throws(UsageError) {
    if let missing = command.options.first(where: { $0.isRequired && words.values[$0.name] == nil }) {
      throw UsageError(
        localized("Missing argument “\(missing.usage)”."), in: command, explaining: missing)
    }
    if let text = command.files, command.needsFile, files.isEmpty {
      throw UsageError(
        localized("Missing argument “\(HelpPage.file)”."), in: command,
        explanation: (HelpPage.file, text.localized))
    }
  }
}
