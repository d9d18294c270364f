/// The settings of a container whose children lie one after the other, as in a CSS flexible box.
///
/// The algorithm is that of Texture's `ASStackLayoutSpec`, a simplified form of CSS Flexible Box Layout (Level 1,
/// section 9). Growing and shrinking take one pass, so that a child that can't shrink far enough makes the stack
/// overflow; `flexShrink` is 0 by default; and children grow by whole logical pixels, the first one by the remainder
/// too.
public struct Stack: Hashable, Sendable {
  /// The axis along which the children lie.
  public var direction: Axis
  /// The distance between neighbours in logical pixels; may be negative.
  public var spacing: Double
  /// Where the length that is left along the stack goes.
  public var justifyContent: Justification
  /// The position of the children across the stack.
  public var alignItems: Alignment
  /// Whether a child that does not fit starts a new line.
  public var wraps: Bool
  /// Where the extent that is left across the lines of a stack that wraps goes.
  public var alignContent: LineAlignment
  /// The distance between lines in logical pixels.
  public var lineSpacing: Double

  /// Creates the settings of a stack; the defaults are those of Texture.
  public init(
    direction: Axis = .horizontal, spacing: Double = 0, justifyContent: Justification = .start,
    alignItems: Alignment = .stretch, wraps: Bool = false, alignContent: LineAlignment = .start,
    lineSpacing: Double = 0
  ) {
    self.direction = direction
    self.spacing = spacing
    self.justifyContent = justifyContent
    self.alignItems = alignItems
    self.wraps = wraps
    self.alignContent = alignContent
    self.lineSpacing = lineSpacing
  }

  /// Differences of lengths below this, in logical pixels, count as rounding errors.
  static let tolerance = 0.01

  /// Where the length that is left along the stack goes.
  public enum Justification: Hashable, Sendable {
    /// After the last child.
    case start
    /// Half of it before the first child, half after the last one.
    case center
    /// Before the first child.
    case end
    /// Between the children; like `start` for a single child.
    case spaceBetween
    /// Around the children: half as much at the ends as between two; like `center` for a single child.
    case spaceAround
  }

  /// The position of a child across the stack.
  public enum Alignment: Hashable, Sendable {
    /// At the top of a horizontal stack, at the leading edge of a vertical one.
    case start
    /// In the middle.
    case center
    /// At the bottom of a horizontal stack, at the trailing edge of a vertical one.
    case end
    /// As large as the line, within the child's minimum and maximum.
    case stretch
    /// First baselines are on one line. In a vertical stack it is `start`.
    case baselineFirst
    /// Last baselines are on one line. In a vertical stack it is `start`.
    case baselineLast
  }

  /// Where the extent that is left across the lines of a stack goes.
  public enum LineAlignment: Hashable, Sendable {
    /// After the last line.
    case start
    /// Half of it before the first line, half after the last one.
    case center
    /// Before the first line.
    case end
    /// Between the lines.
    case spaceBetween
    /// Around the lines: half as much at the ends as between two.
    case spaceAround
    /// Into the lines, in equal shares.
    case stretch

    /// The same rule along an axis; stretched lines leave no room.
    var justification: Justification {
      switch self {
      case .start, .stretch: .start
      case .center: .center
      case .end: .end
      case .spaceBetween: .spaceBetween
      case .spaceAround: .spaceAround
      }
    }
  }

  /// The alignment of a child of this stack.
  func alignment(of style: LayoutStyle) -> Alignment {
    let alignment = style.alignSelf ?? alignItems
    guard direction == .vertical else { return alignment }
    return alignment == .baselineFirst || alignment == .baselineLast ? .start : alignment
  }
}
