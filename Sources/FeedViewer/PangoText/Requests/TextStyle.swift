import LayoutCore
import Synchronization

/// How a text looks beside the widget's own font: its size, its weight, and how strongly it stands out.
///
/// Styles are values: any client defines its own as static constants. Equal styles are one style, whose number
/// (`id`) is what a `TextElement` of LayoutCore carries.
public nonisolated struct TextStyle: Hashable, Sendable {
  /// Names the style in this process.
  public let id: TextStyleID
  /// The font's size, as a multiple of the widget's; positive.
  public let scale: Double
  public let weight: Weight
  /// Opacity of the text over the widget's own colour, from 0 to 1.
  public let opacity: Double

  /// The weights of OpenType's `OS/2.usWeightClass`, as Pango counts them.
  public enum Weight: Int, Sendable {
    case light = 300
    case normal = 400
    case medium = 500
    case semibold = 600
    case bold = 700
  }

  /// - Complexity: O(styles that were ever made): make a style once, as a static constant.
  /// - Precondition: A process has 256 different styles at most.
  public init(scale: Double = 1, weight: Weight = .normal, opacity: Double = 1) {
    precondition(scale > 0, "The scale of a text style is positive.")
    self = Self.known.withLock { known in
      if let same = known.first(where: {
        $0.scale == scale && $0.weight == weight && $0.opacity == opacity
      }) {
        return same
      }
      guard let number = TextStyleID.RawValue(exactly: known.count) else {
        preconditionFailure("A process has 256 different text styles at most.")
      }
      let made = TextStyle(
        id: TextStyleID(rawValue: number), scale: scale, weight: weight, opacity: opacity)
      known.append(made)
      return made
    }
  }

  /// The style with a number.
  /// - Precondition: The number is of a style that was made in this process.
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
