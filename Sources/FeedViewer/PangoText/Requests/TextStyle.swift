import LayoutCore
import Synchronization

/// The size, weight and opacity of a text relative to the font of its widget.
///
/// Define styles as static constants. Equal styles have the same number (``id``), by which a `TextElement` of
/// LayoutCore refers to its style.
public nonisolated struct TextStyle: Hashable, Sendable {
  /// The number of the style in this process.
  public let id: TextStyleID
  /// The size of the font as a multiple of the widget's font size; positive.
  public let scale: Double
  /// The weight of the font, in place of the widget's.
  public let weight: Weight
  /// The opacity of the text in the widget's colour, from 0 to 1.
  public let opacity: Double
  /// The least distance between the baselines of two lines as a multiple of the font's size; 0 for lines that follow
  /// each other as the font has it.
  public let leading: Double

  /// A weight of a font: `usWeightClass` of OpenType's `OS/2` table, as in `PangoWeight`.
  public enum Weight: Int, Sendable {
    /// Thinner than regular text.
    case light = 300
    /// Regular text.
    case normal = 400
    /// Slightly bolder than regular text.
    case medium = 500
    /// Between medium and bold.
    case semibold = 600
    /// Bold text.
    case bold = 700
    /// Bolder than bold, in fonts that have it.
    case extraBold = 800
  }

  /// Creates a style, or finds the equal style that was created before; by default the widget's font in normal weight.
  ///
  /// - Precondition: `scale` is positive, `leading` is not negative, and the process has at most 256 different styles.
  /// - Complexity: O(s) for s different styles in the process: create each style once, as a static constant.
  public init(scale: Double = 1, weight: Weight = .normal, opacity: Double = 1, leading: Double = 0) {
    precondition(scale > 0, "The scale of a text style must be positive.")
    precondition(leading >= 0, "The leading of a text style must not be negative.")
    self = Self.known.withLock { known in
      if let same = known.first(where: {
        $0.scale == scale && $0.weight == weight && $0.opacity == opacity
          && $0.leading == leading
      }) {
        return same
      }
      guard let number = TextStyleID.RawValue(exactly: known.count) else {
        preconditionFailure("A process can have at most 256 different text styles.")
      }
      let made = TextStyle(
        id: TextStyleID(rawValue: number), scale: scale, weight: weight, opacity: opacity,
        leading: leading)
      known.append(made)
      return made
    }
  }

  /// Finds the style with a number.
  ///
  /// - Precondition: The number is that of a style of this process.
  public init(_ id: TextStyleID) {
    self = Self.known.withLock { known in
      precondition(Int(id.rawValue) < known.count, "No text style has the number \(id.rawValue).")
      return known[Int(id.rawValue)]
    }
  }

  private init(id: TextStyleID, scale: Double, weight: Weight, opacity: Double, leading: Double) {
    self.id = id
    self.scale = scale
    self.weight = weight
    self.opacity = opacity
    self.leading = leading
  }

  /// All styles of the process, by number.
  private static let known = Mutex<[TextStyle]>([])

  public static func == (one: TextStyle, other: TextStyle) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
