import Localization

/// The messages of the argument parser about wrong usage, in the reader's language.
nonisolated enum UsageError {
  /// - Parameter message: A message of the parser (`ErrorMessageGenerator` of swift-argument-parser 1), or one of ours,
  ///   which is translated already and stays as it is.
  static func translated(_ message: String) -> String {
    if let found = message.parts(between: "Unknown option '", "'. Did you mean '", "'?") {
      return localized("There is no option “\(found[0])”. Did you mean “\(found[1])”?")
    }
    if let found = message.parts(between: "Unknown option '", "'") {
      return localized("There is no option “\(found[0])”.")
    }
    if let found = message.parts(between: "Missing value for '", "'") {
      return localized("“\(found[0])” needs a value.")
    }
    if let found = message.parts(
      between: "The option '", "' does not take any value, but '", "' was specified.")
    {
      return localized("“\(found[0])” takes no value, but “\(found[1])” was given.")
    }
    if let found = message.parts(between: "Unexpected argument '", "'") {
      return localized("The argument “\(found[0])” is not expected.")
    }
    if let found = message.parts(between: "", " unexpected arguments: '", "', '", "'") {
      return localized("The argument “\(found[1])” is not expected.")
    }
    if let found = message.parts(between: "Missing expected argument '", "'") {
      return localized("The argument “\(found[0])” is missing.")
    }
    if let found = message.parts(between: "The value '", "' is invalid for '", "'") {
      return localized("“\(found[0])” is no value for “\(found[1])”.")
    }
    return message
  }
}
