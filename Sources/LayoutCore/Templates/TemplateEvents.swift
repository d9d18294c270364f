/// What a registry did: a tiny trace that explains where heights come from.
public enum TemplateEvent: Equatable, Sendable {
  case created(TemplateIdentifier)
  /// The content's height in logical pixels, from the template's element.
  case calculatedBySpec(height: Double)
  /// The content's height in logical pixels, from the template's own arithmetic.
  case calculatedByManualSizing(height: Double)
  /// Something to be told once.
  case warning(String)
}

/// Why a row can't be laid out.
public enum TemplateError: Error, Equatable, CustomStringConvertible {
  /// No template has this name; the known ones are listed in order.
  case unknownIdentifier(TemplateIdentifier, known: [TemplateIdentifier])
  /// The width that is left for the content, in logical pixels, is not positive: nothing can be measured in it.
  case widthNotPositive(Double)

  public var description: String {
    switch self {
    case .unknownIdentifier(let identifier, let known):
      let names = known.isEmpty ? "none" : known.map(\.name).joined(separator: ", ")
      return "No template is registered as \(identifier.name). Registered: \(names)."
    case .widthNotPositive(let width):
      return "A row's content can't be laid out in a width of \(width)."
    }
  }
}
