import FeedViewerBase

/// All commands and options as lines for programs: the man page (`meson-helpers/man-page.py`) and the completions of shells
/// (`data/completions`) are made from them.
///
/// The fields of a line are separated by tabs, and none is empty: "-" stands for nothing.
///
///     program  NAME     SUMMARY
///     command  NAME     SUMMARY  DISCUSSION
///     option   COMMAND  NAMES    VALUE                COMPLETION  required|optional  TEXT
///     file     COMMAND  NAME     required|optional    TEXT
///
/// NAMES are separated by spaces. COMPLETION is "files", words separated by spaces, or "-". Texts are in the reader's language.
/// The first command is the one that needs no name.
enum CommandTable {
  static var text: String {
    let program = [["program", ApplicationInfo.programName, HelpPage.summary]]
    return (program + Commands.listed.flatMap(lines)).map { $0.joined(separator: "\t") }
      .joined(separator: "\n")
  }

  private static func lines(of command: CommandDescription) -> [[String]] {
    var lines = [["command", command.name, field(command.summary), field(command.discussion)]]
    for option in command.allOptions where option.text != nil {
      lines.append([
        "option", command.name, option.names.joined(separator: " "), field(option.value),
        completion(of: option), need(option.isRequired), field(option.text),
      ])
    }
    if let files = command.files {
      lines.append(["file", command.name, HelpPage.file, need(command.needsFile), files.localized])
    }
    return lines
  }

  private static func field(_ text: Message?) -> String { text?.localized ?? "-" }

  private static func completion(of option: CommandOption) -> String {
    switch option.completion {
    case .nothing: "-"
    case .files: "files"
    case .words(let words): words.joined(separator: " ")
    }
  }

  private static func need(_ isRequired: Bool) -> String { isRequired ? "required" : "optional" }
}
