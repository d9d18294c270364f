/// The layout of one row: it is measured and drawn from the same values.
public struct TemplateLayout: Sendable {
  /// The direction in which the row runs: thumbnail, texts and accessory begin at its leading side.
  public let direction: LayoutDirection
  /// The content's layout; nil if the template computed its height itself.
  public let content: Layout?
  /// The frame of the content in the row, in logical pixels.
  public let contentFrame: Rect
  /// The row's accessory.
  public let accessory: Accessory
  /// The frame of the accessory in the row, in logical pixels: at the trailing end.
  public let accessoryFrame: Rect
  /// The height of the separator at the row's bottom in logical pixels; 0 without a separator.
  public let separatorHeight: Double
  /// The height of the row, with its separator, in device pixels.
  public let height: Int
}

/// A reason why a row could not be laid out.
public enum TemplateError: Error, Equatable, CustomStringConvertible {
  /// No template is registered under the identifier. `known` are the registered identifiers, sorted by name.
  case unknownIdentifier(TemplateIdentifier, known: [TemplateIdentifier])

  public var description: String {
    switch self {
    case .unknownIdentifier(let identifier, let known):
      let names = known.map(\.name).joined(separator: ", ")
      return
        "No template is registered as \"\(identifier.name)\"; known are: \(names.isEmpty ? "none" : names)."
    }
  }
}

/// Something that a template registry did, for a debug log. Heights are in logical pixels, without separator.
public enum TemplateEvent: Equatable, Sendable {
  /// The template with an identifier was created.
  case created(TemplateIdentifier)
  /// A height was computed from a tree of elements.
  case calculatedBySpec(Double)
  /// A template computed its height itself.
  case calculatedByManualSizing(Double)
  /// Something is probably a mistake of the template; the text is a sentence.
  case warning(String)
}
