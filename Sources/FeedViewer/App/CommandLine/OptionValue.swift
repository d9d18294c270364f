/// What the value of an option means.
nonisolated protocol OptionValue {
  /// - Parameter argument: The value as it was given; nil is returned for one that means nothing.
  init?(argument: String)
}

extension Int: OptionValue {
  nonisolated init?(argument: String) { self.init(argument) }
}

/// A word, such as the name of a file. One that begins like an option is taken for a forgotten value.
extension String: OptionValue {
  nonisolated init?(argument: String) {
    guard !argument.isEmpty, !argument.hasPrefix("-") else { return nil }
    self = argument
  }
}
