import FeedViewerBase

/// A command line that is wrong.
struct UsageError: Error {
  static let status: Int32 = 64

  let message: String
  /// The command whose usage is told; nil for that of the program.
  let command: CommandDescription?
  /// An option or argument that the message is about, and what it does.
  let explanation: (name: String, text: String)?

  init(_ message: String, in command: CommandDescription?, explanation: (String, String)? = nil) {
    self.message = message
    self.command = command
    self.explanation = explanation
  }

  init(_ message: String, in command: CommandDescription, explaining option: CommandOption?) {
    self.init(
      message, in: command, explanation: option.map { ($0.heading, $0.text?.localized ?? "") })
  }
}
