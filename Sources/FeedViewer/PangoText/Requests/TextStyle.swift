import LayoutCore
import Synchronization

/// The style of a text relative to the widget's font: size, weight and opacity.
///
/// Clients define styles as static constants. Equal styles share one number (`id`), which a `TextElement` of
/// LayoutCore refers to.
public nonisolated struct TextStyle: Hashable, Sendable {
  /// Identifies the style within this process.
  public let id: TextStyleID
  /// The font size as a multiple of the widget's; positive.
  public let scale: Double
  public let weight: Weight
  /// The opacity of the text, from 0 to 1.
  public let opacity: Double

  /// The weights of OpenType's `OS/2.usWeightClass`, as in Pango.
  public enum Weight: Int, Sendable {
    case light = 300
    case normal = 400
    case medium = 500
    case semibold = 600
    case bold = 700
  }

  /// - Complexity: O(number of styles in the process): make a style once, as a static constant.
  /// - Precondition: A process has at most 256 different styles.
  public init(scale: Double = 1, weight: Weight = .normal, opacity: Double = 1) {
    precondition(scale > 0, "The scale of a text style must be positive.")
    self = Self.known.withLock { known in
      if let same = known.first(where: {
        $0.scale == scale && $0.weight == weight && $0.opacity == opacity
      }) {
        return same
      }
      guard let number = TextStyleID.RawValue(exactly: known.count) else {
        preconditionFailure("A process can have at most 256 different text styles.")
      }
      let made = TextStyle(
        id: TextStyleID(rawValue: number), scale: scale, weight: weight, opacity: opacity)
      known.append(made)
      return made
    }
  }

  /// The style with the given number.
  /// - Precondition: A style with this number was made in this process.
  public init(_ id: TextStyleID) {
    self = Self.known.withLock { known in
      precondition(Int(id.rawValue) < known.count, "No text style has the number \(id.rawValue).")
      return known[Int(id.rawValue)]
    }
  }

  private init(id: TextStyleID, scale: Double, weight: Weight, opacity: Double) {
    self.id = id
    self.scale = scale
    self.weight = weight
    self.opacity = opacity
  }

  /// All styles of the process, by number.
  private static let known = Mutex<[TextStyle]>([])

  public static func == (one: TextStyle, other: TextStyle) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
