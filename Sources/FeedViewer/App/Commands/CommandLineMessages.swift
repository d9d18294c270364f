import ArgumentParser
import Glibc
import Localization

/// What the command line prints about itself, in the reader's language: help, and the errors of the argument parser.
///
/// The parser writes its own words in English around texts that are translated already. Its lines are taken apart here,
/// so that an unknown line, of a newer parser, stays as it is.
nonisolated enum CommandLineMessages {
  /// Ends the program as the parser would: help on standard output, errors with their status on standard error.
  static func exit(for error: any Error) -> Never {
    let text = FeedViewerCommand.fullMessage(for: error, columns: unlimited)
    let status = FeedViewerCommand.exitCode(for: error)
    if status.isSuccess {
      StandardOutput.write(text.hasPrefix(overview) ? help(text, width: terminalWidth) : text)
    } else if !text.isEmpty {
      StandardError.write(failure(text, width: terminalWidth))
    }
    Glibc.exit(status.rawValue)
  }

  /// Lines are wrapped here, where the width of characters is known.
  static let unlimited = 100_000
  private static let overview = "OVERVIEW: "

  /// The help page of a command.
  ///
  /// - Parameters:
  ///   - text: The parser's page, not wrapped.
  ///   - width: The columns of the terminal.
  static func help(_ text: String, width: Int) -> String {
    var lines: [String] = []
    var isUsage = false
    for line in text.dropFirst(overview.count).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { isUsage = false }
      if let usage = line.rest(after: "USAGE: ") {
        isUsage = true
        lines += [localized("USAGE:", context: "command line"), "  \(usage)"]
      } else if isUsage {
        lines.append("  " + line.drop { $0 == " " })
      } else {
        lines.append(translated(line))
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { TerminalText.wrapped($0, width: width) }.joined(separator: "\n")
  }

  private static func translated(_ line: Substring) -> String {
    switch line {
    case "ARGUMENTS:": return localized("ARGUMENTS:", context: "command line")
    case "OPTIONS:": return localized("OPTIONS:", context: "command line")
    case "SUBCOMMANDS:": return localized("SUBCOMMANDS:", context: "command line")
    default: break
    }
    if let found = line.parts(between: "", "Show the version."), found[0].hasPrefix("  --version ") {
      return found[0] + localized("Show the version.")
    }
    if let found = line.parts(between: "", "Show help information."), found[0].hasPrefix("  -h, --help ") {
      return found[0] + localized("Show this help.")
    }
    // Which one is the default is part of its description.
    if let found = line.parts(between: "  ", " (default) ", "") {
      return "  \(found[0])           \(found[1])"
    }
    if let found = line.parts(between: "  See '", " <subcommand>' for detailed help.") {
      return localized("“\(found[0] + " inspect")” shows the options of a subcommand.")
    }
    return String(line)
  }

  /// A message about wrong usage, or about another error.
  ///
  /// - Parameter text: The parser's message, not wrapped.
  static func failure(_ text: String, width: Int) -> String {
    var lines: [String] = []
    var isUsage = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let message = line.rest(after: "Error: ") {
        lines.append(localized("Error: \(UsageError.translated(String(message)))"))
      } else if let help = line.rest(after: "Help:  ") {
        lines.append("  \(help)")
      } else if let usage = line.rest(after: "Usage: ") {
        isUsage = true
        lines += [localized("USAGE:", context: "command line"), "  \(usage)"]
      } else if let found = line.parts(between: "  See '", "' for more information.") {
        isUsage = false
        lines.append(localized("“\(found[0])” shows the help."))
      } else {
        lines.append(isUsage ? "  " + line.drop { $0 == " " } : String(line))
      }
    }
    return lines.map { TerminalText.wrapped($0, width: width) }.joined(separator: "\n")
  }

  private static var terminalWidth: Int {
    var size = winsize()
    let isTerminal = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col >= 40
    return isTerminal ? Int(size.ws_col) : 80
  }
}

extension StringProtocol where SubSequence == Substring {
  fileprivate nonisolated func rest(after prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  /// The texts between given ones, of which the first begins the string and the last ends it; nil if it is made
  /// otherwise.
  nonisolated func parts(between fixed: String...) -> [String]? {
    guard var rest = rest(after: fixed[0]), hasSuffix(fixed[fixed.count - 1]) else { return nil }
    var found: [String] = []
    for text in fixed.dropFirst().dropLast() {
      guard let place = rest.start(of: text) else { return nil }
      found.append(String(rest[..<place]))
      rest = rest[place...].dropFirst(text.count)
    }
    guard rest.count >= fixed[fixed.count - 1].count else { return nil }
    return found + [String(rest.dropLast(fixed[fixed.count - 1].count))]
  }
}

extension Substring {
  /// Where another text first begins in this one.
  nonisolated func start(of text: String) -> Index? { indices.first { self[$0...].hasPrefix(text) } }
}
