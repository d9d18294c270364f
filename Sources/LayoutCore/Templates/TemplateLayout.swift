/// A row as it was measured, and as it is drawn.
public struct TemplateLayout: Sendable {
  /// The content's layout; nil if it was measured by hand.
  public let content: Layout?
  /// Where the content lies in the row, in logical pixels.
  public let contentFrame: Rect
  public let accessory: Accessory
  /// Where the accessory lies: at the end side.
  public let accessoryFrame: Rect
  /// Logical pixels at the row's bottom; 0 for none.
  public let separatorHeight: Double
  /// The row's height with its separator, in device pixels.
  public let height: Int
}

/// Why a row could not be laid out.
public enum TemplateError: Error, Equatable, CustomStringConvertible {
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

/// What a registry did, for a debug log.
public enum TemplateEvent: Equatable, Sendable {
  case created(TemplateIdentifier)
  /// Heights in logical pixels, without separator.
  case calculatedBySpec(Double)
  case calculatedByManualSizing(Double)
  case warning(String)
}
