/// Where a child lies in a larger parent.
public struct RelativePlacement: Hashable, Sendable {
  public var horizontal: Position
  public var vertical: Position
  public var sizing: Sizing

  public init(horizontal: Position = .none, vertical: Position = .none, sizing: Sizing = .default) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.sizing = sizing
  }

  public enum Position: Hashable, Sendable {
    /// At the start, and at least as large as the parent must be.
    case none
    case start, center, end

    /// The part of the spare room that lies before the child.
    var share: Double {
      switch self {
      case .none, .start: 0
      case .center: 0.5
      case .end: 1
      }
    }
  }

  /// On which axes the parent is as small as the child, and not as large as it may be.
  public enum Sizing: Hashable, Sendable {
    case `default`, minimumWidth, minimumHeight, minimumSize

    func shrinks(along axis: Axis) -> Bool {
      switch self {
      case .default: false
      case .minimumWidth: axis == .horizontal
      case .minimumHeight: axis == .vertical
      case .minimumSize: true
      }
    }
  }

  func position(along axis: Axis) -> Position { axis == .horizontal ? horizontal : vertical }
}

/// The axes on which an element is centred.
public enum CenteredAxes: Hashable, Sendable {
  case horizontal, vertical, both
}

/// Where a badge lies on the element that it belongs to.
public struct CornerPlacement: Hashable, Sendable {
  public var location: Location
  /// Logical pixels from the corner to the badge's centre; x grows from leading to trailing.
  public var offset: Point
  /// Whether the badge's overhang counts as a part of the size.
  public var includesCornerInSize: Bool

  public init(_ location: Location, offset: Point = .zero, includesCornerInSize: Bool = false) {
    self.location = location
    self.offset = offset
    self.includesCornerInSize = includesCornerInSize
  }

  public enum Location: Hashable, Sendable {
    case topLeading, topTrailing, bottomLeading, bottomTrailing
  }

  /// The corner's place on an element of a size, with the offset added.
  func anchor(on size: Size) -> Point {
    let isTrailing = location == .topTrailing || location == .bottomTrailing
    let isBottom = location == .bottomLeading || location == .bottomTrailing
    return Point(x: (isTrailing ? size.width : 0) + offset.x, y: (isBottom ? size.height : 0) + offset.y)
  }
}

/// How large an absolute layout is.
public enum AbsoluteSizing: Hashable, Sendable {
  /// As large as it may be, where that is finite.
  case `default`
  /// As large as the union of its children.
  case sizeToFit
}
