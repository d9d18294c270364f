import FeedViewerBase
import Glibc

/// What the command line prints about itself, in the reader's language.
enum HelpPage {
  private static let program = ApplicationInfo.programName

  /// What the program does.
  static var summary: String { localized("Show local feed files: RSS, Atom, JSON Feed, OPML.") }

  /// What stands for a file.
  static var file: String { localized("FILE", context: "command line") }

  /// The program, its commands, and the options of the window.
  static var overview: String {
    let view = ViewCommand.description
    let commands = Commands.listed.map { item($0.name, $0.summary?.localized ?? "") }
    return wrapped(
      [
        summary, "",
        localized("Without a subcommand a window shows the files:"), "",
      ] + items(view.options) + [
        "",
        localized(
          "A FILE is a path or a file: address. Files are only read."),
        "",
      ] + usage(of: nil) + ["", localized("OPTIONS:", context: "command line")]
        + items(CommandOption.common) + ["", localized("SUBCOMMANDS:", context: "command line")] + commands
        + [
          "", localized("“\(program + " help inspect")” shows the options of a subcommand."),
        ])
  }

  static func page(of command: CommandDescription, listsHidden: Bool = false) -> String {
    var lines: [String] = []
    for text in [command.summary, command.discussion] {
      if let text { lines += [text.localized, ""] }
    }
    lines += usage(of: command) + [""]
    if let files = command.files {
      lines += [localized("ARGUMENTS:", context: "command line"), item(file, files.localized), ""]
    }
    lines.append(localized("OPTIONS:", context: "command line"))
    return wrapped(lines + items(command.allOptions, listsHidden: listsHidden))
  }

  /// What is told of a wrong command line.
  static func failure(_ error: UsageError) -> String {
    let help = [program] + (error.command.map { [$0.name] } ?? []) + ["--help"]
    var lines = [localized("Error: \(error.message)")]
    if let (name, text) = error.explanation {
      lines.append(item(name, text, column: TerminalText.columns(of: name) + 4))
    }
    return wrapped(
      lines + usage(of: error.command) + [localized("“\(help.joined(separator: " "))” shows the help.")])
  }

  /// The forms of a command line; without a command those of the program.
  private static func usage(of command: CommandDescription?) -> [String] {
    let forms =
      if let command {
        [synopsis(command)]
      } else {
        [["[\(localized("OPTIONS", context: "command line"))]", "[\(file)...]"]]
          + Commands.listed.dropFirst().map(synopsis)
      }
    return [localized("USAGE:", context: "command line")] + forms.flatMap { filled([program] + $0) }
  }

  /// Lines that are broken only between options.
  private static func filled(_ options: [String]) -> [String] {
    let width = terminalWidth
    return options.reduce(into: []) { lines, option in
      if let line = lines.last, TerminalText.columns(of: line + " " + option) <= width {
        lines[lines.count - 1] = line + " " + option
      } else {
        lines.append("  " + option)
      }
    }
  }

  private static func synopsis(_ command: CommandDescription) -> [String] {
    var words = [command.name]
    words += command.options.filter { $0.text != nil }.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
    if command.files != nil { words.append(command.needsFile ? "\(file)..." : "[\(file)...]") }
    return words
  }

  private static func items(_ options: [CommandOption], listsHidden: Bool = false) -> [String] {
    options.filter { listsHidden || $0.text != nil }.map { item($0.heading, $0.text?.localized ?? "") }
  }

  /// A line of a list: a name, and a text that begins in a column, below the name if that is long.
  private static func item(_ name: String, _ text: String, column: Int = 26) -> String {
    guard !text.isEmpty else { return "  " + name }
    let gap = column - 2 - TerminalText.columns(of: name)
    return gap < 2
      ? "  \(name)\n" + String(repeating: " ", count: column) + text
      : "  \(name)" + String(repeating: " ", count: gap) + text
  }

  private static func wrapped(_ lines: [String]) -> String {
    let width = terminalWidth
    return lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { TerminalText.wrapped(String($0), width: width) }.joined(separator: "\n")
  }

  private static var terminalWidth: Int {
    var size = winsize()
    let isTerminal = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col >= 40
    return isTerminal ? Int(size.ws_col) : 80
  }
}
