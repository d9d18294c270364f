/// How children lie one after the other, as in CSS's flexible boxes; what differs is said where it differs.
///
/// The algorithm is Texture's: one pass, so a child that could not shrink enough leaves the stack overflowing.
public struct Stack: Hashable, Sendable {
  public var direction: Axis
  /// Logical pixels between neighbours.
  public var spacing: Double
  public var justifyContent: Justification
  public var alignItems: Alignment
  /// Whether children that find no room start a new line.
  public var wraps: Bool
  public var alignContent: LineAlignment
  /// Logical pixels between lines.
  public var lineSpacing: Double

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

  /// Where the room that is left along the stack goes.
  public enum Justification: Hashable, Sendable {
    case start, center, end, spaceBetween, spaceAround
  }

  /// Where a child lies across the stack. Baselines count in horizontal stacks only, and are `start` in vertical ones.
  public enum Alignment: Hashable, Sendable {
    case start, center, end, stretch, baselineFirst, baselineLast
  }

  /// Where the room that is left across a stack of several lines goes.
  public enum LineAlignment: Hashable, Sendable {
    case start, center, end, spaceBetween, spaceAround, stretch

    /// The same rule along an axis; lines that were stretched leave no room.
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
