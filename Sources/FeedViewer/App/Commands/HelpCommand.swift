/// Prints the help of a command, or of the program.
struct HelpCommand: Command {
  /// Its files are the names of commands.
  static let description = CommandDescription(
    name: "help", files: CommandOption.help.text, needsFile: false)

  private let page: String

  init(_ arguments: CommandArguments) throws(UsageError) {
    let name = arguments.files.first
    let command = name.flatMap(Commands.named)
    if command == nil, let name { try Commands.refuseMisspelled(name) }
    page =
      if let command, !(command is HelpCommand.Type) {
        HelpPage.page(of: command.description)
      } else {
        HelpPage.overview
      }
  }

  func run() -> Int32 { PrintedText(text: page).run() }
}
